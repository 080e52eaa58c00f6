/// A setting: its name, its meaning, its options, and its conversion from and to text.
struct SettingDefinition: Sendable {
  enum Role: Sendable {
    /// The setting affects what a query finds or how the query is run.
    ///
    /// Saved queries store the setting.
    case query
    /// The setting affects which records are written, or how random choices are made.
    case amount
    /// The setting affects only display and speed.
    case presentation
    /// The setting affects only how output is displayed, and applies to every command with output.
    case display
  }

  /// A flag that gives the setting a value, such as `-i` for `--case ignore`.
  struct Flag: Sendable {
    let names: [String]
    let value: String
    let help: String
  }

  let key: String
  /// The short option, such as `-s`.
  var short: String?
  let summary: String
  let role: Role
  /// A description of the allowed values, for messages.
  let values: String
  /// The placeholder of the value in help.
  var placeholder = "VALUE"
  /// The values that completion offers for this setting.
  var candidates: [String] = []
  var flags: [Flag] = []
  let read: @Sendable (Settings) -> String
  /// Sets the value from text; returns false if the text is invalid.
  ///
  /// The closure can change the settings even if the text is invalid.
  let write: @Sendable (inout Settings, String) -> Bool
  /// Returns the value as text that `write` accepts.
  ///
  /// The closure is nil if `write` accepts the text that `read` returns.
  var spelling: (@Sendable (Settings) -> String)?

  /// The value as text that `write` accepts.
  func text(_ settings: Settings) -> String { spelling?(settings) ?? read(settings) }

  /// The setting as command-line options: `--key VALUE`, the short form, and the flags.
  var parameters: [Parameter<SettingRequest>] {
    let key = key
    let help = "\(String(summary.prefix(1)).uppercased())\(String(summary.dropFirst())): \(values)."
    let names = (short.map { [$0] } ?? []) + ["--" + key]
    let words = candidates.filter { !$0.contains("'") }
    let option = Parameter<SettingRequest>(
      description: .init(
        names: names, value: placeholder, help: help,
        kind: key == "fields" ? .fields : words.isEmpty ? .text : .words { words }),
      effect: .value { $0.texts[key] = $1 })
    return [option]
      + flags.map { flag in
        Parameter(
          description: .init(names: flag.names, help: flag.help),
          effect: .flag { $0.texts[key] = flag.value })
      }
  }
}

extension SettingDefinition {
  /// Joins words with spaces.
  ///
  /// The program calls `listed(_:)` whenever it starts. The function does not use
  /// `joined(separator:)`, because that method is not specialized here and looks up types by name,
  /// which is slow.
  private static func listed(_ words: [String]) -> String {
    var text = ""
    for word in words {
      if !text.isEmpty { text += " " }
      text += word
    }
    return text
  }

  /// A setting whose value is one of `choices`.
  static func choice(
    _ key: String, _ summary: String, _ role: Role, short: String? = nil,
    placeholder: String = "NAME",
    of choices: [String], get: @escaping @Sendable (Settings) -> String,
    set: @escaping @Sendable (inout Settings, String) -> Void
  ) -> SettingDefinition {
    SettingDefinition(
      key: key, short: short, summary: summary, role: role,
      values: listed(choices), placeholder: placeholder, candidates: choices,
      read: get,
      write: { settings, value in
        set(&settings, value)
        return choices.contains(value)
      })
  }

  /// A setting whose values are the cases of an enumeration.
  static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ summary: String, _ role: Role, flags: [Flag] = [],
    get: @escaping @Sendable (Settings) -> Value,
    set: @escaping @Sendable (inout Settings, Value) -> Void
  ) -> SettingDefinition {
    let names = Value.allCases.map(\.rawValue)
    return SettingDefinition(
      key: key, summary: summary, role: role, values: listed(names),
      placeholder: "HOW", candidates: names, flags: flags,
      read: { get($0).rawValue },
      write: { settings, value in
        guard let parsed = Value(rawValue: value) else { return false }
        set(&settings, parsed)
        return true
      })
  }

  static func onOff(
    _ key: String, _ summary: String, _ role: Role,
    words: (on: String, off: String) = ("on", "off"),
    flags: [Flag] = [], get: @escaping @Sendable (Settings) -> Bool,
    set: @escaping @Sendable (inout Settings, Bool) -> Void
  ) -> SettingDefinition {
    SettingDefinition(
      key: key, summary: summary, role: role, values: "\(words.on) \(words.off)",
      placeholder: "HOW", candidates: [words.on, words.off], flags: flags,
      read: { get($0) ? words.on : words.off },
      write: { settings, value in
        guard value == words.on || value == words.off else { return false }
        set(&settings, value == words.on)
        return true
      })
  }

  static func count(
    _ key: String, _ summary: String, _ role: Role, short: String? = nil, maximum: Int = .max,
    get: @escaping @Sendable (Settings) -> Int,
    set: @escaping @Sendable (inout Settings, Int) -> Void
  ) -> SettingDefinition {
    SettingDefinition(
      key: key, short: short, summary: summary, role: role,
      values: "a whole number from 0" + (maximum == .max ? "" : " to \(maximum)"),
      placeholder: "N", read: { String(get($0)) },
      write: { settings, value in
        guard let number = Int(value), (0...maximum).contains(number) else { return false }
        set(&settings, number)
        return true
      })
  }

  /// A setting whose value is a number in `range`, or `auto`.
  static func numberOrAuto(
    _ key: String, _ summary: String, _ role: Role, values: String, in range: ClosedRange<Int>,
    get: @escaping @Sendable (Settings) -> Int?,
    set: @escaping @Sendable (inout Settings, Int?) -> Void
  ) -> SettingDefinition {
    SettingDefinition(
      key: key, summary: summary, role: role, values: values, placeholder: "N",
      candidates: ["auto"], read: { get($0).map(String.init) ?? "auto" },
      write: { settings, value in
        guard value != "auto" else {
          set(&settings, nil)
          return true
        }
        guard let number = Int(value), range.contains(number) else { return false }
        set(&settings, number)
        return true
      })
  }
}
