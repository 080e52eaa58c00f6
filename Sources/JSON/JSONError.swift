/// A syntax error in a JSON text, and its position.
package struct JSONError: Error, Hashable, Sendable {
  /// The kinds of errors.
  package enum Problem: Hashable, Sendable {
    case syntax(JSONSyntaxProblem)
    case notUTF8
    /// A number outside the range of `Double`.
    case hugeNumber
    /// A lone UTF-16 surrogate, which is not a character.
    case loneSurrogate
    case repeatedKey(String)
    case tooDeep(limit: Int)
  }

  package let problem: Problem

  /// The byte offset of the error from the start of the text.
  package let offset: Int

  /// The line of the error, from 1.
  package let line: Int

  package init(_ problem: Problem, offset: Int, line: Int) {
    self.problem = problem
    self.offset = offset
    self.line = line
  }

  /// A lower-case sentence without a period.
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
    case .loneSurrogate: "this escape is half of a character"
    case .repeatedKey(let key): "the key \"\(key)\" appears twice"
    case .tooDeep(let limit): "brackets are nested deeper than \(limit)"
    }
  }

  private static func sentence(_ problem: JSONSyntaxProblem) -> String {
    switch problem {
    case .notAnArray: "there is no list of records"
    case .valueExpected: "a value is missing"
    case .keyExpected: "the key of an object is missing"
    case .colonExpected: "a colon is missing after a key"
    case .commaExpected: "a comma or a closing bracket is missing"
    case .badNumber: "this is not a JSON number"
    case .badLiteral: "this is not a JSON value"
    case .badEscape: "there is no such escape"
    case .controlCharacter: "a string contains a raw control character"
    case .unexpectedEnd: "the text ends too early"
    case .textAfterEnd: "text follows the end of the value"
    }
  }
}
