/// The `rowid` of a record in SQL, which encodes the index of the record's corpus and the record
/// number.
package struct RowID {
  package let part: Int
  package let record: Int

  private static let recordBits = 40

  init(part: Int, record: Int) {
    self.part = part
    self.record = record
  }

  package init(_ rawValue: Int64) {
    part = Int(rawValue >> Self.recordBits)
    record = Int(rawValue & (1 << Self.recordBits - 1))
  }

  var rawValue: Int64 { Int64(part) << Self.recordBits | Int64(record) }
}
