internal import Corpora
internal import Synchronization
internal import UnicodeText

/// Finds the lines of JSON that may contain matching records, using a separate filter for each list
/// of fields.
///
/// A filter searches raw lines, so it uses only substrings of a needle that appear unchanged in
/// JSON text. These substrings contain no characters that JSON may escape, and no syntax characters
/// that may have whitespace next to them.
final class JSONLineFilters: Sendable {
  private enum Lines {
    case all
    case none
    case some(LineFilter)
  }

  /// The maximum number of filters to keep, because every line of a file may have new fields.
  private static let maximumFilters = 8

  /// The maximum size, in bytes, of the sample from which a search method is chosen.
  private static let sampled = 1 << 15

  private let matchers: FieldMatchers
  private let known = Mutex<[(key: FieldMatchers.Key, lines: Lines)]>([])

  init(_ matchers: FieldMatchers) { self.matchers = matchers }

  /// Calls `body` with the bounds of each line that may contain a matching record.
  ///
  /// If every line may contain a matching record, returns `false` without calling `body`.
  func pick(
    in text: Span<UInt8>, ofFields fields: [Field], _ body: (Range<Int>) -> Void
  ) -> Bool {
    switch lines(for: fields, text) {
    case .all: return false
    case .none: return true
    case .some(let filter):
      filter.pick(in: text) { line, _ in body(line) }
      return true
    }
  }

  private func lines(for fields: [Field], _ text: Span<UInt8>) -> Lines {
    let key = matchers.key(for: fields)
    if let known = known.withLock({ $0.first { $0.key == key } }) { return known.lines }
    let lines = makeLines(for: fields, text)
    known.withLock { known in
      if known.count == Self.maximumFilters { known.removeFirst() }
      known.append((key, lines))
    }
    return lines
  }

  private func makeLines(for fields: [Field], _ text: Span<UInt8>) -> Lines {
    guard let matcher = matchers.matcher(for: fields, hasRecords: false) else { return .none }
    var sample = GrowableBuffer<UInt8>()
    sample.append(copying: text.extracting(0..<min(text.count, Self.sampled)))
    let filter = LineFilter(
      matcher.requirement.asWrittenInJSON, matcher.folding ?? IndexedText.folding,
      isSufficient: false, sample: sample)
    return filter.map { .some($0) } ?? .all
  }
}

extension Requirement {
  /// The requirement on raw JSON text, assuming that no character is written as a `\u` escape.
  fileprivate var asWrittenInJSON: Requirement {
    switch self {
    case .nothing: return .nothing
    case .substring(let bytes), .tokenPrefix(let bytes):
      let parts = bytes.split(whereSeparator: Self.mayBeEscaped)
      return parts.max { $0.count < $1.count }.map { .substring(Array($0)) } ?? .nothing
    case .all(let parts):
      let kept = parts.map(\.asWrittenInJSON).filter { $0 != .nothing }
      return kept.isEmpty ? .nothing : .all(kept)
    case .any(let parts):
      let kept = parts.map(\.asWrittenInJSON)
      return kept.contains(.nothing) ? .nothing : .any(kept)
    }
  }

  /// Whether a byte may be escaped, or is a syntax character that may have whitespace next to it.
  private static func mayBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || Array("\"\\/{}[]:,".utf8).contains(byte)
  }
}
