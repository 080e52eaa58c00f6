#include "CSQLite.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS = 1024, BYTES = 256 << 10 };

static int wait_for_lock(void *limit, int calls) {
  // The same delays, in milliseconds, as in SQLite's own busy handler.
  static const unsigned char delays[] = {1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100};
  enum { count = sizeof delays };
  int waited = 0;
  for (int i = 0; i < calls && i < count; i++) waited += delays[i];
  if (calls > count) waited += (calls - count) * delays[count - 1];
  if (waited >= (int)(intptr_t)limit) return 0;
  long delay = delays[calls < count ? calls : count - 1];
  // Stops waiting when a signal arrives, such as SIGINT from Ctrl-C.
  return nanosleep(&(struct timespec){0, delay * 1000000}, NULL) == 0;
}

int csq_wait_when_locked(sqlite3 *database, int milliseconds) {
  return sqlite3_busy_handler(database, wait_for_lock, (void *)(intptr_t)milliseconds);
}

int csq_harden(sqlite3 *database) {
  int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  if (result != SQLITE_OK) return result;
  // Make a misspelled name in double quotes an error instead of a string.
  static const int quoting[] = {SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL};
  for (int i = 0; i < 2; i++) {
    result = sqlite3_db_config(database, quoting[i], 0, NULL);
    if (result != SQLITE_OK) return result;
  }
  return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
}

int csq_read_beginning(sqlite3 *database, void *bytes, int n) {
  sqlite3_file *file = NULL;
  int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result != SQLITE_OK) return result;
  if (!file || !file->pMethods) return SQLITE_CANTOPEN;
  result = file->pMethods->xRead(file, bytes, n, 0);
  return result == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : result;
}

int csq_bind_text(sqlite3_stmt *statement, int index, const char *text, size_t n) {
  // For an empty string, pass a pointer that is not null; a null pointer would bind NULL.
  return sqlite3_bind_text64(statement, index, n ? text : "", n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int csq_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t n) {
  return sqlite3_bind_blob64(statement, index, n ? bytes : "", n, SQLITE_TRANSIENT);
}

int csq_bind_borrowed_texts(sqlite3_stmt *statement, const char *bytes, const csq_text *texts, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int result = sqlite3_bind_text64(
      statement, texts[i].index, bytes + texts[i].start, texts[i].count, SQLITE_STATIC, SQLITE_UTF8);
    if (result != SQLITE_OK) return result;
  }
  return SQLITE_OK;
}

void csq_unbind_texts(sqlite3_stmt *statement, const csq_text *texts, size_t count) {
  for (size_t i = 0; i < count; i++) sqlite3_bind_null(statement, texts[i].index);
}

csq_rows *csq_rows_make(int numbers, int texts) {
  csq_rows *rows = calloc(1, sizeof *rows);
  if (!rows) return NULL;
  rows->numbers = numbers;
  rows->texts = texts;
  rows->capacity = BYTES + (64 << 10);
  rows->values = malloc(sizeof *rows->values * ROWS * (size_t)numbers);
  rows->ends = malloc(sizeof *rows->ends * ROWS * (size_t)texts);
  rows->bytes = malloc(rows->capacity);
  if (rows->values && rows->ends && rows->bytes) return rows;
  csq_rows_free(rows);
  return NULL;
}

void csq_rows_free(csq_rows *rows) {
  if (!rows) return;
  free(rows->values);
  free(rows->ends);
  free(rows->bytes);
  free(rows);
}

// Appends a string and a zero byte; returns 0 if out of memory.
static int append(csq_rows *rows, const void *text, size_t n) {
  if (rows->capacity - rows->used <= n) {
    size_t capacity = rows->used + n + 1;
    if (capacity < 2 * rows->capacity) capacity = 2 * rows->capacity;
    unsigned char *bytes = realloc(rows->bytes, capacity);
    if (!bytes) return 0;
    rows->bytes = bytes;
    rows->capacity = capacity;
  }
  if (n) memcpy(rows->bytes + rows->used, text, n);
  rows->used += n;
  rows->bytes[rows->used++] = 0;
  return 1;
}

int csq_read_rows(sqlite3_stmt *statement, csq_rows *rows) {
  rows->count = 0;
  rows->used = 0;
  while (rows->count < ROWS && rows->used < BYTES) {
    int result = sqlite3_step(statement);
    if (result != SQLITE_ROW) return result;
    int64_t *value = rows->values + (size_t)rows->count * (size_t)rows->numbers;
    for (int i = 0; i < rows->numbers; i++) {
      value[i] = sqlite3_column_type(statement, i) == SQLITE_NULL ? INT64_MIN : sqlite3_column_int64(statement, i);
    }
    size_t *end = rows->ends + (size_t)rows->count * (size_t)rows->texts;
    for (int i = 0; i < rows->texts; i++) {
      const void *text = sqlite3_column_blob(statement, rows->numbers + i);
      int n = text ? sqlite3_column_bytes(statement, rows->numbers + i) : 0;
      if (!append(rows, text, (size_t)n)) return SQLITE_NOMEM;
      end[i] = rows->used - 1;
    }
    rows->count++;
  }
  return SQLITE_ROW;
}

void csq_result_text(sqlite3_context *context, const void *text, size_t n, int copies) {
  sqlite3_result_text64(context, n ? text : "", n, copies ? SQLITE_TRANSIENT : SQLITE_STATIC, SQLITE_UTF8);
}

char *csq_copied_text(const char *text) { return sqlite3_mprintf("%s", text); }
