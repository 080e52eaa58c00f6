package import UnicodeText

/// The records of one piece of an input, or a selection of them.
package struct RecordPiece: Sendable {
  package let corpus: Corpus

  /// Which records of the piece are in `corpus`; `nil` if all.
  package let picked: PickedRecords?

  /// The number of records in the piece, picked or not.
  package var count: Int { picked?.count ?? corpus.count }
}

/// A selection of the records of a piece.
package struct PickedRecords: Sendable {
  /// The number of records in the piece, picked or not.
  package let count: Int

  /// The index of each picked record in the piece, from 0.
  package let numbers: FrozenBuffer<UInt32>
}

/// Receives the records of one input while it is read.
package final class RecordBatches {
  /// Selects the lines of a text that may hold matching records.
  ///
  /// It takes lines of JSON and the fields known so far. It calls its last argument with the bounds
  /// of each selected line, ascending. It returns `false` if all lines must be read. Lines with new
  /// fields are read in any case.
  package typealias LinePick = @Sendable (Span<UInt8>, [Field], (Range<Int>) -> Void) -> Bool

  /// Whether only the names of the columns are wanted.
  let wantsFieldsOnly: Bool

  /// Selects lines; `nil` if all records are wanted.
  let pick: LinePick?

  private let body: (RecordPiece) -> Bool

  /// Calls `body` with the records of each piece of the input, in order, until it returns `false`.
  init(
    wantsFieldsOnly: Bool = false, pick: LinePick? = nil, _ body: @escaping (RecordPiece) -> Bool
  ) {
    self.wantsFieldsOnly = wantsFieldsOnly
    self.pick = pick
    self.body = body
  }

  func take(_ piece: RecordPiece) -> Bool { wantsFieldsOnly || body(piece) }
}
