internal import TestSupport
internal import UnicodeText

extension FuzzTarget {
  /// An input is an arbitrary sequence of bytes.
  ///
  /// Each set of kernels validates, repairs and folds the bytes, and divides them into grapheme
  /// clusters.
  static let text = FuzzTarget(
    name: "text",
    oracle: "the standard library, and folding by the Unicode database", longest: 256
  ) { input in
    let bytes = Array(input.rest)
    let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    let first = (0..<bytes.count).first { bytes[$0] != (repaired.count > $0 ? repaired[$0] : 0) }
    let before = Kernels.level
    for level in Kernels.Level.allCases where Kernels.use(level) {
      checkRepair(bytes, repaired, first, level)
      for folding in TextChecks.foldings { checkFolding(of: repaired, folding, level) }
    }
    _ = Kernels.use(before)
    checkClusters(of: repaired)
  }
}

private enum TextChecks {
  static let foldings = [true, false].flatMap { ignoresCase in
    [true, false].map { Folding(ignoresCase: ignoresCase, ignoresDiacritics: $0) }
  }
}

private func checkRepair(
  _ bytes: [UInt8], _ repaired: [UInt8], _ firstDifference: Int?, _ level: Kernels.Level
) {
  var output = GrowableBuffer<UInt8>()
  let replaced = UTF8Text.appendRepaired(bytes.span, to: &output)
  expectEqual(output.array(), repaired, "\(level) repairs \(bytes)")
  expectEqual(replaced == 0, bytes == repaired, "\(level) counts what it repairs in \(bytes)")
  let valid = UTF8Text.validPrefix(of: bytes.span)
  expectEqual(valid == bytes.count, bytes == repaired, "\(level) validates \(bytes)")
  expect(
    valid <= bytes.count && Array(bytes[..<valid]) == Array(repaired[..<valid]),
    "\(level): the valid prefix of \(bytes) is not \(valid)")
  if let firstDifference {
    expect(valid <= firstDifference, "\(level): too long a prefix of \(bytes), \(valid)")
  }
}

private func folded(_ text: [UInt8], _ folding: Folding) -> [UInt8] {
  var output = GrowableBuffer<UInt8>()
  folding.fold(text.span, into: &output)
  return output.array()
}

private func checkFolding(of text: [UInt8], _ folding: Folding, _ level: Kernels.Level) {
  let note = "\(level) \(folding) of \(text)"
  let result = folded(text, folding)
  let wanted = FoldingOracle.shared.fold(
    String(decoding: text, as: UTF8.self).unicodeScalars.map(\.value), by: folding)
  if UnicodeDatabase.isPresent {
    expectEqual(
      String(decoding: result, as: UTF8.self).unicodeScalars.map(\.value), wanted, note)
  }
  expectEqual(folded(result, folding), result, "again: \(note)")
  let mapped = folding.foldWithSources(text.span)
  expectEqual(mapped.bytes, result, "with sources: \(note)")
  var last = 0..<0
  for index in mapped.bytes.indices {
    let source = mapped.sources(of: index..<index + 1)
    expect(!source.isEmpty && source.upperBound <= text.count, "source of \(index): \(note)")
    if mapped.bytes[index] & 0xC0 != 0x80 {
      // Normalization can reorder the marks of a grapheme cluster, so check only that each source
      // range begins at the start of a scalar.
      expect(text[source.lowerBound] & 0xC0 != 0x80, "source of \(index) is cut: \(note)")
    }
    if source.lowerBound >= last.upperBound { last = source }
  }
  let all = mapped.sources(of: 0..<mapped.bytes.count)
  expect(all.lowerBound >= 0 && all.upperBound <= text.count, "source of all: \(note)")
}

private func checkClusters(of text: [UInt8]) {
  var wanted = [0]
  for character in String(decoding: text, as: UTF8.self) {
    wanted.append(wanted[wanted.count - 1] + String(character).utf8.count)
  }
  expectEqual(Graphemes.boundaries(in: text.span), wanted, "clusters of \(text)")
  for offset in 0...text.count {
    let before = Graphemes.boundary(atOrBefore: offset, in: text.span)
    expectEqual(before, wanted.last { $0 <= offset }, "boundary before \(offset) of \(text)")
    let after = Graphemes.boundary(atOrAfter: offset, in: text.span)
    expectEqual(after, wanted.first { $0 >= offset }, "boundary after \(offset) of \(text)")
  }
}
