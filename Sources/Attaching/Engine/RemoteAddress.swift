internal import Basics

/// The address of a table on a server: `http://host:8123/db.table`.
///
/// A user and a password can precede the host. If the table has several corpora, the name of a
/// corpus follows as `#NAME`. All components are percent-encoded. Source: RFC 3986.
package struct RemoteAddress: Hashable, Sendable {
  package var isSecure: Bool

  /// The host name or address; an IPv6 address is in brackets.
  package var host: String
  package var port: Int
  package var table: TableName

  /// The name of the corpus in the table; `nil` if the table has only one corpus.
  package var corpus: String?
  package var user: String?
  package var password: String?

  /// The reason why a string is not a valid address.
  package struct Failure: Error, Equatable {
    package let message: String
  }

  /// Whether a string is the URL of a server, not the path of a file.
  package static func isAddress(_ text: String) -> Bool {
    let text = text.utf8.prefix(8).map { $0 | 0x20 }
    return text.starts(with: "http://".utf8.map { $0 | 0x20 })
      || text.starts(with: "https://".utf8.map { $0 | 0x20 })
  }

  /// Reads an address.
  ///
  /// - Throws: `Failure` with a sentence about the problem.
  package init(_ text: String) throws(Failure) {
    let address = try ServerAddress(text)
    isSecure = address.isSecure
    host = address.host
    port = address.port
    user = address.user
    password = address.password
    corpus = try address.fragment.map { part throws(Failure) in try ServerAddress.decoded(part) }
    let path = try ServerAddress.decoded(address.path)
    let names = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let last = names.last, !last.isEmpty, names[0].isEmpty == false else {
      throw Failure(message: "the address names no table: write it like http://host:8123/db.table")
    }
    let isPlain = { (name: Substring) in name.utf8.allSatisfy(TableName.isPlain) }
    guard names.allSatisfy(isPlain) else {
      throw Failure(
        message: "names of databases and tables can have only letters, digits and _: \(path)")
    }
    table = TableName(String(last), in: names.count == 2 ? String(names[0]) : nil)
  }

  /// The address of the server, without user and password.
  package var server: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }
}

extension RemoteAddress: CustomStringConvertible {
  /// The address without user and password.
  package var description: String {
    "\(server)/\(table)" + (corpus.map { "#" + PercentEncoding.encoded($0) } ?? "")
  }
}

extension TableName {
  static func isPlain(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

/// The components of an address; the path and the fragment are still percent-encoded.
struct ServerAddress: Hashable, Sendable {
  var isSecure = false
  var host = ""
  var port = 8123
  var path = Substring()
  var fragment: Substring?
  var user: String?
  var password: String?

  init(_ text: String) throws(RemoteAddress.Failure) {
    guard let colon = text.firstIndex(of: ":"), RemoteAddress.isAddress(text) else {
      throw .init(message: "an address must begin with http:// or https://")
    }
    isSecure = text[..<colon].utf8.count == 5
    if isSecure { port = 8443 }
    var rest = text[colon...].dropFirst(3)
    if let hash = rest.firstIndex(of: "#") {
      fragment = rest[rest.index(after: hash)...]
      rest = rest[..<hash]
    }
    if rest.contains(where: { $0 == "?" || $0 == " " || $0.isNewline }) {
      throw .init(
        message: "an address cannot contain ?, spaces or line breaks: write it like "
          + "http://host:8123/db.table")
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    path = rest[slash...].dropFirst()
    var place = rest[..<slash]
    if let at = place.lastIndex(of: "@") {
      let account = place[..<at]
      let colon = account.firstIndex(of: ":") ?? account.endIndex
      user = try Self.decoded(account[..<colon])
      if colon < account.endIndex { password = try Self.decoded(account[colon...].dropFirst()) }
      place = place[place.index(after: at)...]
    }
    var hostEnd = place.lastIndex(of: ":") ?? place.endIndex
    if let bracket = place.lastIndex(of: "]"), hostEnd < bracket { hostEnd = place.endIndex }
    host = String(place[..<hostEnd])
    let isHost = { (byte: UInt8) in
      TableName.isPlain(byte) || [0x2D, 0x2E, 0x3A, 0x5B, 0x5D].contains(byte)
    }
    guard !host.isEmpty, host.utf8.allSatisfy(isHost) else {
      throw .init(message: "the address has no valid host: write it like http://host:8123/db.table")
    }
    if hostEnd < place.endIndex {
      guard let port = Int(place[hostEnd...].dropFirst()), (1...65_535).contains(port) else {
        throw .init(message: "the port of an address is a number from 1 to 65535")
      }
      self.port = port
    }
  }

  static func decoded(_ text: Substring) throws(RemoteAddress.Failure) -> String {
    do throws(PercentEncoding.Failure) {
      return try PercentEncoding.decoded(text)
    } catch {
      throw .init(
        message: "an address has % without two hexadecimal digits, or is not valid UTF-8")
    }
  }
}
