public import UnicodeText

/// Whether the case of letters matters.
public enum CaseMode: String, Hashable, Sendable, CaseIterable {
  /// `a` and `A` are the same letter.
  case ignore
  /// `a` and `A` are different letters only if the literal text of the query contains an upper-case
  /// letter.
  case smart
  /// `a` and `A` are different letters.
  case sensitive
}

/// Whether accents and other combining marks matter.
public enum DiacriticsMode: String, Hashable, Sendable, CaseIterable {
  /// `é` and `e` are the same.
  case ignore
  /// `é` and `e` are different.
  case sensitive
}

/// The grammar of a boolean query.
public enum Grammar: String, Hashable, Sendable, CaseIterable {
  /// All operators have the same precedence, and an operator without an operand is text.
  case classic
  /// NOT binds tighter than AND, and AND binds tighter than OR; malformed queries are errors.
  case standard
  /// The grammar has no operators: a record matches if it contains all words of the query, in any
  /// order.
  case words
}

/// The engine that matches regular expressions.
public enum RegexEngine: String, Hashable, Sendable, CaseIterable {
  /// The name of the strategy that uses these engines.
  package static let strategy = "regex"

  /// RE2: matches in linear time, but supports no look-around and no backreferences.
  case re2
  /// PCRE2: supports look-around, backreferences and possessive quantifiers; a match limit bounds
  /// the search.
  case pcre2
}

/// What may come directly before and after a hit.
public enum HitBounds: String, Hashable, Sendable {
  /// Any text may come before and after a hit.
  case anywhere
  /// No word character (letter, mark, digit or connector such as `_`) may be next to a hit.
  case words
  /// A hit must be the whole field; in plain text, a field is a line.
  case all
}

/// The options that determine what a query means and how it is run.
public struct SearchOptions: Hashable, Sendable {
  /// Whether the case of letters matters.
  public var caseMode: CaseMode

  /// Whether accents matter.
  public var diacritics: DiacriticsMode

  /// Whether to remove whitespace at both ends of a substring query.
  public var trims: Bool

  /// The grammar of boolean queries.
  public var grammar: Grammar

  /// The characters, in addition to whitespace, at which the token-prefix strategy splits text.
  public var separators: TokenSeparators

  /// The names of the fields in scope; `nil` or a list with `*` means all fields.
  public var fields: [String]?

  /// The engine of the regex strategy.
  public var regexEngine: RegexEngine
  /// What `\d`, `\s`, `\w` and `\b` mean in regular expressions.
  public var classes: CharacterClasses

  /// The name of the access path to use, or `auto`.
  public var accessPath: String

  /// What may come directly before and after a hit; only the substring and regex strategies use
  /// this option.
  public var bounds: HitBounds

  /// The maximum number of threads of a search; `nil` means one thread per processor.
  ///
  /// The results of a search do not depend on the number of threads.
  public var threads: Int?

  /// Creates options; each default value is also the default of the setting with the same name.
  public init(
    caseMode: CaseMode = .ignore,
    diacritics: DiacriticsMode = .ignore,
    trims: Bool = true,
    grammar: Grammar = .classic,
    separators: TokenSeparators = .standard,
    fields: [String]? = nil,
    regexEngine: RegexEngine = .re2,
    classes: CharacterClasses = .unicode,
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
    self.classes = classes
    self.accessPath = accessPath
    self.bounds = bounds
    self.threads = threads
  }
}
