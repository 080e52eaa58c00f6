public import UnicodeText

/// How the case of letters counts.
public enum CaseMode: String, Hashable, Sendable, CaseIterable {
  /// `a` and `A` are the same letter.
  case ignore
  /// Sensitive when a literal letter of the query is upper-case, else ignored.
  case smart
  /// `a` and `A` are different letters.
  case sensitive
}

/// How accents and other combining marks count.
public enum DiacriticsMode: String, Hashable, Sendable, CaseIterable {
  /// `é` and `e` are the same.
  case ignore
  /// `é` and `e` are different.
  case sensitive
}

/// The grammar in which a boolean query is read.
public enum Grammar: String, Hashable, Sendable, CaseIterable {
  /// The published one: no precedence, and text where an operand is missing.
  case classic
  /// NOT over AND over OR, with errors instead of guesses.
  case standard
}

/// What matches regular expressions.
public enum RegexEngine: String, Hashable, Sendable, CaseIterable {
  /// RE2: linear time, no look-around, no backreferences.
  case re2
}

/// What surrounds a hit, of the strategies substring and regex; the others ignore it.
public enum HitBounds: String, Hashable, Sendable {
  /// Anything.
  case anywhere
  /// No word character: letters, marks, digits, connectors such as `_`.
  case words
  /// Nothing: the hit is the whole field, in plain text the whole line.
  case all
}

/// The settings that decide what a query means.
public struct SearchOptions: Hashable, Sendable {
  public var caseMode: CaseMode
  public var diacritics: DiacriticsMode

  /// Whether blanks at both ends of a substring query are dropped.
  public var trims: Bool

  /// The grammar of boolean queries.
  public var grammar: Grammar

  /// Where the text of token-prefix is split, besides blanks.
  public var separators: TokenSeparators

  /// The fields in scope by name; `nil`, or a list with `*`, is all of them.
  public var fields: [String]?

  public var regexEngine: RegexEngine

  /// The name of an access path, or `auto`.
  public var accessPath: String

  public var bounds: HitBounds

  /// How many threads a search may use, `nil` for one a processor.
  ///
  /// The answer does not depend on it.
  public var threads: Int?

  /// Creates options; each has the default of the setting with its name.
  public init(
    caseMode: CaseMode = .ignore,
    diacritics: DiacriticsMode = .ignore,
    trims: Bool = true,
    grammar: Grammar = .classic,
    separators: TokenSeparators = .standard,
    fields: [String]? = nil,
    regexEngine: RegexEngine = .re2,
    accessPath: String = "auto",
    bounds: HitBounds = .anywhere,
    threads: Int? = nil
  ) {
    self.caseMode = caseMode
    self.diacritics = diacritics
    self.trims = trims
    self.grammar = grammar
    self.separators = separators
    self.fields = fields
    self.regexEngine = regexEngine
    self.accessPath = accessPath
    self.bounds = bounds
    self.threads = threads
  }
}
