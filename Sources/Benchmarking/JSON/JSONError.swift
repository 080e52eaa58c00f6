internal import Corpora

/// A syntax error in a JSON text, and its position.
package struct JSONError: Error, Hashable, Sendable {
  /// The kinds of errors.
  package enum Problem: Hashable, Sendable {
    case notUTF8
    case valueExpected
    case keyExpected
    case colonExpected
    case commaExpected
    case badNumber
    /// A number outside the range of `Double`.
    case hugeNumber
    case badLiteral
    case badEscape
    /// A UTF-16 surrogate without its other half, which is not a character.
    case loneSurrogate
    case controlCharacter
    case unexpectedEnd
    case textAfterEnd
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
  init(_ problem: CorpusError.JSONProblem) {
    switch problem {
    case .valueExpected, .notAnArray: self = .valueExpected
    case .keyExpected: self = .keyExpected
    case .colonExpected: self = .colonExpected
    case .commaExpected: self = .commaExpected
    case .badNumber: self = .badNumber
    case .badLiteral: self = .badLiteral
    case .badEscape: self = .badEscape
    case .controlCharacter: self = .controlCharacter
    case .unexpectedEnd: self = .unexpectedEnd
    case .textAfterEnd: self = .textAfterEnd
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .notUTF8: "this byte is not UTF-8"
    case .valueExpected: "a value is missing"
    case .keyExpected: "the key of an object is missing"
    case .colonExpected: "a colon is missing after a key"
    case .commaExpected: "a comma or a closing bracket is missing"
    case .badNumber: "this is not a JSON number"
    case .hugeNumber: "this number is too large"
    case .badLiteral: "this is not a JSON value"
    case .badEscape: "there is no such escape"
    case .loneSurrogate: "this escape is half of a character"
    case .controlCharacter: "a string contains a raw control character"
    case .unexpectedEnd: "the text ends too early"
    case .textAfterEnd: "text follows the end of the value"
    case .repeatedKey(let key): "the key \"\(key)\" appears twice"
    case .tooDeep(let limit): "brackets are nested deeper than \(limit)"
    }
  }
}
