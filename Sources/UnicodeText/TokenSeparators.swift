/// The rules that determine where text is split into tokens, in addition to whitespace.
public struct TokenSeparators: Hashable, Sendable, CustomStringConvertible {
  /// The distinct characters that separate tokens, in ascending order; they are not part of any
  /// token.
  public let characters: [Unicode.Scalar]

  /// Whether words are split in camel case (a|B, AB|Cd), and between letters and digits.
  public let splitsCamelCase: Bool

  /// Creates separators; `characters` may have any order, and may contain duplicates.
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

  /// Parses a specification, which consists of separator characters and optionally the word `camel`
  /// before or after them.
  ///
  /// Whitespace in the specification separates its parts, and is otherwise ignored. The result is
  /// `nil` if the specification contains a run of several letters other than `camel`, because the
  /// run is probably a misspelled word. With an empty specification, text is split only at
  /// whitespace.
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

  /// The canonical specification: first the letters, then the other characters, and then `camel`.
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
