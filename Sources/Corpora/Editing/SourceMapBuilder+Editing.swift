import UnicodeText

extension SourceMapBuilder {
  /// Appends the sources and lines of `records` of another map; the corpus of that map has `total`
  /// records.
  ///
  /// The first of these records becomes record `record` of this map. Whole sources are copied
  /// unchanged. If the first source of `map` continues the current source of this map, the two
  /// sources are merged.
  mutating func append(
    _ map: SourceMap, _ records: Range<Int>, of total: Int, at record: Int
  ) {
    var next = partitionPoint(map.sources.count) {
      map.sources[$0].firstRecord > records.lowerBound
    }
    var place = records.lowerBound
    while place < records.upperBound {
      precondition(next > 0, "the record is not of this corpus")
      let source = map.sources[next - 1]
      let end = next < map.sources.count ? map.sources[next].firstRecord : total
      let part =
        place - source.firstRecord..<min(end, records.upperBound) - source.firstRecord
      let target = record + place - records.lowerBound
      if place == records.lowerBound && continues(source, from: part.lowerBound, at: target) {
        add(part, of: source)
      } else if part == 0..<end - source.firstRecord {
        self.end()
        sources.append(source.moved(to: target))
      } else {
        begin(source.path, at: target, columns: source.columns)
        add(part, of: source)
      }
      place += part.count
      next += 1
    }
  }

  /// Whether record `index` of `source` can continue the previous source; if so, makes the previous
  /// source current again.
  ///
  /// The paths and columns of the sources must be equal, and the line number must not decrease.
  private mutating func continues(
    _ source: SourceMap.Source, from index: Int, at record: Int
  ) -> Bool {
    let line = source.line(of: index)
    if count > 0 { return path == source.path && columns == source.columns && line >= lastLine }
    guard let last = sources.last, last.path == source.path, last.columns == source.columns
    else { return false }
    let length = record - last.firstRecord
    if line < last.line(of: length - 1) { return false }
    sources.removeLast()
    begin(last.path, at: last.firstRecord, columns: last.columns)
    add(0..<length, of: last)
    return true
  }

  /// Appends the lines of `records` of `source`; the range is relative to the source's first
  /// record.
  private mutating func add(_ records: Range<Int>, of source: SourceMap.Source) {
    guard let runs = source.runs else {
      return add(records.count, from: source.firstLine + records.lowerBound)
    }
    var next = partitionPoint(runs.count) { Int(runs[$0].record) > records.lowerBound }
    var place = records.lowerBound
    while place < records.upperBound {
      let run = runs[max(next - 1, 0)]
      let end = next < runs.count ? Int(runs[next].record) : records.upperBound
      let part = place..<min(end, records.upperBound)
      add(
        part.count, from: source.firstLine + run.line(of: place), stride: Int(run.stride))
      place = part.upperBound
      next += 1
    }
  }
}
