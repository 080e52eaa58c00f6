package import System

/// The capabilities of the terminal, derived from the environment variables and the three standard
/// descriptors.
package struct TerminalFacts: Sendable {
  package let isInputTerminal: Bool
  package let isOutputTerminal: Bool
  package let isErrorTerminal: Bool

  /// Whether there is a terminal that supports no escape codes: `TERM` is missing, `dumb`, or
  /// unknown on this machine.
  package let isDumb: Bool

  /// Whether the locale's character set is UTF-8.
  package let usesUTF8: Bool

  /// Whether `NO_COLOR` is set and not empty.
  package let refusesColor: Bool

  /// Whether `CLICOLOR_FORCE` is set, not empty and not 0.
  package let forcesColor: Bool

  /// Derives the capabilities from `environment`; `isTerminal` returns whether a descriptor is a
  /// terminal.
  package init(
    environment: EnvironmentVariables, isTerminal: (Int32) -> Bool = Platform.isTerminal
  ) {
    isInputTerminal = isTerminal(0)
    isOutputTerminal = isTerminal(1)
    isErrorTerminal = isTerminal(2)
    isDumb =
      (isInputTerminal || isOutputTerminal || isErrorTerminal)
      && !Self.isKnown(environment["TERM"] ?? "", environment)
    usesUTF8 = Self.isUTF8(environment)
    refusesColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    forcesColor = environment["CLICOLOR_FORCE"].map { !$0.isEmpty && $0 != "0" } ?? false
  }

  /// The terminal's current size in cells.
  ///
  /// The size comes from the first source that is available: the terminal of standard output, input
  /// or error, then the variables `COLUMNS` and `LINES`. The default is 80 by 24.
  package static func size(environment: EnvironmentVariables = [:]) -> (columns: Int, rows: Int) {
    for descriptor in [1, 0, 2] as [Int32] {
      if let size = Platform.terminalSize(descriptor) { return size }
    }
    let columns = environment["COLUMNS"].flatMap { Int($0) } ?? 80
    let rows = environment["LINES"].flatMap { Int($0) } ?? 24
    return (max(columns, 1), max(rows, 1))
  }

  private static func isUTF8(_ environment: EnvironmentVariables) -> Bool {
    var locale = ""
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] where locale.isEmpty {
      locale = environment[name] ?? ""
    }
    // Ignore hyphens in the name of the character set. Also ignore a modifier, such as `@euro` in
    // `de_DE.UTF-8@euro`.
    var letters: [UInt8] = []
    for byte in locale.utf8 where byte != UInt8(ascii: "-") {
      if byte == UInt8(ascii: "@") { break }
      letters.append(byte | 0x20)
    }
    return letters.count >= 4 && Array(letters[(letters.count - 4)...]) == Array("utf8".utf8)
  }

  /// Whether this machine has a terminal description named `name`; libedit prints a warning if
  /// there is no such description.
  private static func isKnown(_ name: String, _ environment: EnvironmentVariables) -> Bool {
    guard let first = name.utf8.first, name != "dumb", !name.utf8.contains(UInt8(ascii: "/")) else {
      return false
    }
    var folders = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo"]
    folders += ["/usr/local/share/terminfo", "/opt/homebrew/share/terminfo"]
    folders += [environment["TERMINFO"], environment["HOME"].map { $0 + "/.terminfo" }].compactMap(
      \.self)
    folders += (environment["TERMINFO_DIRS"] ?? "").split(separator: ":").map(String.init)
    // The folder of a terminal description is named after the first letter on Linux, and after the
    // letter's hexadecimal code on macOS.
    let letters = [name.prefix(1).description, String(first, radix: 16)]
    return folders.contains { folder in
      letters.contains { Platform.fileExists("\(folder)/\($0)/\(name)") }
    }
  }
}
