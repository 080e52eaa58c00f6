internal import Basics
internal import Benchmarking
internal import JSON

/// The rows of a run as a table for people; rows that are compared with each other form a group.
///
/// Values that all rows share are in `common`, and values that all rows of a group share are in the
/// group's title. Values that differ within a group are in columns.
struct RunTable {
  struct Column {
    let heading: String
    var isNumber = true
    /// Whether the column is dropped on a narrow terminal.
    var isDroppable = false
  }

  struct Cell {
    let text: StyledText
    /// The number by which rows are sorted; nil if the cell has no number.
    var number: Double?
    /// The full sentences that the cell abbreviates to a status and footnote marks.
    var sentences: [String] = []
  }

  struct Group {
    let title: String
    /// The group's cells in `groupColumns`.
    let cells: [Cell]
    var rows: [[Cell]] = []
  }

  /// The values that all rows share, as text.
  private(set) var common: [String] = []
  private(set) var groupColumns: [Column] = []
  private(set) var columns: [Column] = []
  private(set) var groups: [Group] = []
  private(set) var footnotes = Footnotes()

  /// Creates the table; `µs` is written as `us` if `isUTF8` is false.
  init(_ run: BenchmarkRun, _ rows: [RunRow], isUTF8: Bool = true) {
    if rows.isEmpty { return }
    let layout = RunTableLayout(run, rows)
    common = layout.common
    groupColumns = layout.groupColumns.map { name in
      Column(heading: ColumnText.heading(name), isNumber: layout.counts.contains(name))
    }
    let names = layout.nameColumns.isEmpty ? [""] : [layout.nameColumns.joined(separator: " ")]
    columns = names.map { Column(heading: $0, isNumber: false) }
    columns += layout.resultColumns.map { Column(heading: ColumnText.heading($0)) }
    columns += [Column(heading: "p50"), Column(heading: "95 % interval")]
    if layout.hasRate { columns.append(Column(heading: "rate", isDroppable: true)) }
    if layout.hasRatio { columns.append(Column(heading: "ratio")) }
    let isCounted = run.settings[BenchmarkRun.counter] != nil
    if isCounted { columns.append(Column(heading: "instructions")) }
    columns += [
      Column(heading: "samples", isDroppable: true), Column(heading: "", isNumber: false),
    ]
    for (key, members) in layout.groups {
      var group = Group(
        title: layout.title(key, members),
        cells: zip(layout.groupColumns, key).map { Self.cell($1, of: $0) })
      for row in members {
        var cells = [Cell(text: StyledText(layout.name(of: row), .label))]
        cells += layout.resultColumns.map { Self.cell(row.value(of: $0), of: $0) }
        cells += Self.times(of: row, isUTF8)
        if layout.hasRate { cells.append(Self.rate(of: row)) }
        if layout.hasRatio {
          cells.append(
            Cell(text: StyledText(row.ratio.map(NumberFormat.ratio) ?? ""), number: row.ratio))
        }
        if isCounted { cells.append(Self.instructions(of: row)) }
        let count = row.summary?.count
        cells.append(
          Cell(
            text: StyledText(count.map(NumberFormat.grouped) ?? "-"),
            number: Double(count ?? 0)))
        cells.append(remark(on: row))
        group.rows.append(cells)
      }
      groups.append(group)
    }
  }

  private static func cell(_ value: JSON?, of column: String) -> Cell {
    var number: Double?
    if case .integer(let count) = value { number = Double(count) }
    return Cell(text: StyledText(ColumnText.cell(value, of: column)), number: number)
  }

  private static func times(of row: RunRow, _ isUTF8: Bool) -> [Cell] {
    guard let summary = row.summary else { return [Cell(text: "-"), Cell(text: "")] }
    let width = summary.interval.upperBound - summary.interval.lowerBound
    return [
      Cell(
        text: StyledText(TimeUnit.text(summary.p50, isUTF8: isUTF8)), number: summary.p50),
      Cell(
        text: StyledText(TimeUnit.interval(summary.interval, around: summary.p50)),
        number: summary.p50 > 0 ? width / summary.p50 : width),
    ]
  }

  private static func rate(of row: RunRow) -> Cell {
    let rate = row.megabytesPerSecond
    let text = rate.map {
      NumberFormat.rate(bytes: Int(min($0, 1e12) * 1e6), nanoseconds: 1_000_000_000)
    }
    return Cell(text: StyledText(text ?? ""), number: rate)
  }

  /// The cell that shows the number of instructions of one iteration.
  private static func instructions(of row: RunRow) -> Cell {
    let count = row.measurement.instructions
    let text = count.map { NumberFormat.grouped(Int(min($0.rounded(), 1e18))) }
    return Cell(text: StyledText(text ?? "-"), number: count)
  }

  /// The last cell of a row: first the status if it is not `ok`, then the footnote marks.
  private mutating func remark(on row: RunRow) -> Cell {
    let sentences = row.sentences
    let marks = row.footnotes.map { footnotes.mark(for: $0) }.joined(separator: " ")
    let status = row.statusText
    let text =
      status.isEmpty
      ? StyledText(marks, .dimmed)
      : StyledText(status, .warning) + StyledText(marks.isEmpty ? "" : " " + marks, .dimmed)
    return Cell(text: text, sentences: (status.isEmpty ? [] : [status]) + sentences)
  }
}

extension RunRow {
  /// The status as text, such as `cut off at 64,000` or `disagrees`; empty for an accepted row.
  var statusText: String {
    switch measurement.status {
    case .ok: ""
    case .disagrees: "disagrees"
    case .cutOff:
      measurement.counts["n"].map { "cut off at \(NumberFormat.grouped($0))" } ?? "cut off"
    }
  }

  /// The notes about the row, including numbers such as the sample count, which `footnotes` omits.
  ///
  /// The notes about a row do not mention outliers, because one note covers the outliers of all
  /// rows.
  var sentences: [String] {
    measurement.status == .ok ? statusSentences + (summary?.notes ?? []) : statusSentences
  }

  /// The notes about the row, without numbers, so that several rows can share a footnote.
  var footnotes: [String] {
    guard measurement.status == .ok, let summary else { return statusSentences }
    var notes = statusSentences
    if summary.count < Summary.enough { notes.append("fewer than \(Summary.enough) samples") }
    if summary.isDrifting { notes.append("the samples drift during the run") }
    if let note = summary.invocationSpread?.footnote {
      notes.append(note)
    } else if summary.isBimodal {
      notes.append("the samples cluster around two values")
    }
    return notes
  }

  /// The note stored with the measurement, without the words that repeat the status.
  private var statusSentences: [String] {
    var sentences: [String] = []
    let status = statusText
    if let note = measurement.note, note != status {
      let isRepeated = !status.isEmpty && note.hasPrefix(status + ": ")
      sentences.append(isRepeated ? String(note.dropFirst(status.count + 2)) : note)
    }
    return sentences
  }
}
