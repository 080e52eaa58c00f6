/// A bracketed paste as it comes in.
struct PastedText: Sendable {
  private static let mark = Array("\u{1B}[201~".utf8)

  private var text = String.UnicodeScalarView()
  private var scalars = ScalarDecoder()

  /// How much of the mark at the end has come.
  private var marked = 0

  /// Line ends are held back until something follows them: that behind a copied line is not part of
  /// it.
  private var heldLineEnds = 0
  private var followsReturn = false

  /// Whether text waits to be given out.
  var isEmpty: Bool { text.isEmpty }

  /// Takes the next byte; true if the paste ends with it.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.mark[marked] {
      marked += 1
      return marked == Self.mark.count
    }
    // Escape is the mark's first byte only: what has come of it cannot hold another beginning.
    for held in Self.mark[..<marked] { add(held) }
    marked = byte == Self.mark[0] ? 1 : 0
    if marked == 0 { add(byte) }
    return false
  }

  /// Gives out what has come so far.
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
      // What is held back belongs between two lines; before the first it is empty lines.
      while heldLineEnds > 0 {
        text.append("\n")
        heldLineEnds -= 1
      }
      text.append(scalar)
    }
  }
}
