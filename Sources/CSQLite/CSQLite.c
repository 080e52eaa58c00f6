#include "CSQLite.h"

int csq_harden(sqlite3 *database) {
  int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  if (result != SQLITE_OK) return result;
  return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
}

int csq_bind_text(sqlite3_stmt *statement, int index, const char *text, size_t n) {
  // A null pointer would bind NULL, not the empty text.
  return sqlite3_bind_text64(statement, index, n ? text : "", n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int csq_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t n) {
  return sqlite3_bind_blob64(statement, index, n ? bytes : "", n, SQLITE_TRANSIENT);
}
