import UnicodeText

/// Collects the line number of each record, source by source.
struct SourceMapBuilder: ~Copyable {
  var sources: [SourceMap.Source] = []
  private(set) var path = ""

  /// The columns that each record of the current source has; see `SourceMap.Source.columns`.
  var columns: [Int]?

  private var firstRecord = 0
  private var firstLine = 1

  /// The runs before the current run.
  private var runs = GrowableBuffer<LineRun>()

  /// The current run; its stride has no meaning while the run has only one record.
  private var run = LineRun(record: 0, line: 0, stride: 1)
  private var runCount = 0

  /// The number of records of this source.
  private(set) var count = 0
  private(set) var lastLine = 0

  /// Ends the current source, and begins a source whose first record has the index `record`.
  mutating func begin(_ path: String, at record: Int, columns: [Int]? = nil) {
    end()
    self.path = path
    self.columns = columns
    firstRecord = record
  }

  /// Adds `added` records; the first is on line `line`, and each later record is `stride` lines
  /// after the previous record.
  mutating func add(_ added: Int, from line: Int, stride: Int = 1) {
    var next = 0
    while next < added {
      let place = line + next * stride
      let isRegular = runCount > 1 && run.stride == stride && place == lastLine + stride
      if isRegular && count + added < Int(UInt32.max) {
        let rest = added - next
        count += rest
        runCount += rest
        lastLine += rest * stride
        return
      }
      add(place)
      next += 1
    }
  }

  /// Adds a record that begins on line `line`.
  mutating func add(_ line: Int) {
    if runCount > 1 && line == lastLine + Int(run.stride) && count < Int(UInt32.max) {
      runCount += 1
    } else {
      beginOrShapeRun(line)
    }
    count += 1
    lastLine = line
  }

  private mutating func beginOrShapeRun(_ line: Int) {
    if count >= Int(UInt32.max) || line - firstLine >= Int(UInt32.max) {
      // Record or line numbers relative to the source no longer fit in 32 bits, so the remaining
      // records become another source.
      begin(path, at: firstRecord + count, columns: columns)
    }
    if runCount == 1 {
      run.stride = UInt32(line - lastLine)
      runCount = 2
      return
    }
    if count == 0 { firstLine = line } else { runs.append(run) }
    run = LineRun(record: UInt32(count), line: UInt32(line - firstLine), stride: 1)
    runCount = 1
  }

  /// Ends the current source, if there is one.
  mutating func end() {
    if count > 0 {
      var finished = GrowableBuffer<LineRun>()
      swap(&finished, &runs)
      let isPlain = finished.count == 0 && run.stride == 1
      if !isPlain { finished.append(run) }
      sources.append(
        SourceMap.Source(
          path: path, firstRecord: firstRecord, firstLine: firstLine,
          runs: isPlain ? nil : finished.freeze(), columns: columns))
    }
    runCount = 0
    count = 0
    lastLine = 0
  }

  /// Removes the sources collected so far, and returns their map.
  ///
  /// The next record of the current source becomes record 0 of the next map.
  mutating func take() -> SourceMap {
    let map = finish()
    sources = []
    begin(path, at: 0, columns: columns)
    return map
  }

  /// Ends the last source and returns the map.
  mutating func finish() -> SourceMap {
    end()
    return SourceMap(sources: sources)
  }
}
