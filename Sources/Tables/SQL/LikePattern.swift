/// The texts that every match of a pattern of SQL contains.
enum LikePattern {
  /// The longest run of ASCII letters and digits that a cell must contain, in any case, to satisfy a constraint; nil if
  /// there is none of two or more.
  ///
  /// Such a run is found by folded search whatever follows it in the text, which is not so for other letters.
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
