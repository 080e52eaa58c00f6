internal import CSQLite

enum SQLiteVersion { static var number: Int32 { sqlite3_libversion_number() } }
