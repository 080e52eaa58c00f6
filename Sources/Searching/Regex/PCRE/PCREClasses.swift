/// Rewrites a pattern for PCRE2: `\d`, `\s`, `\w`, `\b` and their complements become their Unicode
/// definitions.
///
/// PCRE2's own option for Unicode classes is not used: its `\w` does not include marks, it changes
/// `[[:alpha:]]`, and its effect depends on the version of PCRE2. Inside brackets, a complement
/// becomes an alternative of the class: `[x\W]` becomes `(?:[x]|[^w])`, where `w` stands for the
/// definition of `\w`.
struct PCREClasses {
  private static let digit = #"\p{Nd}"#
  private static let space = #"\p{Z}\x{9}-\x{D}\x{85}"#

  /// `\p{Alphabetic}` requires a newer version of PCRE2 than the names of general categories do.
  private static let word = #"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\x{200C}\x{200D}"#

  private let bytes: [UInt8]
  private var at = 0
  private var result: [UInt8] = []
  private var hasChanged = false

  /// Whether `#` can begin a comment, because some group of the pattern sets the option `x`.
  private let mayHaveComments: Bool

  private init(_ text: String) {
    bytes = Array(text.utf8)
    mayHaveComments = Self.setsExtended(bytes)
  }

  /// Replaces the classes in a pattern with their definitions.
  ///
  /// - Parameter text: a pattern that PCRE2 accepts.
  /// - Returns: the new pattern; `nil` if there is nothing to replace.
  /// - Complexity: O(*n*) in the length of the pattern.
  static func writtenOut(in text: String) -> String? {
    var classes = PCREClasses(text)
    classes.run()
    return classes.hasChanged ? String(decoding: classes.result, as: UTF8.self) : nil
  }

  /// Whether the pattern has a group that sets the option `x`, such as `(?x)` or `(?ix:`.
  private static func setsExtended(_ bytes: [UInt8]) -> Bool {
    for start in bytes.indices.dropLast(2)
    where bytes[start] == UInt8(ascii: "(") && bytes[start + 1] == UInt8(ascii: "?") {
      for byte in bytes[(start + 2)...] {
        if byte == UInt8(ascii: "x") { return true }
        guard
          UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || byte == UInt8(ascii: "^")
            || byte == UInt8(ascii: "J") || byte == UInt8(ascii: "U")
        else { break }
      }
    }
    return false
  }

  private mutating func run() {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\"): readEscape()
      case UInt8(ascii: "["): readClass()
      case UInt8(ascii: "#") where mayHaveComments: copy(through: UInt8(ascii: "\n"))
      case UInt8(ascii: "(") where follows("?#"): copy(through: UInt8(ascii: ")"))
      default: copy(1)
      }
    }
  }

  private func follows(_ text: StaticString) -> Bool {
    let text = Array("\(text)".utf8)
    return at + 1 + text.count <= bytes.count
      && bytes[at + 1..<at + 1 + text.count].elementsEqual(text)
  }

  private mutating func copy(_ count: Int) {
    let end = min(at + count, bytes.count)
    result += bytes[at..<end]
    at = end
  }

  private mutating func copy(through byte: UInt8) {
    let end = bytes[at...].firstIndex(of: byte) ?? bytes.count - 1
    copy(end + 1 - at)
  }

  private mutating func replace(_ count: Int, by text: String) {
    result += Array(text.utf8)
    at += count
    hasChanged = true
  }

  /// The end of the quotation `\Q...` that begins at `start`.
  private func endOfQuotation(from start: Int) -> Int {
    var end = start + 2
    while end + 1 < bytes.count {
      if bytes[end] == UInt8(ascii: "\\"), bytes[end + 1] == UInt8(ascii: "E") { return end + 2 }
      end += 1
    }
    return bytes.count
  }

  private mutating func readEscape() {
    guard at + 1 < bytes.count else { return copy(1) }
    switch bytes[at + 1] {
    case UInt8(ascii: "d"): replace(2, by: Self.digit)
    case UInt8(ascii: "D"): replace(2, by: "[^\(Self.digit)]")
    case UInt8(ascii: "s"): replace(2, by: "[\(Self.space)]")
    case UInt8(ascii: "S"): replace(2, by: "[^\(Self.space)]")
    case UInt8(ascii: "w"): replace(2, by: "[\(Self.word)]")
    case UInt8(ascii: "W"): replace(2, by: "[^\(Self.word)]")
    case UInt8(ascii: "b"):
      replace(
        2, by: "(?:(?<=[\(Self.word)])(?![\(Self.word)])|(?<![\(Self.word)])(?=[\(Self.word)]))")
    case UInt8(ascii: "B"):
      replace(
        2, by: "(?:(?<=[\(Self.word)])(?=[\(Self.word)])|(?<![\(Self.word)])(?![\(Self.word)]))")
    case UInt8(ascii: "Q"): copy(endOfQuotation(from: at) - at)
    // Copy `\c` with the next character, because both together name a control character.
    case UInt8(ascii: "c"): copy(3)
    default: copy(2)
    }
  }

  /// Reads a bracket expression; copies the rest of the pattern unchanged if the expression is not
  /// closed.
  private mutating func readClass() {
    // `[[:<:]]` and `[[:>:]]` are word boundaries, not classes.
    if follows("[:<:]]") || follows("[:>:]]") { return copy(7) }
    var place = at + 1
    let isNegated = place < bytes.count && bytes[place] == UInt8(ascii: "^")
    if isNegated { place += 1 }
    let first = place
    var members: [UInt8] = []
    var complements: [String] = []
    var isOther = false
    while place < bytes.count, place == first || bytes[place] != UInt8(ascii: "]") {
      let end = endOfMember(from: place)
      switch String(decoding: bytes[place..<end], as: UTF8.self) {
      case #"\d"#: members += Array(Self.digit.utf8)
      case #"\s"#: members += Array(Self.space.utf8)
      case #"\w"#: members += Array(Self.word.utf8)
      case #"\D"#: complements.append("[^\(Self.digit)]")
      case #"\S"#: complements.append("[^\(Self.space)]")
      case #"\W"#: complements.append("[^\(Self.word)]")
      default:
        members += bytes[place..<end]
        place = end
        continue
      }
      isOther = true
      place = end
    }
    guard place < bytes.count else { return copy(bytes.count - at) }
    let end = place + 1
    guard isOther else { return copy(end - at) }
    replace(end - at, by: Self.bracket(members, complements, isNegated: isNegated))
  }

  /// A pattern in PCRE2's syntax for a class that consists of `members` and `complements`.
  private static func bracket(
    _ members: [UInt8], _ complements: [String], isNegated: Bool
  ) -> String {
    var inner = String(decoding: members, as: UTF8.self)
    if complements.isEmpty { return "[\(isNegated ? "^" : "")\(inner)]" }
    if members.first == UInt8(ascii: "^") { inner = "\\" + inner }
    let all = (inner.isEmpty ? [] : ["[\(inner)]"]) + complements
    if !isNegated { return "(?:\(all.joined(separator: "|")))" }
    return "(?:" + all.map { "(?!\($0))" }.joined() + "(?s:.))"
  }

  /// The end of the member of a bracket expression that begins at `start`.
  ///
  /// A member is an escape, a quotation, a class such as `[:alpha:]`, or a single byte.
  private func endOfMember(from start: Int) -> Int {
    guard start + 1 < bytes.count else { return bytes.count }
    let next = bytes[start + 1]
    switch bytes[start] {
    case UInt8(ascii: "\\") where next == UInt8(ascii: "Q"): return endOfQuotation(from: start)
    case UInt8(ascii: "\\"):
      return min(start + (next == UInt8(ascii: "c") ? 3 : 2), bytes.count)
    case UInt8(ascii: "[") where next == UInt8(ascii: ":"):
      return endOfNamedClass(from: start) ?? start + 1
    default: return start + 1
    }
  }

  /// The end of a class such as `[:alpha:]`; `nil` if no class begins at `start`.
  private func endOfNamedClass(from start: Int) -> Int? {
    var end = start + 2
    while end + 1 < bytes.count {
      if bytes[end] == UInt8(ascii: ":"), bytes[end + 1] == UInt8(ascii: "]") { return end + 2 }
      guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[end] || bytes[end] == UInt8(ascii: "^")
      else { return nil }
      end += 1
    }
    return nil
  }
}
