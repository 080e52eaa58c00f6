internal import Corpora
internal import Synchronization
internal import UnicodeText

/// Finds the lines of JSON that may hold matching records, for records with different fields.
///
/// The filter searches raw lines, so it uses only the parts of a needle that JSON always writes unchanged. These parts
/// have no characters that may be escaped, and none that may have whitespace beside them.
final class JSONLineFilters: Sendable {
  private enum Lines {
    case all
    case none
    case some(LineFilter)
  }

  /// The maximum number of filters to keep; in a hostile file, every line may have new fields.
  private static let most = 8

  /// The bytes of text in the sample by which a search method is chosen.
  private static let sampled = 1 << 15

  private let matchers: FieldMatchers
  private let known = Mutex<[(fields: [Field], lines: Lines)]>([])

  init(_ matchers: FieldMatchers) { self.matchers = matchers }

  /// Calls `body` with the bounds of each line that may hold a matching record; returns `false` if every line may.
  func pick(
    in text: Span<UInt8>, ofFields fields: [Field], _ body: (Range<Int>) -> Void
  ) -> Bool {
    switch lines(for: fields, text) {
    case .all: return false
    case .none: return true
    case .some(let filter):
      filter.pick(in: text, body)
      return true
    }
  }

  private func lines(for fields: [Field], _ text: Span<UInt8>) -> Lines {
    if let known = known.withLock({ $0.first { $0.fields == fields } }) { return known.lines }
    let lines = makeLines(for: fields, text)
    known.withLock { known in
      if known.count == Self.most { known.removeFirst() }
      known.append((fields, lines))
    }
    return lines
  }

  private func makeLines(for fields: [Field], _ text: Span<UInt8>) -> Lines {
    guard let matcher = matchers.matcher(for: fields) else { return .none }
    var sample = GrowableBuffer<UInt8>()
    sample.append(copying: text.extracting(0..<min(text.count, Self.sampled)))
    let filter = LineFilter(
      matcher.requirement.asWrittenInJSON, matcher.folding ?? IndexedText.folding,
      isSufficient: false, sample: sample)
    return filter.map { .some($0) } ?? .all
  }
}

extension Requirement {
  /// The requirement on raw JSON text, if no character is written as a `\u` escape.
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

  /// Whether a byte may be escaped, or is syntax that may have whitespace beside it.
  private static func mayBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || Array("\"\\/{}[]:,".utf8).contains(byte)
  }
}
