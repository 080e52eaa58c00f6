import Cataloguing
import Testing

@Suite struct CatalogNameTests {
  @Test(arguments: [
    "a", "notes", "Notes-2026_11.old", "_", "0", "a.", "a-", "a..b",
    String(repeating: "x", count: 100),
  ])
  func `valid names are accepted`(name: String) { #expect(CatalogName.problem(of: name) == nil) }

  @Test(arguments: [
    ("", "the name of a catalog is empty: give it one"),
    (
      String(repeating: "x", count: 101),
      "the name of a catalog has 101 bytes; the maximum is 100"
    ),
    (".a", "'.a' cannot name a catalog: start it with a letter, a digit or '_'"),
    ("..", "'..' cannot name a catalog: start it with a letter, a digit or '_'"),
    ("-a", "'-a' cannot name a catalog: start it with a letter, a digit or '_'"),
    ("a b", "'a b' cannot name a catalog: use ASCII letters and digits, '.', '_' and '-'"),
  ])
  func `an invalid name is refused with a one-sentence message`(name: String, sentence: String) {
    #expect(CatalogName.problem(of: name) == sentence)
  }

  @Test(arguments: [
    "a/b", "../a", "a\\b", "a\0", "a\n", "é", "e\u{301}", "a~", "a:b", "a%41", "a@b", "\u{FF41}",
  ])
  func `a name with other characters is refused`(name: String) {
    #expect(CatalogName.problem(of: name) != nil)
  }

  @Test func `the only valid one-byte names are letters, digits and the underscore`() {
    for byte in UInt8.min...127 {
      let name = String(Unicode.Scalar(byte))
      let isName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".contains(name)
      #expect((CatalogName.problem(of: name) == nil) == isName)
    }
  }
}
