/// Finds text that every match of a LIKE or GLOB pattern must contain.
enum LikePattern {
  /// The longest run of ASCII letters and digits that every matching cell contains, ignoring case.
  ///
  /// Returns nil if no run has two or more characters.
  ///
  /// The run contains only ASCII characters, because a search that ignores case can miss other
  /// letters, depending on the text that follows them.
  static func needle(of pattern: String, _ step: TablePlan.Step) -> String? {
    var best: Substring.UTF8View = ""[...].utf8
    var rest = pattern.utf8[...]
    if case .glob = step, let bracket = rest.firstIndex(of: UInt8(ascii: "[")) {
      rest = rest[..<bracket]
    }
    while !rest.isEmpty {
      let run = rest.prefix(while: isPlain)
      if run.count > best.count { best = run }
      rest = rest[run.endIndex...].dropFirst()
    }
    return best.count < 2 ? nil : String(Substring(best))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 <= 25
  }
}
