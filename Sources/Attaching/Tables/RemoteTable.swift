internal import Corpora
internal import Searching
internal import System
internal import UnicodeText

/// A table that a remote source reads: its columns, and the conditions that the server can
/// evaluate.
enum RemoteTable: Hashable, Sendable {
  case published(Publication, PublishedTables)
  case foreign(ForeignTable)

  /// The fields of the table's records.
  var fields: [Field] {
    switch self {
    case .published(let publication, _): publication.fields
    case .foreign(let table): table.columns.map { Field($0.name) }
    }
  }

  var name: TableName {
    switch self {
    case .published(_, let tables): tables.table
    case .foreign(let table): table.name
    }
  }

  /// The record number, which determines the order of rows.
  var id: SQLExpression {
    switch self {
    case .published: .column(PublishedColumn.id)
    case .foreign(let table): .call(.toUInt64, [.column(table.key)])
    }
  }

  /// The range of possible record numbers.
  var ids: Range<UInt64> {
    switch self {
    case .published(let publication, _): 0..<publication.records
    case .foreign(let table): table.keys
    }
  }

  /// The number of records when the table was attached.
  var recordCount: UInt64 {
    switch self {
    case .published(let publication, _): publication.records
    case .foreign(let table): table.recordCount
    }
  }

  /// Whether no two records have the same number.
  var hasUniqueIDs: Bool {
    if case .published = self { return true }
    return false
  }

  /// Whether rows contain the file and line of their record.
  var namesSources: Bool { hasUniqueIDs }

  /// The expressions whose values form a row: the record number, its file and line if known, and
  /// the cells.
  var rowValues: [SQLExpression] {
    switch self {
    case .published(let publication, _):
      [id, .column(PublishedColumn.source), .column(PublishedColumn.line)]
        + publication.columns.map { .column($0.name) }
    case .foreign(let table): [id] + table.columns.map(\.text)
    }
  }

  /// The order of rows; rows with the same number are ordered by their text.
  var order: [Select.Order] {
    switch self {
    case .published: [.ascending(id)]
    case .foreign(let table): [.ascending(id)] + table.columns.map { .ascending($0.text) }
    }
  }

  /// The condition that a record's number is in `ids`.
  func within(_ ids: Range<UInt64>) -> SQLExpression {
    var parts: [SQLExpression] = []
    if case .published(let publication, _) = self {
      parts = [
        .equal(.column(PublishedColumn.corpus), .text(publication.corpus)),
        .equal(.column(PublishedColumn.generation), .number(publication.generation)),
      ]
    }
    parts.append(.greaterOrEqual(id, .number(ids.lowerBound)))
    if ids.upperBound < .max { parts.append(.less(id, .number(ids.upperBound))) }
    return .all(parts)
  }

  /// A condition that every matching record satisfies; it is exact if no other record satisfies it.
  ///
  /// If the condition is not exact, `judge` must test each record.
  func condition(of judge: RecordJudge, isInverted: Bool) -> (SQLExpression, isExact: Bool) {
    switch self {
    case .published:
      if let condition = judge.condition {
        let expression = Self.expression(condition)
        return (isInverted ? .not(expression) : expression, true)
      }
      return (isInverted ? .all([]) : Self.expression(judge.requirement), false)
    case .foreign(let table):
      if case .constant(let value)? = judge.condition {
        return (value != isInverted ? .all([]) : .any([]), true)
      }
      return (isInverted ? .all([]) : table.expression(judge.ownRequirement), false)
    }
  }

  private static func expression(_ condition: TextCondition) -> SQLExpression {
    switch condition {
    case .constant(let value): value ? .all([]) : .any([])
    case .contains(let text, nil): contains(text)
    case .contains(let text, let fields?):
      .all([
        contains(text),
        .any(
          fields.map { field in
            .contains(
              text,
              in: .call(
                .arrayElement,
                [
                  .call(
                    .splitByChar, [.text([Separator.field]), .column(PublishedColumn.folded)]),
                  .number(UInt64(field) + 1),
                ]))
          }),
      ])
    case .tokens(let text, let count):
      .all([
        contains(text),
        .greaterOrEqual(
          .countOfPrefix(text, inArray: PublishedColumn.tokens), .number(UInt64(max(0, count)))),
      ])
    case .not(let operand): .not(expression(operand))
    case .all(let operands): .all(operands.map(expression))
    case .any(let operands): .any(operands.map(expression))
    }
  }

  private static func contains(_ text: [UInt8]) -> SQLExpression {
    .contains(text, in: .column(PublishedColumn.folded))
  }

  private static func expression(_ requirement: Requirement) -> SQLExpression {
    switch requirement {
    case .nothing: .all([])
    case .substring(let text): contains(text)
    case .tokenPrefix(let text): expression(.tokens(startingWith: text, atLeast: 1))
    case .all(let parts): .all(parts.map(expression))
    case .any(let parts): .any(parts.map(expression))
    }
  }
}

/// A table that `publish` did not create, and the columns of the table to search.
struct ForeignTable: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    let name: String
    /// The name of the column's type on the server.
    let type: String

    /// The column's value as a string; NULL becomes an empty string.
    var text: SQLExpression {
      type == "String"
        ? .column(name) : .call(.ifNull, [.call(.toString, [.column(name)]), .text("")])
    }
  }

  let name: TableName
  let columns: [Column]
  /// The column that numbers and orders the records.
  let key: String
  let keys: Range<UInt64>
  let recordCount: UInt64

  /// A condition that is true for every record that meets the requirement under any folding
  /// options.
  ///
  /// In ASCII text, a folded ASCII string matches only the same letters in upper or lower case.
  /// Because non-ASCII characters can fold to ASCII, every record with a non-ASCII character
  /// satisfies the condition.
  func expression(_ requirement: Requirement) -> SQLExpression {
    switch requirement {
    case .nothing: .all([])
    case .substring(let text), .tokenPrefix(let text):
      .any(
        columns.map { column in
          let hasOthers = SQLExpression.not(
            .less(.number(0), .call(.match, [column.text, .text(#"\A[\x00-\x7F]*\z"#)])))
          if text.contains(where: { $0 >= 0x80 }) { return hasOthers }
          return .any([
            .less(.number(0), .call(.positionCaseInsensitive, [column.text, .text(text)])),
            hasOthers,
          ])
        })
    case .all(let parts): .all(parts.map(expression))
    case .any(let parts): .any(parts.map(expression))
    }
  }
}
