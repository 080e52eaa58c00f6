/// Counts the optional parts of a pattern: `a?`, `a*`, and the three optional copies of `a{2,5}`.
///
/// The time that RE2 takes to compile a pattern grows with the square of the number of optional
/// parts. The count for a malformed pattern is meaningless, but RE2 rejects such a pattern.
struct OptionalParts {
  /// The maximum number of optional parts.
  ///
  /// RE2 compiles patterns up to this limit in a fraction of a second.
  static let limit = 10_000

  private let pattern: [UInt8]
  private var at = 0

  /// The number of optional parts in each open group, from the outermost to the innermost group.
  private var groups = [0]

  /// The number of optional parts in the last character, class or group.
  private var last = 0

  /// The number of optional parts in a pattern; if there are more than `limit`, the result is some
  /// number above `limit`.
  static func count(in pattern: [UInt8]) -> Int {
    var parts = OptionalParts(pattern: pattern)
    while parts.at < pattern.count, parts.total <= limit { parts.step() }
    return parts.total
  }

  private init(pattern: [UInt8]) { self.pattern = pattern }

  private var total = 0

  private func byte(_ distance: Int = 0) -> UInt8? {
    at + distance < pattern.count ? pattern[at + distance] : nil
  }

  private mutating func step() {
    switch pattern[at] {
    case UInt8(ascii: "\\"):
      let named: [UInt8?] = [UInt8(ascii: "x"), UInt8(ascii: "p"), UInt8(ascii: "P")]
      let hasName = named.contains(byte(1)) && byte(2) == UInt8(ascii: "{")
      at += 2
      if hasName { skip(past: UInt8(ascii: "}")) }
      last = 0
    case UInt8(ascii: "["): skipClass()
    case UInt8(ascii: "("):
      groups.append(0)
      // The question mark of `(?:` is not an operator.
      at += byte(1) == UInt8(ascii: "?") ? 2 : 1
    case UInt8(ascii: ")"):
      at += 1
      if groups.count > 1 { last = groups.removeLast() }
      groups[groups.count - 1] += last
    case UInt8(ascii: "?"), UInt8(ascii: "*"):
      at += 1
      add(last + 1)
    case UInt8(ascii: "{"):
      at += 1
      readCounts()
    default:
      at += 1
      last = 0
    }
  }

  /// Sets the number of optional parts in the last character, class or group to `number`.
  private mutating func add(_ number: Int) {
    groups[groups.count - 1] += number - last
    total += number - last
    last = number
  }

  private mutating func skip(past end: UInt8) {
    while let next = byte(), next != end { at += 1 }
    at += 1
  }

  private mutating func skipClass() {
    at += byte(1) == UInt8(ascii: "^") ? 2 : 1
    // A closing bracket directly after the opening bracket does not end the class.
    if byte() == UInt8(ascii: "]") { at += 1 }
    while let next = byte(), next != UInt8(ascii: "]") {
      if next == UInt8(ascii: "\\") {
        at += 2
      } else if next == UInt8(ascii: "["), byte(1) == UInt8(ascii: ":") {
        skip(past: UInt8(ascii: "]"))
      } else {
        at += 1
      }
    }
    at += 1
    last = 0
  }

  /// Reads `2}`, `2,}` or `2,5}`; anything else is literal text.
  private mutating func readCounts() {
    let start = at
    guard let minimum = readNumber() else { return }
    var maximum: Int? = minimum
    if byte() == UInt8(ascii: ",") {
      at += 1
      maximum = readNumber()
    }
    guard byte() == UInt8(ascii: "}") else {
      at = start
      return
    }
    at += 1
    let copies = maximum ?? minimum + 1
    add(last * copies + max(0, copies - minimum))
  }

  /// Reads a number; RE2 rejects numbers above 1000.
  private mutating func readNumber() -> Int? {
    let start = at
    var number = 0
    while let digit = byte(), (0x30...0x39).contains(digit) {
      number = min(10_000, number * 10 + Int(digit) - 0x30)
      at += 1
    }
    return at == start ? nil : number
  }
}
