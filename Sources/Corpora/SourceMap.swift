package import UnicodeText

/// Where records come from.
///
/// A plain file costs one entry. Where records are not one a line, runs of equal distance between
/// records are kept, which is at most six bytes a record.
package struct SourceMap: Sendable {
  /// The records of one source are consecutive.
  package struct Source: Sendable {
    package let path: String

    /// The id of the first record.
    package let firstRecord: Int

    /// The line, from 1, that the lines of `runs` are counted from.
    package let firstLine: Int

    /// In ascending order; nil if each record stands on the line after the one before.
    let runs: FrozenBuffer<LineRun>?

    package init(
      path: String, firstRecord: Int, firstLine: Int = 1, runs: FrozenBuffer<LineRun>? = nil
    ) {
      self.path = path
      self.firstRecord = firstRecord
      self.firstLine = firstLine
      self.runs = runs
    }
  }

  /// Sources that have records, in corpus order.
  package let sources: [Source]

  package init(sources: [Source]) { self.sources = sources }

  /// Where a record begins.
  ///
  /// - Complexity: O(log *n*) in the number of sources and of their line runs.
  func location(of record: Int) -> RecordLocation {
    let next = partitionPoint(sources.count) { sources[$0].firstRecord > record }
    precondition(next > 0, "the record is not of this corpus")
    let source = sources[next - 1]
    return RecordLocation(source: source.path, line: source.line(of: record - source.firstRecord))
  }

  /// All sources of `other` after these, whose records begin at `firstRecord`.
  func appending(_ other: SourceMap, firstRecord: Int) -> SourceMap {
    let moved = other.sources.map { $0.moved(to: $0.firstRecord + firstRecord) }
    return SourceMap(sources: sources + moved)
  }

  /// The bytes that the line runs take.
  var memoryBytes: Int {
    sources.reduce(0) {
      $0 + MemoryLayout<Source>.stride + ($1.runs?.count ?? 0) * MemoryLayout<LineRun>.stride
    }
  }
}

/// Records from `record` on that stand `stride` lines apart, all counted from the source's first.
package struct LineRun: BitwiseCopyable, Sendable {
  var record: UInt32
  var line: UInt32
  var stride: UInt32

  func line(of index: Int) -> Int { Int(line) + (index - Int(record)) * Int(stride) }
}

extension SourceMap.Source {
  /// The same lines, further on in a corpus.
  func moved(to firstRecord: Int) -> Self {
    Self(path: path, firstRecord: firstRecord, firstLine: firstLine, runs: runs)
  }

  func line(of index: Int) -> Int {
    guard let runs else { return firstLine + index }
    let next = partitionPoint(runs.count) { Int(runs[$0].record) > index }
    return firstLine + runs[max(next - 1, 0)].line(of: index)
  }
}

/// The first index in `0..<count` for which `isPast` holds, `count` if none; it must hold for all
/// after one for which it does.
///
/// - Complexity: O(log *count*)
func partitionPoint(_ count: Int, _ isPast: (Int) -> Bool) -> Int {
  var low = 0
  var high = count
  while low < high {
    let middle = low + (high - low) / 2
    if isPast(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
