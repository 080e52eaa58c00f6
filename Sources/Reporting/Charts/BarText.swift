/// Draws bars with block characters.
package enum BarText {
  /// A bar of `length` cells, but at least one character; if `isUTF8` is true, the length is
  /// rounded to an eighth of a cell.
  package static func bar(_ length: Double, isUTF8: Bool) -> String {
    guard isUTF8 else { return String(repeating: "#", count: max(1, Int(length.rounded()))) }
    let eighths = max(1, Int((length * 8).rounded()))
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
