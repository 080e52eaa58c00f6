// SQLite's C interface, and what Swift cannot call: variadic configuration, and macros that are casts.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

// Refuses what a catalogue never needs: writes to SQLite's own tables, functions in a hostile schema. SQLite's result.
int csq_harden(sqlite3 *database);

// Binds a copy of n bytes of text, which may hold zero bytes. `text` may be NULL only where n is 0. SQLite's result.
int csq_bind_text(sqlite3_stmt *statement, int index, const char *text, size_t n);

// Binds a copy of n bytes. `bytes` may be NULL only where n is 0. SQLite's result.
int csq_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t n);

#endif
