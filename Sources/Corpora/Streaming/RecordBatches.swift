package import UnicodeText

/// All or some records of one piece of an input.
package struct RecordPiece: Sendable {
  package let corpus: Corpus

  /// Which records of the piece are in `corpus`; `nil` if `corpus` contains all of them.
  package let picked: PickedRecords?

  /// The number of all records in the piece, including records that were not picked.
  package var count: Int { picked?.count ?? corpus.count }
}

/// A selection of the records of a piece.
package struct PickedRecords: Sendable {
  /// The number of all records in the piece, including records that were not picked.
  package let count: Int

  /// For each picked record, its index in the piece, from 0.
  package let numbers: FrozenBuffer<UInt32>
}

/// Receives the records of an input while the input is being read.
package final class RecordBatches {
  /// Selects the lines of a text that may contain matching records.
  ///
  /// The arguments are lines of JSON, the fields known so far, and a closure. The function calls
  /// the closure with the bounds of each selected line, in ascending order. The function returns
  /// `false` if all lines must be read. Lines with new fields are always read.
  package typealias LinePick = @Sendable (Span<UInt8>, [Field], (Range<Int>) -> Void) -> Bool

  /// Whether the caller needs only the names of the columns, and no records.
  let wantsFieldsOnly: Bool

  /// Selects the lines to read; `nil` if all records are needed.
  let pick: LinePick?

  private let body: (RecordPiece) -> Bool

  /// Calls `body` with the records of each piece of the input, in order, until `body` returns
  /// `false`.
  init(
    wantsFieldsOnly: Bool = false, pick: LinePick? = nil, _ body: @escaping (RecordPiece) -> Bool
  ) {
    self.wantsFieldsOnly = wantsFieldsOnly
    self.pick = pick
    self.body = body
  }

  func take(_ piece: RecordPiece) -> Bool { wantsFieldsOnly || body(piece) }
}
