import Testing

@testable import Tables

struct SQLWordsTests {
  @Test(arguments: [
    ("SELECT a, \"B c\" FROM t WHERE x > 1", ["a", "B c", "t", "x"], ["1"]),
    ("count(Name) + `name`", ["Name", "name"], []),
    ("'name' -- name\n = [id]", ["id"], []), ("/* name */ id /**/", ["id"], []),
    ("a = -12 AND b = 1.5 AND c = 2e3 AND .5", ["a", "b", "c"], ["-12"]),
    ("t1.é_2 IN (007, 8)", ["t1", "é_2"], ["007", "8"]),
    ("\"open", ["open"], []), ("\"", [""], []), ("'", [], []), ("/*", [], []), ("/*/", [], []),
    ("--", [], []), ("", [], []), ("Order", [], []), ("\"Order\"", ["Order"], []),
  ]) func `the names and integers of a query are found`(
    _ sql: String, _ names: [String], _ integers: [String]
  ) {
    let words = SQLWords(sql)
    #expect(words.names == Set(names))
    #expect(words.integers == integers)
  }

  private static let columns: [RecordTable.Column] = [
    .init("record", .record), .init("Name", .field([0])),
    .init("name_2", .field([1]), heading: "name"),
    .init("Record_2", .field([2]), heading: "Record"),
    .init("_rowid__2", .field([3]), heading: "_rowid_"),
  ]

  @Test(arguments: [
    "SELECT \"Name\" FROM t", "SELECT NAME FROM t", "SELECT name_2 FROM t", "SELECT 'name'",
    "SELECT _rowid_ FROM t", "SELECT name(1)", "id = 9223372036854775807",
    "id = -9223372036854775808", "id = '12345678901234567890'", "id > 100000000000000000000",
  ]) func `a query without ambiguous words has no warnings`(_ sql: String) {
    #expect(SQLWords(sql).warnings(Self.columns) == [])
  }

  @Test func `a column whose name another column has in SQL is reported`() {
    #expect(
      SQLWords("SELECT \"Name\", \"name\", Record FROM t").warnings(Self.columns) == [
        "SQL ignores case, so name means the column Name: write name_2 for the column name",
        "SQL ignores case, so Record means the column record: write Record_2 for the column Record",
      ])
  }

  @Test func `an integer that SQL rounds is reported`() {
    #expect(
      SQLWords("id IN (1, 12345678901234567890)").warnings(Self.columns) == [
        "SQL rounds the number 12345678901234567890: write '12345678901234567890' to compare it as text"
      ])
  }
}
