internal import Basics

/// The rule for the name of a catalogue, which is the name of a file and the host of a URL.
package enum CatalogName {
  /// The most bytes that a name has.
  package static let limit = 100

  /// The sentence that says why `name` cannot be one; nil if it can.
  ///
  /// A name is 1 to 100 letters, digits, `.`, `_` and `-` of ASCII and begins with a letter, a digit or `_`.
  package static func problem(of name: String) -> String? {
    let bytes = name.utf8
    guard let first = bytes.first else { return "the name of a catalogue is empty: give it one" }
    if bytes.count > limit {
      return "the name of a catalogue has \(bytes.count) bytes: at most \(limit) are taken"
    }
    if !bytes.allSatisfy(isAllowed) {
      return "'\(name)' is no name of a catalogue: use letters, digits, '.', '_' and '-' of ASCII"
    }
    if first == UInt8(ascii: ".") || first == UInt8(ascii: "-") {
      return "'\(name)' is no name of a catalogue: begin it with a letter, a digit or '_'"
    }
    return nil
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    PercentCoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
  }
}
