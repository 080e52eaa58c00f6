import Basics
import Cataloguing
import Testing

@Suite struct CatalogItemTests {
  private static let long = String(repeating: "x", count: 4_096)

  private static func named(_ names: String...) -> CatalogItem {
    let others = names.map { NamedAttribute(name: $0, value: "") }
    return CatalogItem(attributes: ItemAttributes(others: others))
  }

  @Test(arguments: [
    CatalogItem(), CatalogItem(id: "1"), CatalogItem(id: "\0"),
    CatalogItem(id: "'\"; --\n\u{1F433}"),
    CatalogItem(id: Self.long), CatalogItem(id: " ", domain: "a"),
    CatalogItem(domain: "account.mail box.é"),
    CatalogItem(domain: String(repeating: "a.", count: 511) + "bc"),
    named("author", "Author", "field.title", "Title", "a b", "\0", "."),
    named("\u{E9}", "e"), named(Self.long),
    CatalogItem(content: .text("")), CatalogItem(content: .file("a")),
    CatalogItem(content: .folder("/a b/\n")),
    CatalogItem(
      expires: Timestamp(secondsSince1970: 1_795_219_200),
      origin: CatalogItem.Origin(path: "", line: 1)),
  ])
  func `valid items are accepted`(item: CatalogItem) throws { try item.validate() }

  @Test(
    arguments: [
      (CatalogItem(id: ""), .emptyID),
      // Canonically equivalent names denote the same field.
      (named("\u{E9}", "e\u{301}"), .repeatedAttributeName("e\u{301}")),
      (CatalogItem(id: Self.long + "x"), .longID(bytes: 4_097)),
      (CatalogItem(domain: "."), .emptyDomainPart(".")),
      (CatalogItem(domain: ".a"), .emptyDomainPart(".a")),
      (CatalogItem(domain: "a."), .emptyDomainPart("a.")),
      (CatalogItem(domain: "a..b"), .emptyDomainPart("a..b")),
      (CatalogItem(domain: String(repeating: "é", count: 513)), .longDomain(bytes: 1_026)),
      (named("a", ""), .emptyAttributeName),
      (named(Self.long + "x"), .longAttributeName(bytes: 4_097)),
      (named("a", "title"), .reservedAttributeName("title")),
      (named("a", "b", "a"), .repeatedAttributeName("a")),
      (CatalogItem(content: .file("")), .badContentPath("")),
      (CatalogItem(content: .folder("")), .badContentPath("")),
      (CatalogItem(content: .file("a\0b")), .badContentPath("a\0b")),
      (CatalogItem(origin: CatalogItem.Origin(path: "a", line: 0)), .badOriginLine(0)),
    ] as [(CatalogItem, ItemError)])
  func `an invalid item is refused with the reason`(item: CatalogItem, error: ItemError) {
    #expect(throws: error) { try item.validate() }
  }

  @Test(arguments: ItemAttributes.reservedNames)
  func `the names of the built-in fields are reserved`(name: String) throws {
    #expect(throws: ItemError.reservedAttributeName(name)) { try Self.named(name).validate() }
    try Self.named("field." + name).validate()
    #expect(
      ItemError.reservedAttributeName(name).message
        == "\(name) is a standard field of all items: rename the attribute, such as to "
        + "field.\(name)")
  }

  @Test(
    arguments: [
      (.emptyID, "the id of an item is empty: give an id, or omit it to get a new id"),
      (.longID(bytes: 5_000), "the id of an item has 5000 bytes; the maximum is 4096"),
      (
        .emptyDomainPart("a..b"),
        "the domain 'a..b' has an empty part: write it like account.mailbox"
      ),
      (.longDomain(bytes: 2_000), "the domain of an item has 2000 bytes; the maximum is 1024"),
      (.emptyAttributeName, "an attribute of an item has no name: give it one"),
      (
        .longAttributeName(bytes: 5_000),
        "the name of an attribute has 5000 bytes; the maximum is 4096"
      ),
      (
        .repeatedAttributeName(String(repeating: "e\u{301}", count: 40)),
        "the item has the attribute '\(String(repeating: "e\u{301}", count: 30))…' twice: "
          + "give it once, or rename one"
      ),
      (.badContentPath(""), "the path of the item's content is empty: name a file or a folder"),
      (
        .badContentPath("a\0b"),
        "the path of the item's content contains a NUL byte: 'a\0b'"
      ),
      (
        .badOriginLine(-1), "the line of the item's origin is -1, but lines are numbered from 1"
      ),
    ] as [(ItemError, String)])
  func `every error has a one-sentence message`(error: ItemError, sentence: String) {
    #expect(error.message == sentence && error.description == sentence)
  }

  @Test(arguments: [
    ("account", "account", true), ("account.mailbox", "account", true),
    ("account.mailbox.1", "account", true), ("account.mailbox.1", "account.mailbox", true),
    ("accounts", "account", false), ("account", "account.mailbox", false),
    ("account.mailbox", "mailbox", false), ("account.mailbox", "account.mail", false),
    ("Account.a", "account", false), ("", "", true), ("a", "", false), ("", "a", false),
    ("e\u{301}.a", "\u{E9}", false), ("e\u{301}.a", "e\u{301}", true), ("e\u{301}", "e", false),
    ("a.\u{301}", "a", true),
  ])
  func `a domain contains its subdomains`(inner: String, outer: String, isInside: Bool) {
    #expect(CatalogDomain.contains(inner, in: outer) == isInside)
  }
}
