internal import UnicodeText

extension GrowableBuffer<UInt8> {
  /// Appends the bytes of `range`, calling `escape` for each byte that satisfies `isSpecial`.
  ///
  /// Copies each run of ordinary bytes with one call, then escapes the special byte after the run.
  @inline(__always)
  mutating func append(
    _ text: Span<UInt8>, in range: Range<Int>, escaping isSpecial: (UInt8) -> Bool,
    _ escape: (UInt8, inout Self) -> Void
  ) {
    var start = range.lowerBound
    for index in range where isSpecial(text[index]) {
      if start < index { append(text, in: start..<index) }
      escape(text[index], &self)
      start = index + 1
    }
    if start < range.upperBound { append(text, in: start..<range.upperBound) }
  }

  /// Appends the bytes of `range` on one line: newline, CR and backslash become `\n`, `\r` and
  /// `\\`.
  mutating func append(_ text: Span<UInt8>, onOneLine range: Range<Int>) {
    let text = text.extracting(range)
    var start = 0
    while let place = Kernels.firstIndex(
      ofAny: (0x0A, 0x0D, 0x5C, Separator.value), in: text, from: start)
    {
      append(text, in: start..<place)
      append(0x5C)
      switch text[place] {
      case 0x0D: append(UInt8(ascii: "r"))
      case 0x5C: append(0x5C)
      default: append(UInt8(ascii: "n"))
      }
      start = place + 1
    }
    append(text, in: start..<text.count)
  }
}
