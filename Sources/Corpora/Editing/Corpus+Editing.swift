extension Corpus {
  /// This corpus with the changes of `edit`.
  ///
  /// Replaced records keep their position, and removed records leave no gap. Columns that occur
  /// only in the new records come last. If the corpus and the new records share a column, the
  /// corpus decides whether the column is an alias field. Segments without changes are shared,
  /// unless they are small and next to a rebuilt segment. Small segments are merged, so the number
  /// of segments stays low after many edits.
  ///
  /// - Throws: `tooManyFields`, `outOfMemory`; `recordTooLarge`, if a record grows too large in the
  ///   new column order.
  /// - Precondition: the edit names records of this corpus, each at most once.
  /// - Complexity: O(*n* + *m*), where *n* is the number of bytes of rebuilt segments, and *m* is
  ///   the number of segments, sources and changes.
  package func applying(_ edit: CorpusEdit) throws(CorpusError) -> Corpus {
    try applying(edit, segmentBytes: Segment.editableSize)
  }

  /// Applies an edit with the given segment size, for tests.
  package func applying(
    _ edit: CorpusEdit, segmentBytes: Int
  ) throws(CorpusError) -> Corpus {
    var table = FieldTable(fields: fields)
    let replacements = try edit.replacements?.arranged(in: &table, segmentBytes: segmentBytes)
    let appended = try edit.appended?.arranged(in: &table, segmentBytes: segmentBytes)
    var plan = SegmentPlan(segments, replacements?.segments ?? [])
    var map = SourceMapBuilder()
    var count = 0
    for stretch in edit.stretches(of: self.count) {
      switch stretch {
      case .kept(let records):
        plan.keep(records)
        map.append(sources, records, of: self.count, at: count)
        count += records.count
      case .replaced(let records):
        for index in records { plan.replace(Int(edit.replaced[index].rawValue), by: index) }
        if let others = replacements {
          map.append(others.sources, records, of: others.count, at: count)
        }
        count += records.count
      case .appended:
        guard let others = appended else { continue }
        for segment in others.segments { plan.append(segment) }
        map.append(others.sources, 0..<others.count, of: others.count, at: count)
        count += others.count
      }
    }
    return Corpus(
      name: name, fields: table.fields, segments: try plan.segments(of: segmentBytes),
      sources: map.finish())
  }
}
