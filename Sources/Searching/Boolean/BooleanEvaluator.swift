internal import Corpora
internal import UnicodeText

/// Evaluates a normal form for many records at once, with one bit for each record.
///
/// An operand is tested only in undecided records. For an AND, these are the records that match all
/// earlier operands; for an OR, the records that match no earlier operand. If many records are
/// undecided, all the text is scanned; if few records are undecided, each is tested separately.
///
/// Instead of recursion, a stack has one frame for each node on the path from the root to the
/// current operand. Each frame has two bitmaps, and one array stores the bitmaps of all frames. If
/// a normal form is very deep, fewer records are evaluated at a time, which bounds the memory.
struct BooleanEvaluator {
  /// The maximum size of the bitmaps of all frames, in words.
  private static let wordLimit = 1 << 22

  /// Undecided records are tested one by one if fewer than 1 in `sparseness` records is undecided.
  private static let sparseness = 8

  private struct Frame {
    let node: Int
    var nextChild: Int
  }

  private let matcher: BooleanMatcher
  private let depth: Int
  /// Whether the query has no text to highlight.
  private let highlightsNothing: Bool
  private var counters: [BagCounter?]

  /// The number of words in the bitmap of the records under evaluation.
  private var width = 0
  private var words: [UInt64] = []
  private var frames: [Frame] = []

  init(_ matcher: BooleanMatcher) {
    self.matcher = matcher
    depth = matcher.form.depth
    highlightsNothing = matcher.form.highlighted.isEmpty
    counters = matcher.leaves.map { leaf in
      if case .prefix(let matcher) = leaf { BagCounter(matcher.query) } else { nil }
    }
  }

  /// Adds to `sink` the records in `records` for which the normal form is true.
  mutating func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink) {
    let maximumRecords = max(1, Self.wordLimit / (2 * (depth + 1))) * 64
    let countsHits = sink.countsHits && !highlightsNothing
    let counter = countsHits ? matcher.hitCounter : nil
    var starts = GrowableBuffer<Int>()
    var start = records.lowerBound
    while start < records.upperBound {
      let end = min(start + maximumRecords, records.upperBound)
      evaluate(start..<end, of: text)
      if countsHits, let counter, countsMany(start..<end, of: text, sink.remainingCapacity, counter)
      {
        addMany(start..<end, of: text, counter, into: &sink, &starts)
      } else {
        add(start..<end, of: text, countsHits ? counter : nil, countsHits, into: &sink, &starts)
      }
      if sink.isFull { return }
      start = end
    }
  }

  /// Adds the records that were found in a run, and counts their hits one record at a time.
  private func add(
    _ records: Range<Int>, of text: SegmentText, _ counter: HitCounter?, _ countsHits: Bool,
    into sink: inout MatchSink, _ starts: inout GrowableBuffer<Int>
  ) {
    for index in 0..<width {
      var word = words[index]
      while word != 0 {
        if sink.isFull { return }
        let record = records.lowerBound + index << 6 + word.trailingZeroBitCount
        word &= word - 1
        sink.add(record)
        if countsHits { sink.addHits(hits(in: record, of: text, counter, &starts)) }
      }
    }
  }

  private func hits(
    in record: Int, of text: SegmentText, _ counter: HitCounter?,
    _ starts: inout GrowableBuffer<Int>
  ) -> Int {
    text.withRecord(record) { original, folded in
      let count = counter?.count(
        in: folded, of: original, isASCII: text.original.isASCII, &starts)
      return count ?? matcher.hits(in: original).count
    }
  }

  /// Whether so many records match that the hits of the whole run are counted in one pass.
  ///
  /// At least 1 in `sparseness` records must match.
  private func countsMany(
    _ records: Range<Int>, of text: SegmentText, _ capacity: Int, _ counter: HitCounter
  ) -> Bool {
    if !counter.canCountMany { return false }
    var count = 0
    for index in 0..<width { count += words[index].nonzeroBitCount }
    return count <= capacity && count >= 64 && count * Self.sparseness >= records.count
  }

  /// Adds the records that were found in a run, and counts their hits in one pass over the run.
  private func addMany(
    _ records: Range<Int>, of text: SegmentText, _ counter: HitCounter,
    into sink: inout MatchSink, _ starts: inout GrowableBuffer<Int>
  ) {
    add(records, of: text, nil, false, into: &sink, &starts)
    var hits = 0
    counter.forEachCount(in: records, of: text.folded, isASCII: text.original.isASCII) {
      record, count in
      let bit = record - records.lowerBound
      if words[bit >> 6] >> UInt64(bit & 63) & 1 == 0 { return }
      hits += count ?? self.hits(in: record, of: text, counter, &starts)
    }
    sink.addHits(hits)
  }

  // MARK: Frames

  /// The offset in `words` of the bitmap of records that the frame at depth `level` tests.
  private func tested(_ level: Int) -> Int { (2 * level + 1) * width }
  /// The offset in `words` of the bitmap with the partial result of the frame at depth `level`.
  private func answer(_ level: Int) -> Int { level == 0 ? 0 : 2 * level * width }

  /// Evaluates the normal form for `records`; the result is in the first `width` words of `words`.
  private mutating func evaluate(_ records: Range<Int>, of text: SegmentText) {
    width = (records.count + 63) / 64
    let needed = (2 * depth + 2) * width
    if words.count < needed { words = [UInt64](repeating: 0, count: needed) }
    for index in 0..<width {
      let left = records.count - index * 64
      words[tested(0) + index] = left >= 64 ? ~0 : 1 << UInt64(left) - 1
    }
    frames = []
    enter(matcher.form.root, at: 0, records, text)
    while !frames.isEmpty { step(records, text) }
  }

  /// Evaluates a leaf, or pushes a frame for a group.
  private mutating func enter(
    _ node: Int, at level: Int, _ records: Range<Int>, _ text: SegmentText
  ) {
    switch matcher.form.nodes[node] {
    case .constant(let value): setAnswer(level) { value ? $0 : 0 }
    case .literal(let leaf, let isNegated):
      setAnswer(level) { _ in 0 }
      mark(Int(leaf), level, records, text)
      if isNegated {
        for index in 0..<width {
          words[answer(level) + index] =
            words[tested(level) + index] & ~words[answer(level) + index]
        }
      }
    case .and: open(node, level) { $0 }
    case .or: open(node, level) { _ in 0 }
    }
  }

  private mutating func open(_ node: Int, _ level: Int, _ initial: (UInt64) -> UInt64) {
    setAnswer(level, initial)
    frames.append(Frame(node: node, nextChild: 0))
  }

  /// Sets a frame's result; `value` converts each word of the bitmap of tested records to a word of
  /// the result.
  private mutating func setAnswer(_ level: Int, _ value: (UInt64) -> UInt64) {
    for index in 0..<width {
      words[answer(level) + index] = value(words[tested(level) + index])
    }
  }

  /// Combines the result of the last operand with the result of its group.
  ///
  /// Then evaluates the next operand, or pops the frame of the group.
  private mutating func step(_ records: Range<Int>, _ text: SegmentText) {
    let level = frames.count - 1
    let frame = frames[level]
    let isAnd: Bool
    let children: [Int32]
    switch matcher.form.nodes[frame.node] {
    case .and(let nodes): (isAnd, children) = (true, nodes)
    case .or(let nodes): (isAnd, children) = (false, nodes)
    default: (isAnd, children) = (true, [])
    }
    if frame.nextChild > 0 { take(from: level + 1, isAnd: isAnd) }
    guard frame.nextChild < children.count, passUndecided(level, isAnd: isAnd) else {
      frames.removeLast()
      return
    }
    frames[level].nextChild += 1
    enter(Int(children[frame.nextChild]), at: level + 1, records, text)
  }

  private mutating func take(from level: Int, isAnd: Bool) {
    let (own, operand) = (answer(level - 1), answer(level))
    for index in 0..<width {
      if isAnd {
        words[own + index] = words[operand + index]
      } else {
        words[own + index] |= words[operand + index]
      }
    }
  }

  /// Passes the undecided records of the frame at depth `level` to the next frame.
  ///
  /// Returns `false` if no record is undecided.
  private mutating func passUndecided(_ level: Int, isAnd: Bool) -> Bool {
    var any: UInt64 = 0
    for index in 0..<width {
      let yes = words[answer(level) + index]
      let undecided = isAnd ? yes : words[tested(level) + index] & ~yes
      words[tested(level + 1) + index] = undecided
      any |= undecided
    }
    return any != 0
  }

  // MARK: Leaves

  /// Searches for a leaf in the records that a frame tests.
  ///
  /// Sets the bits of the matching records in the frame's result.
  private mutating func mark(
    _ leaf: Int, _ level: Int, _ records: Range<Int>, _ text: SegmentText
  ) {
    let tested = tested(level)
    var count = 0
    for index in 0..<width { count += words[tested + index].nonzeroBitCount }
    if count * Self.sparseness >= records.count {
      find(leaf, records, records.lowerBound, level, text)
      for index in 0..<width { words[answer(level) + index] &= words[tested + index] }
      return
    }
    if case .substring(let scan) = matcher.leaves[leaf], scan.scope.isEverything {
      return test(scan, of: count, level, records, text)
    }
    for index in 0..<width {
      var word = words[tested + index]
      while word != 0 {
        let record = records.lowerBound + index << 6 + word.trailingZeroBitCount
        word &= word - 1
        find(leaf, record..<record + 1, records.lowerBound, level, text)
      }
    }
  }

  /// Tests each of a frame's `count` undecided records separately.
  ///
  /// Sets the bits of the records that contain the needle of `scan`.
  private mutating func test(
    _ scan: SubstringScan, of count: Int, _ level: Int, _ records: Range<Int>, _ text: SegmentText
  ) {
    var some = GrowableBuffer<UInt32>(capacity: count)
    for index in 0..<width {
      var word = words[tested(level) + index]
      while word != 0 {
        some.append(UInt32(records.lowerBound + index << 6 + word.trailingZeroBitCount))
        word &= word - 1
      }
    }
    text.folded.text.withSpan { bytes in
      text.folded.starts.withSpan { starts in
        Kernels.keep(
          &some, holding: scan.needle.bytes.span, by: scan.needle.pair, in: bytes,
          startingAt: starts)
      }
    }
    some.withSpan { add($0, records.lowerBound, level) }
  }

  /// Sets the bits of the found records in a frame's result.
  private mutating func add(_ found: Span<UInt32>, _ base: Int, _ level: Int) {
    let answer = answer(level)
    for index in 0..<found.count {
      let bit = Int(found[index]) - base
      words[answer + bit >> 6] |= 1 << UInt64(bit & 63)
    }
  }

  private mutating func find(
    _ leaf: Int, _ records: Range<Int>, _ base: Int, _ level: Int, _ text: SegmentText
  ) {
    let answer = answer(level)
    switch matcher.leaves[leaf] {
    case .unused: break
    case .substring(let scan):
      scan.find(records, of: text.folded) { found in
        add(found, base, level)
        return true
      }
    case .prefix(let prefix):
      guard var counter = counters[leaf] else { return }
      counters[leaf] = nil
      prefix.forEachMatch(in: records, of: text, countsBags: false, &counter) { record, _ in
        words[answer + (record - base) >> 6] |= 1 << UInt64((record - base) & 63)
        return true
      }
      counters[leaf] = counter
    }
  }
}
