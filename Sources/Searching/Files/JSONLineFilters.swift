internal import Corpora
internal import Synchronization
internal import UnicodeText

/// What finds the lines of JSON that may hold matching records, for records of different fields.
///
/// What a query requires is looked for in raw lines. So only those parts of a needle count that are always written
/// as they are: whitespace and escapes are never inside them.
final class JSONLineFilters: Sendable {
  private enum Lines {
    case all
    case none
    case some(LineFilter)
  }

  /// No more are kept: a hostile file may have new fields on each line.
  private static let most = 8

  /// The bytes of text by which a way to look for needles is chosen.
  private static let sampled = 1 << 15

  private let matchers: FieldMatchers
  private let known = Mutex<[(fields: [Field], lines: Lines)]>([])

  init(_ matchers: FieldMatchers) { self.matchers = matchers }

  /// Calls `body` with the bounds of each line that may hold a matching record; `false` if every line may.
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
  /// What is left of it for values as they are written in JSON, where no character is written as its number.
  fileprivate var asWrittenInJSON: Requirement {
    switch self {
    case .nothing: return .nothing
    case .substring(let bytes), .tokenPrefix(let bytes):
      let parts = bytes.split(whereSeparator: Self.mayBeWrittenOtherwise)
      return parts.max { $0.count < $1.count }.map { .substring(Array($0)) } ?? .nothing
    case .all(let parts):
      let kept = parts.map(\.asWrittenInJSON).filter { $0 != .nothing }
      return kept.isEmpty ? .nothing : .all(kept)
    case .any(let parts):
      let kept = parts.map(\.asWrittenInJSON)
      return kept.contains(.nothing) ? .nothing : .any(kept)
    }
  }

  /// Whether a character may be escaped, or may have whitespace beside it, between values.
  private static func mayBeWrittenOtherwise(_ byte: UInt8) -> Bool {
    byte < 0x20 || Array("\"\\/{}[]:,".utf8).contains(byte)
  }
}
