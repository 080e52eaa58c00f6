// SQLite's C interface, and what Swift cannot call: variadic configuration, and macros that are casts.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// Refuses what a catalogue never needs: writes to SQLite's own tables, functions in a hostile schema. SQLite's result.
int csq_harden(sqlite3 *database);

// Reads the first n bytes of the database's file as they are, without locks and log; what is missing is zero. SQLite's
// result, which a file that is shorter does not make an error.
int csq_read_beginning(sqlite3 *database, void *bytes, int n);

// Binds a copy of n bytes of text, which may hold zero bytes. `text` may be NULL only where n is 0. SQLite's result.
int csq_bind_text(sqlite3_stmt *statement, int index, const char *text, size_t n);

// Binds a copy of n bytes. `bytes` may be NULL only where n is 0. SQLite's result.
int csq_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t n);

// A parameter of a statement, and which of the bytes that go with it are its text.
typedef struct {
  int index;
  size_t start, count;
} csq_text;

// Binds texts that stay where they are until the parameters are bound to something else. SQLite's result.
int csq_lend_texts(sqlite3_stmt *statement, const char *bytes, const csq_text *texts, size_t count);

// Makes the parameters NULL.
void csq_return_texts(sqlite3_stmt *statement, const csq_text *texts, size_t count);

// Rows of a statement whose first columns are numbers and whose others are texts.
typedef struct {
  int count;              // of the rows that were read
  int numbers, texts;     // columns
  int64_t *values;        // row by row; INT64_MIN for NULL
  size_t *ends;           // row by row: where in `bytes` a text ends
  unsigned char *bytes;   // the texts one after the other, a zero byte after each; NULL is the empty text
  size_t used, room;
} csq_rows;

// Makes room for rows of so many columns, of both kinds at least one; NULL if there is no memory.
csq_rows *csq_rows_make(int numbers, int texts);

void csq_rows_free(csq_rows *rows);

// Reads the next rows, as many as fit well in a processor's cache, at least one if there is one. SQLITE_ROW if more may
// follow, SQLITE_DONE if these were the last, of which there may be none; else an error.
int csq_read_rows(sqlite3_stmt *statement, csq_rows *rows);

#endif
