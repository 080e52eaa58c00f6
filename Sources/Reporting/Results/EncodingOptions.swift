internal import Basics

/// What is written of a result, and how; the defaults are those of a file.
public struct EncodingOptions: Sendable {
  /// The fields that become columns, in this order; nil: all.
  public var fields: [String]?

  /// The rows to write, from 0; nil: all.
  public var rows: Range<Int>?

  /// The most rows to write; 0: no limit.
  public var limit = 0

  /// Whether a table begins with the names of its columns.
  public var hasHeader = true

  /// Whether lines end in CR LF (csv and tsv).
  public var usesCRLF = false

  /// Whether the text begins with U+FEFF (csv and tsv).
  public var hasByteOrderMark = false

  /// Whether cells that a spreadsheet would run as a formula get a `'` before them (csv and tsv).
  public var isSafe = false

  /// Lines of context before and after a hit; only for corpora of lines, and only in `hits`.
  public var context: (before: Int, after: Int) = (0, 0)

  /// How a terminal shows it; nil: the output is a file or a pipe.
  public var terminal: TerminalStyle?

  /// Whether `hits` are highlighted although nobody says that the output is a terminal (`--color always`).
  ///
  /// Control characters are then shown escaped, since what reads it is likely to pass them to one.
  public var colorsHits = false

  /// The hit that navigation stands on, drawn in its own style at a terminal.
  public var currentHit: HitPlace?

  /// Asked before each row; once it is true, what was written is sent and `OutputError.cancelled` is thrown.
  public var isCancelled: @Sendable () -> Bool = { false }

  public init() {}
}

/// A hit of a result: its row, and its number among the hits of the row, both from 0.
public struct HitPlace: Hashable, Sendable {
  public var row: Int
  public var hit: Int

  public init(row: Int, hit: Int) {
    self.row = row
    self.hit = hit
  }
}

/// What was written.
public struct EncodingSummary: Equatable, Sendable {
  /// The records written.
  public var records = 0

  /// The cells that begin with `=`, `+`, `-` or `@` without being a number.
  ///
  /// They were written as they are, or with a `'` before them under `isSafe`.
  public var dangerousCells = 0

  public init(records: Int = 0, dangerousCells: Int = 0) {
    self.records = records
    self.dangerousCells = dangerousCells
  }

  /// The warning that goes with `dangerousCells`; nil if there are none.
  public func warning(isSafe: Bool) -> String? {
    if dangerousCells == 0 { return nil }
    let verb = dangerousCells == 1 ? "begins" : "begin"
    let cells = "\(NumberFormat.counted(dangerousCells, "cell")) \(verb) with = + - or @"
    return isSafe
      ? "\(cells) and got a ' before it"
      : "\(cells): a spreadsheet may run it as a formula (--safe puts a ' before it)"
  }
}
