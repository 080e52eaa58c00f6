internal import Basics
package import Corpora
package import Searching
internal import UnicodeText

/// Counts records in bins of equal width, by the number or the time in one column.
///
/// The time can be at the start of a longer cell, such as a log line.
///
/// Values are rounded down to multiples of a small step, and the records are counted for each
/// multiple. If there are too many distinct multiples, the step is increased. Therefore, memory use
/// does not depend on the number of records.
package struct Histogram: Sendable {
  /// A bin: its start and the number of records in it.
  package struct Bin: Equatable, Sendable {
    package let start: Double
    package let label: String
    package let count: Int
  }

  /// The maximum number of distinct multiples of the step; the limit applies to numbers and to
  /// times separately.
  private static let maximumSteps = 1 << 16

  /// The approximate maximum number of bins for times if the user gives no width.
  ///
  /// The approximate maximum number of bins for numbers is half of this value.
  private static let wantedBins = 40

  private let column: String

  /// The counts of times; each time is rounded down to a multiple of `timeStep` seconds.
  private var times: [Int: Int] = [:]
  private var timeStep = 1

  /// The counts of numbers; each number is rounded down to a multiple of a step.
  ///
  /// The largest number is at most about 10^12 steps.
  private var numbers = NumberSteps()

  private var known = false
  private var fields: [String] = []

  /// The number of records without a number or a time in the column.
  package private(set) var skipped = 0

  package init(of column: String) { self.column = column }

  /// The names of the records' columns if no record had the counted column; otherwise nil.
  package var fieldsWithoutColumn: [String]? { known ? nil : fields }

  /// The number of records that are counted in the bins.
  package var total: Int { isTime ? times.values.reduce(0, +) : numbers.total }

  /// Whether no records at all were added.
  package var isEmpty: Bool { total + skipped == 0 }

  /// Whether more records contain a time than a number; if so, the bins count only times, and
  /// otherwise only numbers.
  package var isTime: Bool { times.values.reduce(0, +) > numbers.total }

  // MARK: Counting

  /// Counts the rows of a batch.
  package mutating func add(_ batch: RowBatch) {
    let place = place(in: batch.fields)
    for index in batch.rows.indices where !batch.rows[index].isContext {
      batch.withRecord(index) { add($0, place) }
    }
  }

  /// Counts the given records of a corpus; returns false if counting was canceled.
  package mutating func add(
    _ records: some Sequence<RecordID>, of corpus: Corpus, isCancelled: () -> Bool
  ) -> Bool {
    let place = place(in: corpus.fields)
    for (index, record) in records.enumerated() {
      if index & 0xFFF == 0, isCancelled() { return false }
      corpus.withRecord(record) { add($0, place) }
    }
    return true
  }

  /// Adds the counts of another histogram of the same column.
  package mutating func add(_ other: Histogram) {
    numbers.add(other.numbers)
    while timeStep < other.timeStep { coarsenTimes() }
    var other = other
    while other.timeStep < timeStep { other.coarsenTimes() }
    times.merge(other.times, uniquingKeysWith: +)
    skipped += other.skipped
    known = known || other.known
    for field in other.fields where !fields.contains(field) { fields.append(field) }
    limitSteps()
  }

  private mutating func place(in fields: [Field]) -> Int? {
    for field in fields where !self.fields.contains(field.name) { self.fields.append(field.name) }
    let place = fields.firstIndex { $0.name == column }
    known = known || place != nil
    return place
  }

  private mutating func add(_ record: Span<UInt8>, _ place: Int?) {
    guard let place else {
      skipped += 1
      return
    }
    let cell = record.extracting(StoredRecord.bounds(of: place, in: record))
    if let number = CellNumber.decimal(cell), number.isFinite {
      numbers.add(number)
    } else if let time = TimeText(cell) ?? TimeText(startOf: cell) {
      times[time.seconds.flooredQuotient(by: timeStep), default: 0] += 1
    } else {
      skipped += 1
      return
    }
    limitSteps()
  }

  private mutating func limitSteps() {
    while numbers.counts.count > Self.maximumSteps { numbers.coarsen(by: 1) }
    while times.count > Self.maximumSteps { coarsenTimes() }
  }

  /// Increases `timeStep` from a second to a minute, from a minute to an hour, or from an hour to a
  /// day.
  ///
  /// Once the step is at least one day, each call doubles the step.
  private mutating func coarsenTimes() {
    let next = timeStep < 60 ? 60 : timeStep < 3_600 ? 3_600 : max(timeStep * 2, 86_400)
    let factor = next / timeStep
    timeStep = next
    times = Dictionary(
      times.map { ($0.key.flooredQuotient(by: factor), $0.value) }, uniquingKeysWith: +)
  }

  // MARK: Bins

  /// The bins from the first to the last value, including empty bins.
  ///
  /// - Parameter width: the width; nil to choose one that gives at most about forty bins.
  /// - Returns: the bins; nil if `width` is a number but the values are times, if `width` is a unit
  ///   of time but the values are numbers, or if there would be more than `maximumBins` bins.
  package func bins(_ width: BinWidth?) -> [Bin]? {
    isTime ? timeBins(width) : numberBins(width)
  }

  /// The width of the bins, as the user can write it in a command.
  package func widthText(_ width: BinWidth?) -> String {
    if isTime { return Self.name(width ?? usualTimeWidth) }
    if case .number(let given)? = width { return NumberFormat.exact(given) }
    return NumberFormat.exact(usualNumberWidth)
  }

  private static func name(_ width: BinWidth) -> String {
    switch width {
    case .second: "second"
    case .minute: "minute"
    case .hour: "hour"
    case .day: "day"
    case .month: "month"
    case .year: "year"
    case .decade: "decade"
    case .century: "century"
    case .number(let number): NumberFormat.exact(number)
    }
  }

  private func numberBins(_ width: BinWidth?) -> [Bin]? {
    let size: Double
    switch width {
    case nil: size = usualNumberWidth
    case .number(let given)?: size = given
    default: return nil
    }
    guard let counts = numbers.bins(of: size, atMost: Self.maximumBins) else { return nil }
    return counts.map {
      Bin(start: $0.start, label: NumberFormat.exact($0.start), count: $0.count)
    }
  }

  private var usualNumberWidth: Double { numbers.roundWidth(bins: Self.wantedBins / 2) }

  private func timeBins(_ width: BinWidth?) -> [Bin]? {
    guard let low = times.keys.min(), let high = times.keys.max() else { return [] }
    let width = width ?? usualTimeWidth
    if case .number = width { return nil }
    func bin(_ key: Int) -> Int {
      let seconds = key * timeStep
      if let months = width.months {
        let time = UTCTime(secondsSince1970: seconds)
        return (time.year * 12 + time.month - 1).flooredQuotient(by: months)
      }
      return seconds.flooredQuotient(by: Self.seconds(width))
    }
    return bins(from: bin(low), through: bin(high), times.map { (bin($0.key), $0.value) }) {
      index in
      if let months = width.months {
        let month = index * months
        let start = UTCTime.midnight(max(1, month / 12), month % 12 + 1, 1) ?? 0
        let label = TimeText(seconds: start, isDate: true).iso
        return (Double(start), String(label.prefix(width == .month ? 7 : 4)))
      }
      let start = index * Self.seconds(width)
      let text = TimeText(seconds: start, isDate: width == .day).iso
      return (Double(start), width == .second || width == .day ? text : String(text.prefix(16)))
    }
  }

  private static func seconds(_ width: BinWidth) -> Int {
    switch width {
    case .second, .number: 1
    case .minute: 60
    case .hour: 3_600
    default: 86_400
    }
  }

  private var usualTimeWidth: BinWidth {
    guard let low = times.keys.min(), let high = times.keys.max() else { return .day }
    let range = (high - low) * timeStep
    for width in [BinWidth.second, .minute, .hour, .day]
    where range / Self.seconds(width) < Self.wantedBins
      && Self.seconds(width) >= min(timeStep, 86_400)
    {
      return width
    }
    // The average length of a month, in seconds.
    let month = 2_629_746
    for width in [BinWidth.month, .year, .decade]
    where range / (month * (width.months ?? 1)) < Self.wantedBins { return width }
    return .century
  }

  /// The maximum number of bins; a width that produces more bins is rejected.
  package static let maximumBins = 10_000

  private func bins(
    from first: Int, through last: Int, _ counts: [(Int, Int)],
    _ describe: (Int) -> (start: Double, label: String)
  ) -> [Bin]? {
    guard last - first < Self.maximumBins else { return nil }
    var sums = [Int](repeating: 0, count: last - first + 1)
    for (bin, count) in counts { sums[bin - first] += count }
    return sums.enumerated().map { offset, count in
      let (start, label) = describe(first + offset)
      return Bin(start: start, label: label, count: count)
    }
  }
}
