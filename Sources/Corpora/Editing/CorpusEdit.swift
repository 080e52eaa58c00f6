/// A set of changes to one corpus; `Corpus.applying` applies all of them in one call.
///
/// The caller builds the replacements and the appended records, for example with `CorpusAssembler`.
package struct CorpusEdit: Sendable {
  /// The records to remove, in ascending order.
  package let removed: [RecordID]

  /// The records to replace, in ascending order; none of them is in `removed`.
  package let replaced: [RecordID]

  /// The new records that replace the records in `replaced`, in the same order.
  package let replacements: Corpus?

  package let appended: Corpus?

  /// - Precondition: both lists are in ascending order, and `replacements` has one record for each
  ///   record in `replaced`.
  package init(
    removed: [RecordID] = [], replaced: [RecordID] = [], by replacements: Corpus? = nil,
    appended: Corpus? = nil
  ) {
    precondition(replacements?.count ?? 0 == replaced.count, "each replaced record needs a new one")
    self.removed = removed
    self.replaced = replaced
    self.replacements = replacements
    self.appended = appended
  }
}

extension CorpusEdit {
  /// Consecutive records of one corpus that are also consecutive in the edited corpus.
  enum Stretch {
    /// A range of records of the original corpus.
    case kept(Range<Int>)

    /// A range of records of `replacements`.
    case replaced(Range<Int>)

    /// All records of `appended`.
    case appended
  }

  /// The ranges of records that form the edited corpus, in order; `count` is the number of records
  /// before the edit.
  func stretches(of count: Int) -> [Stretch] {
    var stretches: [Stretch] = []
    var place = 0
    var (nextRemoved, nextReplaced) = (0, 0)
    while nextRemoved < removed.count || nextReplaced < replaced.count {
      let removed = nextRemoved < removed.count ? removed[nextRemoved].rawValue : .max
      let replaced = nextReplaced < replaced.count ? replaced[nextReplaced].rawValue : .max
      let record = min(removed, replaced)
      precondition(record < UInt64(count), "the record is not of this corpus")
      precondition(record >= UInt64(place), "edited records must ascend, without repeats")
      if UInt64(place) < record { stretches.append(.kept(place..<Int(record))) }
      if replaced == record {
        if case .replaced(let range) = stretches.last {
          stretches[stretches.count - 1] = .replaced(range.lowerBound..<nextReplaced + 1)
        } else {
          stretches.append(.replaced(nextReplaced..<nextReplaced + 1))
        }
        nextReplaced += 1
      } else {
        nextRemoved += 1
      }
      place = Int(record) + 1
    }
    if place < count { stretches.append(.kept(place..<count)) }
    if let appended, appended.count > 0 { stretches.append(.appended) }
    return stretches
  }
}
