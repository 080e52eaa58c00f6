extension Corpus {
  /// This corpus with changes.
  ///
  /// Records that are replaced keep their place, those after removed ones close up. Columns that only
  /// new records have come after the others; one of both is an alias field if it is one here.
  /// Segments that no change touches are shared, unless they are small and beside one that is made
  /// anew; small ones are joined, so that there are few however many edits come.
  ///
  /// - Throws: `tooManyFields`, `outOfMemory`; `recordTooLarge`, if a record no longer fits with its
  ///   columns put in our order.
  /// - Precondition: the edit names records of this corpus, each once.
  /// - Complexity: O(*n*) in bytes of segments made anew, and in segments, sources and changes.
  package func applying(_ edit: CorpusEdit) throws(CorpusError) -> Corpus {
    try applying(edit, segmentBytes: Segment.editableSize)
  }

  /// With segments of another size, for tests.
  package func applying(
    _ edit: CorpusEdit, segmentBytes: Int
  ) throws(CorpusError) -> Corpus {
    var table = FieldTable(fields: fields)
    let replacements = try edit.replacements?.segments(in: &table, segmentBytes: segmentBytes)
    let appended = try edit.appended?.segments(in: &table, segmentBytes: segmentBytes)
    var plan = SegmentPlan(segments, replacements ?? [])
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
        if let others = edit.replacements {
          map.append(others.sources, records, of: others.count, at: count)
        }
        count += records.count
      case .appended(let others):
        for segment in appended ?? [] { plan.append(segment) }
        map.append(others.sources, 0..<others.count, of: others.count, at: count)
        count += others.count
      }
    }
    return Corpus(
      name: name, fields: table.fields, segments: try plan.segments(of: segmentBytes),
      sources: map.finish())
  }
}
