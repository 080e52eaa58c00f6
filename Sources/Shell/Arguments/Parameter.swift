/// An option, flag or positional argument of a command: its syntax, its help, and its effect.
struct Parameter<Values>: Sendable {
  enum Effect: Sendable {
    case flag(@Sendable (inout Values) throws -> Void)
    /// An option that takes one value.
    case value(@Sendable (inout Values, String) throws -> Void)
    /// An option that takes all words up to the next option.
    case words(@Sendable (inout Values, [String]) throws -> Void)
  }

  var description: ParameterDescription
  let effect: Effect

  /// Whether `name`, such as `-m`, is a name of this option or flag.
  func isOption(_ name: String) -> Bool {
    !description.isPositional && description.names.contains(name)
  }

  /// Converts this parameter to a parameter of `Outer`, which is a type that contains a value of
  /// type `Values`.
  ///
  /// The closure `part` gives access to the `Values` inside an `Outer` value.
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

  /// A copy of this parameter that is marked for the short help.
  var common: Parameter {
    var copy = self
    copy.description.isCommon = true
    return copy
  }

  /// A copy of this parameter that is accepted but never listed in help.
  var hidden: Parameter {
    var copy = self
    copy.description.isHidden = true
    return copy
  }
}

/// The syntax and the help text of a parameter, for help, the manual and completion.
struct ParameterDescription: Equatable, Sendable {
  enum Arity: Equatable, Sendable { case one, optional, any, many }

  /// The names of an option, such as `-m` and `--max-count`, or the placeholder of a positional
  /// argument.
  let names: [String]
  /// The placeholder that help shows for the option's value; nil for a flag or a positional
  /// argument.
  var value: String?
  let help: String
  var section = "Options"
  var kind = ValueKind.text
  /// The number of words that a positional argument takes; nil for an option or a flag.
  var arity: Arity?
  /// Whether each use of the option adds a value; otherwise, the last use replaces the earlier
  /// value.
  var repeats = false
  var isCommon = false
  var isHidden = false

  var isPositional: Bool { arity != nil }

  /// The parameter as help lists it, such as `-m, --limit N`.
  var declaration: String {
    let text = names.joined(separator: ", ")
    return value.map { "\(text) \($0)" } ?? text
  }

  /// The positional argument as the usage line shows it, such as `[FILE...]`.
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

  /// An option that can be repeated; each value is appended to a list.
  static func list(
    _ names: String..., value: String, kind: ValueKind = .text, help: String,
    change: @escaping @Sendable (inout Values, String) throws -> Void
  ) -> Parameter {
    Parameter(
      description: .init(names: names, value: value, help: help, kind: kind, repeats: true),
      effect: .value(change))
  }

  /// An option whose value is a whole number in a range.
  static func number(
    _ names: String..., value: String = "N", in range: ClosedRange<Int> = 0...Int.max, help: String,
    change: @escaping @Sendable (inout Values, Int) throws -> Void
  ) -> Parameter {
    Parameter(
      description: .init(names: names, value: value, help: help),
      effect: .value { try change(&$0, WholeNumber.parse($1, in: range)) })
  }

  /// A positional argument that is required.
  static func argument(
    _ name: String, kind: ValueKind = .text, help: String,
    change: @escaping @Sendable (inout Values, String) throws -> Void
  ) -> Parameter {
    Parameter(
      description: .init(names: [name], help: help, kind: kind, arity: .one), effect: .value(change)
    )
  }

  /// A positional argument that can be omitted.
  static func optional(
    _ name: String, kind: ValueKind = .text, help: String,
    change: @escaping @Sendable (inout Values, String) throws -> Void
  ) -> Parameter {
    Parameter(
      description: .init(names: [name], help: help, kind: kind, arity: .optional),
      effect: .value(change))
  }

  /// A positional argument that takes all remaining words.
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

/// Parses whole numbers in arguments.
enum WholeNumber {
  /// Parses a number.
  ///
  /// - Throws: `ArgumentProblem.takes`, which names the allowed range.
  static func parse(_ text: String, in range: ClosedRange<Int> = 0...Int.max) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
      if range == Int.min...Int.max { throw ArgumentProblem.takes("a whole number") }
      throw ArgumentProblem.takes(
        range.upperBound == Int.max
          ? "a whole number from \(range.lowerBound)"
          : "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// The reason why the value of an argument is rejected.
///
/// The parser adds the name of the option and the rejected value to the message.
enum ArgumentProblem: Error {
  case takes(String)
}
