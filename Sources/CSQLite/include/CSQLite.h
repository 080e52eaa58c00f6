// SQLite's C interface, plus wrappers for what Swift cannot call: variadic configuration, and
// macros that are casts.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// Disables what a catalog never needs: writes to SQLite's internal tables, and functions in an
// untrusted schema. Returns SQLite's result code.
int csq_harden(sqlite3 *database);

// Waits up to `milliseconds` for a file that another connection has locked, or until a signal
// arrives. Returns SQLite's result code.
int csq_wait_when_locked(sqlite3 *database, int milliseconds);

// Reads the first n bytes of the database file directly, without locks or the write-ahead log;
// bytes past the end of the file become zero. Returns SQLite's result code; a short file is not an
// error.
int csq_read_beginning(sqlite3 *database, void *bytes, int n);

// Binds a copy of n bytes of text, which may contain zero bytes. `text` may be NULL only if n is 0.
// Returns SQLite's result code.
int csq_bind_text(sqlite3_stmt *statement, int index, const char *text, size_t n);

// Binds a copy of n bytes. `bytes` may be NULL only if n is 0. Returns SQLite's result code.
int csq_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t n);

// A parameter of a statement, and the range of its text in the accompanying bytes.
typedef struct {
  int index;
  size_t start, count;
} csq_text;

// Binds texts without copying them: they must stay in place until the parameters are bound to
// something else. Returns SQLite's result code.
int csq_bind_borrowed_texts(sqlite3_stmt *statement, const char *bytes, const csq_text *texts, size_t count);

// Binds the parameters to NULL.
void csq_unbind_texts(sqlite3_stmt *statement, const csq_text *texts, size_t count);

// Rows of a statement whose first columns are numbers and whose other columns are texts.
typedef struct {
  int count;              // the number of rows read
  int numbers, texts;     // the number of columns of each kind
  int64_t *values;        // row by row; INT64_MIN for NULL
  size_t *ends;           // row by row: the end of each text in `bytes`
  unsigned char *bytes;   // the texts back to back, each followed by a zero byte; NULL is the empty text
  size_t used, room;
} csq_rows;

// Allocates buffers for rows with `numbers` number columns and `texts` text columns, at least one of
// each; NULL if out of memory.
csq_rows *csq_rows_make(int numbers, int texts);

void csq_rows_free(csq_rows *rows);

// Reads the next rows, about as many as fit in a processor's cache and at least one if there is
// one. Returns SQLITE_ROW if more may follow, SQLITE_DONE if these were the last (possibly none),
// or an error code.
int csq_read_rows(sqlite3_stmt *statement, csq_rows *rows);

// Sets n bytes of text as the result of a function or column; they are copied, or must stay in place as
// long as the statement runs. `text` may be NULL only if n is 0.
void csq_result_text(sqlite3_context *context, const void *text, size_t n, int copies);

// A copy of a text in SQLite's memory; NULL if out of memory.
char *csq_copied_text(const char *text);

#endif
