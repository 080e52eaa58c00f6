import Testing

@testable import Shell

struct SQLTableNamesTests {
  @Test(arguments: [
    ("SELECT a FROM Far", ["far"]),
    ("SELECT a, b, 'FROM x' FROM far f, near JOIN other ON 1", ["far", "near", "other"]),
    (
      "SELECT count(*) FROM search('FROM y') WHERE n IN (SELECT n FROM \"a \"\"b\"\"\")",
      ["search", "a \"b\""]
    ),
    ("SELECT a FROM [x y] WHERE b, c", ["x y"]), ("SELECT 1", []), ("FROM", []), ("'", []),
    ("SELECT a FROM(SELECT b FROM `q`) ORDER BY a, z", ["q"]), ("SELECT from_x, join_y", []),
  ]) func `the table names in a SQL query are found`(_ sql: String, _ names: [String]) {
    #expect(SQLTableNames(sql).names == Set(names))
  }
}
