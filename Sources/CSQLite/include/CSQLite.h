// SQLite's C interface, and what Swift cannot call: its variadic configuration and macros that are casts.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

#endif
