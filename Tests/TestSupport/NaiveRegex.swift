internal import Corpora
package import Searching

/// A regular expression that can be printed, and matched by simple backtracking (leftmost-first).
package indirect enum NaiveRegex {
  case scalar(Unicode.Scalar)
  case any
  case set([Unicode.Scalar], isNegated: Bool)
  case word(isNegated: Bool)
  case digit
  case space(isNegated: Bool)
  case boundary(isNegated: Bool)
  case start
  case end
  case sequence([NaiveRegex])
  case choice([NaiveRegex])
  case optional(NaiveRegex, isLazy: Bool)
  /// At least `minimum` repetitions; the repeated expression never matches the empty string.
  case repeated(NaiveRegex, minimum: Int, isLazy: Bool)

  /// The expression in RE2's syntax.
  package var pattern: String {
    switch self {
    case .scalar(let scalar): NaiveRegex.escaped(scalar)
    case .any: "."
    case .set(let scalars, let isNegated):
      "[" + (isNegated ? "^" : "") + scalars.map(NaiveRegex.escaped).joined() + "]"
    case .word(let isNegated): isNegated ? "\\W" : "\\w"
    case .digit: "\\d"
    case .space(let isNegated): isNegated ? "\\S" : "\\s"
    case .boundary(let isNegated): isNegated ? "\\B" : "\\b"
    case .start: "^"
    case .end: "$"
    case .sequence(let parts): parts.map(\.grouped).joined()
    case .choice(let parts): parts.map(\.pattern).joined(separator: "|")
    case .optional(let inner, let isLazy): inner.grouped + (isLazy ? "??" : "?")
    case .repeated(let inner, let minimum, let isLazy):
      inner.grouped + (minimum == 0 ? "*" : "+") + (isLazy ? "?" : "")
    }
  }

  private var grouped: String {
    switch self {
    case .choice, .sequence, .optional, .repeated: "(?:\(pattern))"
    default: pattern
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    let special = "\\.+*?()|[]{}^$-".unicodeScalars
    return (special.contains(scalar) ? "\\" : "") + String(Character(scalar))
  }

  /// Flags: ignore case, `.` matches newlines, `^` and `$` match at line ends, and classes are
  /// Unicode classes.
  package struct Flags {
    package var ignoresCase = false
    package var isDotAll = false
    package var isMultiline = false
    package var isUnicode = true

    package init() {}

    /// The flags in RE2's syntax, without the flag for ignoring case, which is a search option.
    package var prefix: String {
      let letters = (isDotAll ? "s" : "") + (isMultiline ? "m" : "")
      return letters.isEmpty ? "" : "(?\(letters))"
    }
  }

  /// The non-overlapping matches in `text`, including empty matches, as ranges of scalars.
  package func matches(in text: [Unicode.Scalar], _ flags: Flags) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    while start <= text.count {
      guard
        let place = (start...text.count).lazy.compactMap({ at in
          match(text, at, flags) { $0 }.map { at..<$0 }
        }).first
      else { break }
      result.append(place)
      start = place.isEmpty ? place.upperBound + 1 : place.upperBound
    }
    return result
  }

  /// Tries the alternatives of the expression at offset `at` in order of preference.
  ///
  /// After a match, calls `next` with the end of the match, to match the rest of the whole
  /// expression.
  private func match(
    _ text: [Unicode.Scalar], _ at: Int, _ flags: Flags, _ next: (Int) -> Int?
  ) -> Int? {
    func one(_ accepts: (Unicode.Scalar) -> Bool) -> Int? {
      at < text.count && accepts(text[at]) ? next(at + 1) : nil
    }
    func isWord(_ index: Int) -> Bool {
      index >= 0 && index < text.count && NaiveRegex.isWord(text[index], flags)
    }
    switch self {
    case .scalar(let scalar): return one { NaiveRegex.equal($0, scalar, flags) }
    case .any: return one { flags.isDotAll || $0 != "\n" }
    case .set(let scalars, let isNegated):
      return one { member in
        scalars.contains { NaiveRegex.equal($0, member, flags) } != isNegated
      }
    case .word(let isNegated): return one { NaiveRegex.isWord($0, flags) != isNegated }
    case .digit:
      return one {
        flags.isUnicode
          ? $0.properties.generalCategory == .decimalNumber : ("0"..."9").contains($0)
      }
    case .space(let isNegated):
      return one {
        let isSpace =
          flags.isUnicode ? $0.properties.isWhitespace : " \t\n\u{C}\r".unicodeScalars.contains($0)
        return isSpace != isNegated
      }
    case .boundary(let isNegated):
      return (isWord(at - 1) != isWord(at)) != isNegated ? next(at) : nil
    case .start:
      return at == 0 || (flags.isMultiline && text[at - 1] == "\n") ? next(at) : nil
    case .end:
      return at == text.count || (flags.isMultiline && text[at] == "\n") ? next(at) : nil
    case .sequence(let parts):
      guard let first = parts.first else { return next(at) }
      return first.match(text, at, flags) {
        NaiveRegex.sequence(Array(parts.dropFirst())).match(text, $0, flags, next)
      }
    case .choice(let parts):
      for part in parts {
        if let end = part.match(text, at, flags, next) { return end }
      }
      return nil
    case .optional(let inner, let isLazy):
      if isLazy { return next(at) ?? inner.match(text, at, flags, next) }
      return inner.match(text, at, flags, next) ?? next(at)
    case .repeated(let inner, let minimum, let isLazy):
      func more() -> Int? {
        inner.match(text, at, flags) { end in
          guard end > at else { return nil }
          return NaiveRegex.repeated(inner, minimum: 0, isLazy: isLazy).match(
            text, end, flags, next)
        }
      }
      if minimum > 0 { return more() }
      return isLazy ? next(at) ?? more() : more() ?? next(at)
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar, _ flags: Flags) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": return true
    default:
      guard flags.isUnicode else { return false }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
        return true
      default: return scalar.properties.isAlphabetic || scalar.properties.isJoinControl
      }
    }
  }

  /// Simple case folding, which is sufficient for the letters in the tests.
  private static func equal(
    _ a: Unicode.Scalar, _ b: Unicode.Scalar, _ flags: Flags
  ) -> Bool {
    guard flags.ignoresCase, a != b else { return a == b }
    func simple(_ scalar: Unicode.Scalar) -> String {
      scalar == "ς" ? "σ" : scalar.properties.lowercaseMapping
    }
    // Compare scalars, because strings compare by canonical equivalence.
    return simple(a).unicodeScalars.elementsEqual(simple(b).unicodeScalars)
  }
}

extension NaiveOracle {
  /// The hits of a regular expression in a row; nil if the row does not match.
  package func regex(
    _ regex: NaiveRegex, _ flags: NaiveRegex.Flags, in row: Int, _ options: SearchOptions
  ) -> [Hit]? {
    var isMatch = false
    var hits: [Hit] = []
    for part in parts(of: row, in: options) {
      let scalars = Array(part.text.unicodeScalars)
      var offsets = [0]
      for scalar in scalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
      for match in regex.matches(in: scalars, flags) {
        isMatch = true
        if match.isEmpty { continue }
        hits.append(
          Hit(
            field: part.field, representation: part.representation,
            range: offsets[match.lowerBound] + part.offset..<offsets[match.upperBound] + part.offset
          ))
      }
    }
    return isMatch ? hits : nil
  }
}
