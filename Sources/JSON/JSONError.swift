/// A syntax error in a JSON text, and its position.
package struct JSONError: Error, Hashable, Sendable {
  /// The kinds of errors.
  package enum Problem: Hashable, Sendable {
    case syntax(JSONSyntaxProblem)
    case notUTF8
    /// A number outside the range of `Double`.
    case hugeNumber
    /// An escape for a lone UTF-16 surrogate, which is not a character.
    case loneSurrogate
    case repeatedKey(String)
    case tooDeep(limit: Int)
  }

  package let problem: Problem

  /// The byte offset of the error from the start of the text.
  package let offset: Int

  /// The number of the line that contains the error, from 1.
  package let line: Int

  package init(_ problem: Problem, offset: Int, line: Int) {
    self.problem = problem
    self.offset = offset
    self.line = line
  }

  /// The error as a lower-case sentence without a period.
  package var message: String { "line \(line), byte \(offset): \(problem.sentence)" }
}

extension JSONError: CustomStringConvertible {
  package var description: String { message }
}

extension JSONError.Problem {
  fileprivate var sentence: String {
    switch self {
    case .syntax(let problem): Self.sentence(problem)
    case .notUTF8: "this byte is not UTF-8"
    case .hugeNumber: "this number is too large"
    case .loneSurrogate: "this \\u escape is only half of a surrogate pair"
    case .repeatedKey(let key): "the key \"\(key)\" appears twice"
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) levels deep"
    }
  }

  private static func sentence(_ problem: JSONSyntaxProblem) -> String {
    switch problem {
    case .notAnArray: "the text has no array of records"
    case .valueExpected: "a JSON value is missing"
    case .keyExpected: "the key of an object is missing"
    case .colonExpected: "a colon is missing after a key"
    case .commaExpected: "a comma or a closing bracket is missing"
    case .badNumber: "this is not a JSON number"
    case .badLiteral: "this word is not a JSON value"
    case .badEscape: "a string contains an invalid escape"
    case .controlCharacter: "a string contains a raw control character"
    case .unexpectedEnd: "the text ends too early"
    case .textAfterEnd: "there is text after the end of the JSON value"
    }
  }
}
