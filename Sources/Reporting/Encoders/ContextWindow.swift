internal import Corpora
internal import Searching
internal import UnicodeText

/// A line around a match, not a match itself.
struct ContextLine {
  let source: String
  let line: Int
}

/// Walks the lines around matches as grep does: each line once, groups that do not touch parted.
///
/// Only corpora of lines have context: records elsewhere do not surround each other. Context never leaves a source.
struct ContextWindow {
  typealias LineWriter = (ContextLine, Span<UInt8>, inout GrowableBuffer<UInt8>) -> Void

  /// The last match and where it stands.
  private struct Match {
    let part: Int
    let corpus: Corpus
    let record: UInt64
    let source: String
  }

  private let before: Int
  private let after: Int
  private var last: Match?

  init(_ options: EncodingOptions) {
    before = max(0, options.context.before)
    after = max(0, options.context.after)
  }

  /// Writes what stands between the match before and `row`, which the caller writes next.
  mutating func advance(
    to row: Row, _ bytes: inout GrowableBuffer<UInt8>,
    separator: (inout GrowableBuffer<UInt8>) -> Void, line: LineWriter
  ) {
    guard before + after > 0, Self.hasContext(row.corpus) else { return }
    let record = row.record.rawValue
    let isSame = last.map { $0.part == row.part && $0.source == row.source } ?? false
    var next = record - min(record, UInt64(before))
    if let last {
      let end = trailing(last, before: isSame ? record : nil, &bytes, line)
      if isSame, next <= end {
        next = end
      } else {
        separator(&bytes)
      }
    }
    while next < record {
      write(next, of: row.corpus, in: row.source, &bytes, line)
      next += 1
    }
    last = Match(part: row.part, corpus: row.corpus, record: record, source: row.source)
  }

  /// Writes what follows the last match.
  mutating func finish(_ bytes: inout GrowableBuffer<UInt8>, line: LineWriter) {
    if let last { _ = trailing(last, before: nil, &bytes, line) }
    last = nil
  }

  /// Writes the lines after a match; returns the record behind the last written.
  private func trailing(
    _ match: Match, before limit: UInt64?, _ bytes: inout GrowableBuffer<UInt8>, _ line: LineWriter
  ) -> UInt64 {
    let end = min(
      match.record + 1 + UInt64(after), limit ?? .max, UInt64(match.corpus.count))
    for record in match.record + 1..<max(match.record + 1, end) {
      write(record, of: match.corpus, in: match.source, &bytes, line)
    }
    return max(match.record + 1, end)
  }

  private func write(
    _ record: UInt64, of corpus: Corpus, in source: String, _ bytes: inout GrowableBuffer<UInt8>,
    _ line: LineWriter
  ) {
    let location = corpus.location(of: RecordID(record))
    if location.source != source { return }
    let place = ContextLine(source: source, line: location.line)
    corpus.withRecord(RecordID(record)) { text in
      line(place, text.extracting(0..<max(0, text.count - 1)), &bytes)
    }
  }

  private static func hasContext(_ corpus: Corpus) -> Bool {
    corpus.fields.count == 1 && corpus.fields[0].name == "text" && !corpus.fields[0].isAlias
  }
}
