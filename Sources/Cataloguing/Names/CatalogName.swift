internal import Basics

/// The rules for a catalog's name, which is used as a file name and as the host of a URL.
package enum CatalogName {
  /// The maximum length of a name in bytes.
  package static let limit = 100

  /// The sentence that says why `name` is invalid; nil if the name is valid.
  ///
  /// A name consists of 1 to 100 ASCII letters, digits, `.`, `_` and `-`, and starts with a letter,
  /// a digit or `_`.
  package static func problem(of name: String) -> String? {
    let bytes = name.utf8
    guard let first = bytes.first else { return "the name of a catalog is empty: give it one" }
    if bytes.count > limit {
      return "the name of a catalog has \(bytes.count) bytes; the maximum is \(limit)"
    }
    if !bytes.allSatisfy(isAllowed) {
      return "'\(name)' cannot name a catalog: use ASCII letters and digits, '.', '_' and '-'"
    }
    if first == UInt8(ascii: ".") || first == UInt8(ascii: "-") {
      return "'\(name)' cannot name a catalog: start it with a letter, a digit or '_'"
    }
    return nil
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
  }
}
