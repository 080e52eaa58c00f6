internal import UnicodeText

/// Finds the short prefixes whose posting lists take longest to merge.
struct PrefixRuns {
  /// The maximum length of a prefix, in characters.
  private static let depth = 3

  /// A prefix, and the posting lists and bitmaps of the tokens that begin with the prefix.
  struct Run {
    let prefix: [UInt8]
    var lists: Range<Int>
    var bitmaps: Range<Int>
  }

  private let words: Int

  /// One unfinished run for each short prefix of the current token, shortest prefix first.
  private var open: [Run] = []
  private var closed: [Run] = []

  init(words: Int) { self.words = words }

  /// The cost of merging a run, in list entries; two words of a bitmap cost as much as one entry.
  private func weight(_ run: Run) -> Int { run.lists.count + run.bitmaps.count * words / 2 }

  /// Adds the next token; tokens must be added in byte order.
  ///
  /// The token has a posting list that starts at `posting`, or a bitmap with the index `bitmap`.
  mutating func take(_ token: Span<UInt8>, posting: Int, bitmap: Int) {
    while let last = open.last, !Self.begins(token, with: last.prefix) {
      close(posting: posting, bitmap: bitmap)
    }
    while open.count < Self.depth {
      let start = open.last?.prefix.count ?? 0
      guard start < token.count else { return }
      let end = start + UTF8Text.scalar(at: start, in: token).length
      open.append(
        Run(
          prefix: [UInt8](copying: token.extracting(0..<min(end, token.count))),
          lists: posting..<posting, bitmaps: bitmap..<bitmap))
    }
  }

  private static func begins(_ token: Span<UInt8>, with prefix: [UInt8]) -> Bool {
    guard token.count >= prefix.count else { return false }
    for index in prefix.indices where token[index] != prefix[index] { return false }
    return true
  }

  private mutating func close(posting: Int, bitmap: Int) {
    guard var run = open.popLast() else { return }
    run.lists = run.lists.lowerBound..<posting
    run.bitmaps = run.bitmaps.lowerBound..<bitmap
    // A run is worth storing only if merging it takes much longer than one pass over a bitmap.
    if weight(run) >= max(1, words * 4) { closed.append(run) }
  }

  /// Finishes the runs of the last token; call this method after adding the last token.
  mutating func end(posting: Int, bitmap: Int) {
    while !open.isEmpty { close(posting: posting, bitmap: bitmap) }
  }

  /// The runs with the highest costs of merging.
  ///
  /// A bitmap has `bitmapBytes` bytes. The bitmaps of all returned runs fit in `limit` bytes.
  func chosen(bitmapBytes: Int, limit: Int) -> [Run] {
    let ordered = closed.enumerated().sorted {
      (weight($1.element), $0.offset) < (weight($0.element), $1.offset)
    }
    return ordered.prefix(limit / max(1, bitmapBytes)).map(\.element)
  }
}
