/// The records that all contenders search, as strings.
final class TextCorpus {
  /// A column of the records.
  struct Column: Equatable {
    /// Whether the values of the column are aliases: other names of the whole record.
    let isAlias: Bool
  }

  let columns: [Column]

  /// The values of all records, concatenated.
  private(set) var values: [String] = []

  /// For each value, the index of its column.
  private(set) var columnOfValue: [Int32] = []

  /// For each record, the index in `values` of its first value; the last element is the count of
  /// `values`.
  private(set) var starts = [0]

  init(columns: [Column]) { self.columns = columns }

  /// The number of records.
  var count: Int { starts.count - 1 }

  /// Appends a stored record.
  ///
  /// Each field ends with 0xFF, and the values of an alias field are separated by 0xFE. If a record
  /// has fewer fields than there are columns, the values of the last columns are empty.
  ///
  /// - Returns: false, without a change, if the record is malformed or has more fields than there
  ///   are columns.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  func append(_ record: ArraySlice<UInt8>) -> Bool {
    let cells = record.count { $0 == 0xFF }
    guard cells <= columns.count, record.last == 0xFF else { return false }
    var column: Int32 = 0
    var start = record.startIndex
    for index in record.indices where record[index] >= 0xFE {
      append(String(decoding: record[start..<index], as: UTF8.self), to: column)
      start = index + 1
      if record[index] == 0xFF { column += 1 }
    }
    while column < columns.count {
      append("", to: column)
      column += 1
    }
    starts.append(values.count)
    lowered = nil
    cStrings = nil
    loweredCStrings = nil
    return true
  }

  private func append(_ value: String, to column: Int32) {
    values.append(value)
    columnOfValue.append(column)
  }

  // MARK: Computed once

  private var lowered: [String]?
  private var cStrings: [ContiguousArray<CChar>]?
  private var loweredCStrings: [ContiguousArray<CChar>]?

  /// The values in lower case, computed once.
  func loweredValues() -> [String] {
    if let lowered { return lowered }
    let made = values.map { $0.lowercased() }
    lowered = made
    return made
  }

  /// The values as C strings, computed once.
  func valuesInC(lowered isLowered: Bool) -> [ContiguousArray<CChar>] {
    if let made = isLowered ? loweredCStrings : cStrings { return made }
    let made = (isLowered ? loweredValues() : values).map(\.utf8CString)
    if isLowered { loweredCStrings = made } else { cStrings = made }
    return made
  }

  // MARK: Records

  /// For each column, whether `request` searches the column.
  func scope(of request: SearchRequest) -> [Bool] {
    guard let wanted = request.columns else {
      return [Bool](repeating: true, count: columns.count)
    }
    return columns.indices.map(wanted.contains)
  }

  /// The indices, in `values`, of the record's values in the columns of `scope`.
  func places(of record: Int, in scope: [Bool]) -> [Int] {
    (starts[record]..<starts[record + 1]).filter { scope[Int(columnOfValue[$0])] }
  }

  /// Whether `matches` returns true for a value of the record in the columns of `scope`.
  ///
  /// The argument of `matches` is the index of the value in `values`.
  @inline(__always)
  func hasValue(of record: Int, in scope: [Bool], where matches: (Int) -> Bool) -> Bool {
    for place in starts[record]..<starts[record + 1]
    where scope[Int(columnOfValue[place])] && matches(place) {
      return true
    }
    return false
  }

  /// The ascending indices of the records for which `hasValue(of:in:where:)` is true.
  @inline(__always)
  func records(in scope: [Bool], where matches: (Int) -> Bool) -> [Int] {
    var found: [Int] = []
    for record in 0..<count where hasValue(of: record, in: scope, where: matches) {
      found.append(record)
    }
    return found
  }
}
