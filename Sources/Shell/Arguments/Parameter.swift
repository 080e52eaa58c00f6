/// One option, flag or positional argument of a command: how it is typed, what help says, what it changes.
struct Parameter<Values>: Sendable {
  enum Effect: Sendable {
    case flag(@Sendable (inout Values) throws -> Void)
    /// Takes a value.
    case value(@Sendable (inout Values, String) throws -> Void)
    /// Takes every word up to the next option.
    case words(@Sendable (inout Values, [String]) throws -> Void)
  }

  var description: ParameterDescription
  let effect: Effect

  /// The same parameter of a larger set of values.
  func lifted<Outer>(
    _ part: @escaping @Sendable (inout Outer, (inout Values) throws -> Void) throws -> Void
  ) -> Parameter<Outer> {
    let lifted: Parameter<Outer>.Effect =
      switch effect {
      case .flag(let change): .flag { try part(&$0) { try change(&$0) } }
      case .value(let change): .value { outer, text in try part(&outer) { try change(&$0, text) } }
      case .words(let change):
        .words { outer, words in try part(&outer) { try change(&$0, words) } }
      }
    return Parameter<Outer>(description: description, effect: lifted)
  }

  /// Shown in the short help too.
  var common: Parameter {
    var copy = self
    copy.description.isCommon = true
    return copy
  }

  /// Accepted, and shown nowhere.
  var hidden: Parameter {
    var copy = self
    copy.description.isHidden = true
    return copy
  }
}

/// What help, manual and completion know of a parameter.
struct ParameterDescription: Equatable, Sendable {
  enum Arity: Equatable, Sendable { case one, optional, any, many }

  /// `-m`, `--max-count`; the placeholder of a positional argument.
  let names: [String]
  /// What help calls the value; nil for a flag or a positional argument.
  var value: String?
  let help: String
  var section = "Options"
  var kind = ValueKind.text
  /// How many words a positional argument takes; nil for an option.
  var arity: Arity?
  /// Whether each use adds to those before; otherwise the last use counts.
  var repeats = false
  var isCommon = false
  var isHidden = false

  var isPositional: Bool { arity != nil }

  /// `-m, --limit N`, or the argument.
  var declaration: String {
    let text = names.joined(separator: ", ")
    return value.map { "\(text) \($0)" } ?? text
  }

  /// A positional argument as a usage line shows it.
  var usage: String {
    switch arity {
    case nil, .one: names[0]
    case .optional: "[\(names[0])]"
    case .any: "[\(names[0])...]"
    case .many: "\(names[0])..."
    }
  }
}

extension Parameter {
  static func flag(
    _ names: String..., help: String, change: @escaping @Sendable (inout Values) throws -> Void
  ) -> Parameter {
    Parameter(description: .init(names: names, help: help), effect: .flag(change))
  }

  static func option(
    _ names: String..., value: String, kind: ValueKind = .text, repeats: Bool = false, help: String,
    change: @escaping @Sendable (inout Values, String) throws -> Void
  ) -> Parameter {
    Parameter(
      description: .init(names: names, value: value, help: help, kind: kind, repeats: repeats),
      effect: .value(change))
  }

  /// An option that may be repeated, each value adding to a list.
  static func list(
    _ names: String..., value: String, kind: ValueKind = .text, help: String,
    change: @escaping @Sendable (inout Values, String) throws -> Void
  ) -> Parameter {
    Parameter(
      description: .init(names: names, value: value, help: help, kind: kind, repeats: true),
      effect: .value(change))
  }

  /// An option that takes a whole number of a range.
  static func number(
    _ names: String..., value: String = "N", in range: ClosedRange<Int> = 0...Int.max, help: String,
    change: @escaping @Sendable (inout Values, Int) throws -> Void
  ) -> Parameter {
    Parameter(
      description: .init(names: names, value: value, help: help),
      effect: .value { try change(&$0, WholeNumber.parse($1, in: range)) })
  }

  /// An argument that has to be there.
  static func argument(
    _ name: String, kind: ValueKind = .text, help: String,
    change: @escaping @Sendable (inout Values, String) throws -> Void
  ) -> Parameter {
    Parameter(
      description: .init(names: [name], help: help, kind: kind, arity: .one), effect: .value(change)
    )
  }

  /// An argument that may be left out.
  static func optional(
    _ name: String, kind: ValueKind = .text, help: String,
    change: @escaping @Sendable (inout Values, String) throws -> Void
  ) -> Parameter {
    Parameter(
      description: .init(names: [name], help: help, kind: kind, arity: .optional),
      effect: .value(change))
  }

  /// All words that are left.
  static func rest(
    _ name: String, kind: ValueKind = .text, isRequired: Bool = false, help: String,
    change: @escaping @Sendable (inout Values, String) throws -> Void
  ) -> Parameter {
    Parameter(
      description: .init(
        names: [name], help: help, kind: kind, arity: isRequired ? .many : .any, repeats: true),
      effect: .value(change))
  }
}

/// Whole numbers as arguments.
enum WholeNumber {
  /// Reads a number.
  ///
  /// - Throws: `ArgumentProblem.takes` with the numbers that are allowed.
  static func parse(_ text: String, in range: ClosedRange<Int> = 0...Int.max) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ArgumentProblem.takes(
        range.upperBound == Int.max
          ? "a whole number from \(range.lowerBound)"
          : "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// Why a value is refused; the parser adds the name of the option and the value.
enum ArgumentProblem: Error {
  case takes(String)
}
