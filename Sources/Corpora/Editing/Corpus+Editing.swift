extension Corpus {
  /// This corpus with the changes of `edit`.
  ///
  /// A new record takes the position of the record that it replaces, and removed records leave no
  /// gaps. Columns that occur only in the new records come last. If the new records and this corpus
  /// share a column, this corpus determines whether the column is an alias field. Unchanged
  /// segments are shared, unless they are small and next to a rebuilt segment. Small neighboring
  /// segments are merged, so that there are few segments even after many edits.
  ///
  /// - Throws: `tooManyFields`, `outOfMemory`; `recordTooLarge`, if a record grows too large in the
  ///   new column order.
  /// - Precondition: every record in the edit is a record of this corpus, and occurs at most once.
  /// - Complexity: O(*n* + *m*), where *n* is the number of bytes of rebuilt segments, and *m* is
  ///   the number of segments, sources and changes.
  package func applying(_ edit: CorpusEdit) throws(CorpusError) -> Corpus {
    try applying(edit, segmentBytes: Segment.editableSize)
  }

  /// Applies an edit; tests choose the size of rebuilt segments.
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
