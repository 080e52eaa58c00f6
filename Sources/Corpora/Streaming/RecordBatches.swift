package import UnicodeText

/// The records of one piece of an input, or those of them that may be wanted.
package struct RecordPiece: Sendable {
  package let corpus: Corpus

  /// Which of its records the corpus has; `nil` if all.
  package let picked: PickedRecords?

  /// How many records the piece has in all.
  package var count: Int { picked?.count ?? corpus.count }
}

/// Some records of a piece.
package struct PickedRecords: Sendable {
  /// How many records the piece has in all.
  package let count: Int

  /// The number of each picked record among those of the piece, from 0.
  package let numbers: FrozenBuffer<UInt32>
}

/// Takes the records of one input while it is read.
package final class RecordBatches {
  /// Chooses the lines of a text that may hold wanted records.
  ///
  /// It is given lines of JSON and the fields that they have, and calls its last argument with the bounds of each line to
  /// be read, ascending. It returns `false` if all lines are to be read. Those that bring new fields are read in any case.
  package typealias LinePick = @Sendable (Span<UInt8>, [Field], (Range<Int>) -> Void) -> Bool

  /// Whether nothing but the names of the columns is wanted.
  let wantsFieldsOnly: Bool

  /// `nil` if all records are wanted.
  let pick: LinePick?

  private let body: (RecordPiece) -> Bool

  /// `body` gets the records of each piece of the input, in order, until it returns `false`.
  init(
    wantsFieldsOnly: Bool = false, pick: LinePick? = nil, _ body: @escaping (RecordPiece) -> Bool
  ) {
    self.wantsFieldsOnly = wantsFieldsOnly
    self.pick = pick
    self.body = body
  }

  func take(_ piece: RecordPiece) -> Bool { wantsFieldsOnly || body(piece) }
}
