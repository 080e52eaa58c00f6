import Testing

@testable import Attaching

/// Tests how table addresses are parsed, and which account is used.
@Suite struct RemoteAddressTests {
  @Test func `an address has a server, a table, a corpus and an account`() throws {
    let address = try RemoteAddress("https://ann:p%40ss@[::1]:8444/db.t#two%20%23")
    #expect(address.server == "https://[::1]:8444")
    #expect(address.table == TableName("t", in: "db"))
    #expect(address.corpus == "two #")
    #expect(address.user == "ann")
    #expect(address.password == "p@ss")
    #expect(address.description == "https://[::1]:8444/db.t#two%20%23")
  }

  @Test func `the user in an address is combined with a password from elsewhere`() throws {
    let known = RemoteAccount(user: "bob", password: "secret")
    #expect(try known.for(RemoteAddress("http://h/d.t")) == known)
    #expect(
      try known.for(RemoteAddress("http://ann@h/d.t"))
        == RemoteAccount(user: "ann", password: "secret"))
    #expect(
      try known.for(RemoteAddress("http://ann:own@h/d.t"))
        == RemoteAccount(user: "ann", password: "own"))
  }

  @Test(arguments: [
    "ftp://h/d.t", "http://h", "http://h/", "http://h/.t", "http://h/d.", "http://h/d.t?x=1",
    "http://h:0/d.t", "http://h:x/d.t", "http:///d.t", "http://h/d.t'", "http://h/d t",
    "http://h/%zz", "http://a b/d.t",
  ])
  func `a malformed address is refused with a one-sentence message`(_ text: String) {
    #expect(throws: RemoteAddress.Failure.self) { try RemoteAddress(text) }
  }
}
