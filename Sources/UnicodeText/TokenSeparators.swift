/// The characters and word boundaries where text is split into tokens, in addition to whitespace.
public struct TokenSeparators: Hashable, Sendable, CustomStringConvertible {
  /// The distinct characters that separate tokens and do not belong to any token, in ascending
  /// order.
  public let characters: [Unicode.Scalar]

  /// Whether tokens are split inside words: a|B, AB|Cd, and between letters and digits.
  public let splitsCamelCase: Bool

  /// Creates separators; the order of `characters` and repeated characters do not matter.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of characters.
  public init(characters: [Unicode.Scalar], splitsCamelCase: Bool) {
    var unique: [Unicode.Scalar] = []
    for scalar in characters.sorted() where unique.last != scalar { unique.append(scalar) }
    self.characters = unique
    self.splitsCamelCase = splitsCamelCase
  }

  /// Splits at whitespace and periods.
  public static let standard = TokenSeparators(characters: ["."], splitsCamelCase: false)

  /// Parses a specification that consists of separator characters, and optionally the word `camel`
  /// before or after them.
  ///
  /// Whitespace in the specification only separates its parts. A run of several letters other than
  /// `camel` is treated as a misspelled word, so the result is `nil`. An empty specification splits
  /// at whitespace only.
  public init?(_ spec: String) {
    var characters: [Unicode.Scalar] = []
    var splitsCamelCase = false
    var letters = ""
    func endWord() -> Bool {
      defer { letters = "" }
      if letters == Self.camel {
        splitsCamelCase = true
      } else if letters.unicodeScalars.count > 1 {
        return false
      } else {
        characters.append(contentsOf: letters.unicodeScalars)
      }
      return true
    }
    for scalar in spec.unicodeScalars {
      if ScalarProperties(of: scalar.value).kind.isLetter {
        letters.unicodeScalars.append(scalar)
        continue
      }
      guard endWord() else { return nil }
      if !Whitespace.isWhiteSpace(scalar.value) { characters.append(scalar) }
    }
    guard endWord() else { return nil }
    self.init(characters: characters, splitsCamelCase: splitsCamelCase)
  }

  private static let camel = "camel"

  /// The canonical specification: the letters in order, the other characters, then `camel`.
  public var description: String {
    var spec = ""
    for scalar in characters where ScalarProperties(of: scalar.value).kind.isLetter {
      if !spec.isEmpty { spec += " " }
      spec.unicodeScalars.append(scalar)
    }
    for scalar in characters where !ScalarProperties(of: scalar.value).kind.isLetter {
      spec.unicodeScalars.append(scalar)
    }
    guard splitsCamelCase else { return spec }
    return spec.isEmpty ? Self.camel : spec + " " + Self.camel
  }
}
