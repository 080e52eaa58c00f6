internal import Basics
package import Searching

/// Options for the output of a result, such as the rows and fields to write; the defaults suit a
/// file.
package struct EncodingOptions: Sendable {
  /// The fields that become columns, in this order; nil means all fields.
  package var fields: [String]?

  /// The column widths, in cells, that the user chose; the keys are field names.
  package var widths: [String: Int] = [:]

  /// The range of rows to write, from 0; nil means all rows.
  package var rows: Range<Int>?

  /// The maximum number of rows to write; 0 means no limit.
  package var limit = 0

  /// Whether a table starts with a header.
  package var hasHeader = true

  /// Whether lines end in CR LF (csv and tsv).
  package var usesCRLF = false

  /// Whether the text starts with a byte order mark, U+FEFF (csv and tsv).
  package var hasByteOrderMark = false

  /// Whether `'` is added before a cell that a spreadsheet could run as a formula (csv and tsv).
  package var isSafe = false

  /// Which of path, line number and column a row shows; only the format `hits` uses this option.
  package var parts = RowParts()

  /// The text to write instead of each hit; only the format `hits` uses this option.
  package var replacement: HitReplacement?

  /// The number of context lines before and after a hit.
  ///
  /// Only the format `hits` shows context lines, and only for corpora of lines.
  package var context: (before: Int, after: Int) = (0, 0)

  /// The style of the terminal; nil if the output is a file or a pipe.
  package var terminal: TerminalStyle?

  /// Whether the format `hits` highlights hits even if the output is not a terminal (`--color
  /// always`).
  ///
  /// With `--color always`, control characters are escaped, because the output probably ends up on
  /// a terminal.
  package var colorsHits = false

  /// Whether, at a terminal without styles, the format `hits` marks hits with brackets instead of a
  /// second line with carets.
  package var hasOneLineRows = false

  /// The current hit of the navigation, drawn in its own style at a terminal.
  package var currentHit: HitPlace?

  /// Called before each row; `true` sends the buffered rows and throws `OutputError.cancelled`.
  package var isCancelled: @Sendable () -> Bool = { false }

  package init() {}
}

/// The position of a hit in a result: the index of its row, and the index of the hit within the
/// row, both from 0.
package struct HitPlace: Hashable, Sendable {
  package var row: Int
  package var hit: Int

  package init(row: Int, hit: Int) {
    self.row = row
    self.hit = hit
  }
}

/// Statistics of an encoded result.
package struct EncodingSummary: Equatable, Sendable {
  /// The number of records written.
  package var records = 0

  /// The number of written cells that start with `=`, `+`, `-` or `@` and are not numbers.
  ///
  /// Cells that look like formulas are written unchanged, or prefixed with `'` if `isSafe` is set.
  package var dangerousCells = 0

  package init(records: Int = 0, dangerousCells: Int = 0) {
    self.records = records
    self.dangerousCells = dangerousCells
  }

  /// The warning about dangerous cells; nil if `dangerousCells` is 0.
  package func warning(isSafe: Bool) -> String? {
    if dangerousCells == 0 { return nil }
    let verb = dangerousCells == 1 ? "begins" : "begin"
    let cells = NumberFormat.counted(dangerousCells, "cell")
    return isSafe
      ? "wrote a ' before \(cells) that \(verb) with = + - or @"
      : "\(cells) \(verb) with = + - or @: a spreadsheet may run such cells as formulas; "
        + "--safe puts a ' before them"
  }
}
