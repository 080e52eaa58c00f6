/// The reason why a JSON value could not be read to its end.
public enum JSONScanError: Error {
  /// The text ends inside the value.
  case incomplete
  /// The byte at this offset is a syntax error.
  case wrong(JSONSyntaxProblem, Int)
  /// The caller of the scanner rejected the value; the caller stores the reason.
  case refused
}

/// What is wrong with a JSON text.
public enum JSONSyntaxProblem: String, Equatable, Sendable {
  /// The text has no list of records: it is neither an array nor an object that has an array of
  /// objects as a member.
  case notAnArray

  /// A value is missing.
  case valueExpected

  /// The key of an object is missing.
  case keyExpected

  /// A colon is missing after a key.
  case colonExpected

  /// A comma or a closing bracket is missing.
  case commaExpected

  /// A number is malformed.
  case badNumber

  /// A word is not `true`, `false` or `null`.
  case badLiteral

  /// An escape sequence is malformed.
  case badEscape

  /// A string contains a raw control character.
  case controlCharacter

  /// The text ends inside a value.
  case unexpectedEnd

  /// Text follows the value.
  case textAfterEnd
}
