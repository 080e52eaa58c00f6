/// Decodes the bytes of a bracketed paste one by one, as they arrive.
struct PastedText: Sendable {
  private static let mark = Array("\u{1B}[201~".utf8)

  private var text = String.UnicodeScalarView()
  private var scalars = ScalarDecoder()

  /// The number of bytes of the end marker that have arrived.
  private var marked = 0

  /// The number of newlines that are held back until more text follows; trailing newlines are
  /// dropped.
  private var heldLineEnds = 0
  private var followsReturn = false

  /// Whether `takeText()` would return nil, because no pasted text is buffered.
  var isEmpty: Bool { text.isEmpty }

  /// Adds the next byte; returns true if this byte ends the paste.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.mark[marked] {
      marked += 1
      return marked == Self.mark.count
    }
    // The marker contains Escape only at its start, so a partial marker cannot contain the start of
    // another marker.
    for held in Self.mark[..<marked] { add(held) }
    marked = byte == Self.mark[0] ? 1 : 0
    if marked == 0 { add(byte) }
    return false
  }

  /// Removes and returns the text that has arrived so far.
  mutating func takeText() -> Key? {
    if text.isEmpty { return nil }
    defer { text = String.UnicodeScalarView() }
    return .paste(String(text))
  }

  private mutating func add(_ byte: UInt8) {
    guard let scalar = scalars.take(byte) else { return }
    switch scalar {
    case "\n" where followsReturn: followsReturn = false
    case "\n", "\r":
      heldLineEnds += 1
      followsReturn = scalar == "\r"
    default:
      followsReturn = false
      if scalar != "\t" && scalar.properties.generalCategory == .control { return }
      // Insert the held-back newlines, now that text follows.
      while heldLineEnds > 0 {
        text.append("\n")
        heldLineEnds -= 1
      }
      text.append(scalar)
    }
  }
}
