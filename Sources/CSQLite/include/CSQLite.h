// SQLite's C interface, with wrappers for what Swift cannot use: variadic functions for
// configuration, and macros with casts.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// Disables features that a catalog never needs: writes to SQLite's internal tables, and functions in an untrusted
// schema. Returns SQLite's result code.
int csq_harden(sqlite3 *database);

// Sets how long the connection waits for a file that another connection has locked: up to
// `milliseconds`, or until a signal arrives. Returns SQLite's result code.
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

// The index of a parameter, and the range of its text in `bytes`, an argument of
// csq_bind_borrowed_texts.
typedef struct {
  int index;
  size_t start, count;
} csq_text;

// Binds strings without copying them. The strings must stay in memory, unchanged, until the parameters are bound to
// other values. Returns SQLite's result code.
int csq_bind_borrowed_texts(sqlite3_stmt *statement, const char *bytes, const csq_text *texts, size_t count);

// Binds the parameters to NULL.
void csq_unbind_texts(sqlite3_stmt *statement, const csq_text *texts, size_t count);

// A buffer for rows of a statement; the first columns are numbers, and the other columns are texts.
typedef struct {
  int count;              // the number of rows read
  int numbers, texts;     // the number of columns of each kind
  int64_t *values;        // the numbers, row by row; INT64_MIN means NULL
  size_t *ends;           // the end offset of each text in `bytes`, row by row
  unsigned char *bytes;   // the texts, each followed by a zero byte; NULL becomes the empty text
  size_t used, capacity;
} csq_rows;

// Allocates buffers for rows with `numbers` columns of numbers and `texts` columns of text; both counts must be at
// least 1. Returns NULL if out of memory.
csq_rows *csq_rows_make(int numbers, int texts);

void csq_rows_free(csq_rows *rows);

// Reads the next rows: as many as fit in a processor's cache, but at least one row, if there is
// one. Returns SQLITE_ROW if more rows may follow, SQLITE_DONE if no more rows follow (even if no
// row was read), or an error code.
int csq_read_rows(sqlite3_stmt *statement, csq_rows *rows);

// Sets n bytes of text as the result of a function or column. If `copies` is 0, the bytes are not
// copied, and must stay valid and unchanged while the statement runs. `text` may be NULL only if n
// is 0.
void csq_result_text(sqlite3_context *context, const void *text, size_t n, int copies);

// Returns a copy of a string, allocated with sqlite3_malloc; NULL if out of memory.
char *csq_copied_text(const char *text);

#endif
