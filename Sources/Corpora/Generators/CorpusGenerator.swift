import UnicodeText

/// Generates corpora of any size from a seed, with the same bytes on every machine.
///
///     let generator = CorpusGenerator(kind: .zipf, records: 1_000, seed: 1)
///     generator.write { bytes in file.write(bytes); return true }
package struct CorpusGenerator: Sendable {
  /// The content of the generated lines.
  package enum Kind: String, CaseIterable, Sendable {
    /// 6 to 12 words per line, drawn from 100,000 words with Zipf's distribution.
    case zipf
    /// Lines like those of a web server's log.
    case weblog
  }

  package let kind: Kind

  /// The number of lines.
  package let records: Int
  package let seed: UInt64

  /// - Precondition: `records` is not negative.
  package init(kind: Kind, records: Int, seed: UInt64 = 1) {
    precondition(records >= 0, "the number of records is negative")
    self.kind = kind
    self.records = records
    self.seed = seed
  }

  /// The number of bytes passed to the output at a time.
  private static let step = 1 << 16

  /// Generates the lines and passes them to `output`, piece by piece, until `output` returns false.
  ///
  /// - Throws: the errors of `output`.
  /// - Complexity: O(*n*), where *n* is the number of bytes written; the memory use does not depend
  ///   on `records`.
  package func write<E: Error>(
    to output: (Span<UInt8>) throws(E) -> Bool
  ) throws(E) {
    var buffer = GrowableBuffer<UInt8>(capacity: Self.step + 4_096)
    switch kind {
    case .zipf:
      var lines = ZipfLines(seed: seed)
      try write(&buffer, to: output) { lines.appendLine(to: &$0) }
    case .weblog:
      var lines = WeblogLines(seed: seed)
      try write(&buffer, to: output) { lines.appendLine(to: &$0) }
    }
  }

  private func write<E: Error>(
    _ buffer: inout GrowableBuffer<UInt8>, to output: (Span<UInt8>) throws(E) -> Bool,
    line: (inout GrowableBuffer<UInt8>) -> Void
  ) throws(E) {
    for _ in 0..<records {
      line(&buffer)
      if buffer.count < Self.step { continue }
      if try !buffer.withSpan(output) { return }
      buffer.truncate(to: 0)
    }
    if buffer.count > 0 { _ = try buffer.withSpan(output) }
  }
}
