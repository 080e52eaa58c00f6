internal import Basics
internal import Reporting
internal import System
internal import Terminal

/// Shows the progress of a long operation on standard error.
///
/// With the style `plain`, a line is written every 10 s. With the style `auto`, a bar appears after
/// half a second.
///
/// An instance must be used from only one thread.
final class ProgressBar {
  private let label: String
  private let style: ProgressStyle
  private let width: Int
  private let send: (String) -> Void
  private let clock: () -> UInt64
  private let start: UInt64
  private var next: UInt64
  private var isDrawn = false

  /// Creates a progress bar, and starts its clock.
  ///
  /// `draw` must write its argument to the terminal unchanged.
  init(
    _ label: String, style: ProgressStyle, width: Int,
    clock: @escaping () -> UInt64 = Platform.monotonicNanoseconds,
    draw: @escaping (String) -> Void
  ) {
    self.clock = clock
    start = clock()
    self.label = label
    self.style = style
    self.width = width
    send = draw
    next = start + (style == .plain ? 10_000_000_000 : 500_000_000)
  }

  /// Updates the number of processed bytes; `total` is nil if the total is unknown.
  func update(done: Int, total: Int?) {
    draw { ProgressText.line(label: label, done: done, total: total, nanoseconds: $0) }
  }

  /// Updates the completed fraction (0 to 1), the current item, and the remaining time.
  ///
  /// The remaining time is in nanoseconds; nil if it is unknown.
  func update(share: Double, remaining: UInt64?, of current: String) {
    draw { _ in
      ProgressText.line(label: label, share: share, remaining: remaining, current: current)
    }
  }

  /// Updates the number of processed items; `total` is nil if the total is unknown.
  func update(items: Int, of total: Int?) {
    draw { ProgressText.line(label: label, items: items, of: total, nanoseconds: $0) }
  }

  /// Shows a progress line; `text` creates the line from the elapsed time in nanoseconds.
  ///
  /// Does nothing if the previous line was shown too recently.
  private func draw(_ text: (Int) -> String) {
    guard style != .never else { return }
    let now = clock()
    guard now >= next else { return }
    let text = StyledText(text(Int(now - start))).rendered(TerminalStyle(width: width))
    if style == .plain {
      send(text + "\n")
      next = now + 10_000_000_000
    } else {
      send("\r" + String(text.prefix(max(1, width - 1))) + "\u{1B}[K")
      isDrawn = true
      next = now + 100_000_000
    }
  }

  /// Removes the bar from the screen.
  func finish() {
    if isDrawn { send("\r\u{1B}[K") }
    isDrawn = false
  }
}

/// Formats the lines of a progress bar.
enum ProgressText {
  /// A progress line for bytes: `loading [##### ] 52 % · 512 MB/s · ~7 s`.
  static func line(label: String, done: Int, total: Int?, nanoseconds: Int) -> String {
    let rate = NumberFormat.rate(bytes: done, nanoseconds: nanoseconds)
    guard let total, total > 0 else {
      return "\(label) \(NumberFormat.bytes(done)) · \(rate)"
    }
    let share = min(1, Double(done) / Double(total))
    let left = share > 0 ? Double(nanoseconds) * (1 - share) / share : 0
    return "\(label) \(bar(share)) · \(rate) · \(rest(left))"
  }

  /// A progress line for items: `indexing notes [##### ] 52 % · 18,000 items · ~7 s`.
  static func line(label: String, items: Int, of total: Int?, nanoseconds: Int) -> String {
    let count = NumberFormat.counted(items, "item")
    guard let total, total > 0 else { return "\(label) \(count)" }
    let share = min(1, Double(items) / Double(total))
    let left = share > 0 ? Double(nanoseconds) * (1 - share) / share : 0
    return "\(label) \(bar(share)) · \(count) · \(rest(left))"
  }

  /// A progress line for other work: `measuring [##### ] 52 % · n 20,000 · ~7 s`.
  static func line(label: String, share: Double, remaining: UInt64?, current: String) -> String {
    var parts = ["\(label) \(bar(min(1, max(0, share))))"]
    if !current.isEmpty { parts.append(current) }
    if let remaining { parts.append(rest(Double(remaining))) }
    return parts.joined(separator: " · ")
  }

  private static func bar(_ share: Double) -> String {
    let filled = Int(share * 20)
    return "[\(String(repeating: "#", count: filled))"
      + "\(String(repeating: " ", count: 20 - filled))] \(Int(share * 100)) %"
  }

  private static func rest(_ nanoseconds: Double) -> String {
    "~\(Int((nanoseconds / 1e9).rounded(.up))) s"
  }
}

extension Console {
  /// Creates a progress bar.
  ///
  /// With the style `auto`, the bar is shown only if standard error is a terminal with escape
  /// codes.
  func progress(_ label: String) -> ProgressBar {
    var style = progressStyle
    if style == .auto, !facts.isErrorTerminal || facts.isDumb { style = .never }
    return ProgressBar(label, style: style, width: width) { self.send($0) }
  }
}
