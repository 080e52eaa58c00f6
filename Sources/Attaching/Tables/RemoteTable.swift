internal import Corpora
internal import Searching
internal import System
internal import UnicodeText

/// A table that a remote source reads: its columns, and what it can decide.
enum RemoteTable: Hashable, Sendable {
  case published(Publication, PublishedTables)
  case foreign(ForeignTable)

  /// The columns of its records.
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

  /// The number of a record, by which rows are ordered.
  var id: SQLExpression {
    switch self {
    case .published: .column(PublishedColumn.id)
    case .foreign(let table): .call(.toUInt64, [.column(table.key)])
    }
  }

  /// The numbers that records may have.
  var ids: Range<UInt64> {
    switch self {
    case .published(let publication, _): 0..<publication.records
    case .foreign(let table): table.keys
    }
  }

  /// The number of records when it was attached.
  var recordCount: UInt64 {
    switch self {
    case .published(let publication, _): publication.records
    case .foreign(let table): table.recordCount
    }
  }

  /// Whether different records have different numbers.
  var hasUniqueIDs: Bool {
    if case .published = self { return true }
    return false
  }

  /// Whether rows name a file and a line.
  var namesSources: Bool { hasUniqueIDs }

  /// What a row is read from: its number, its file and line if it has them, and its cells.
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

  /// The records with these numbers.
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

  /// A condition for the server, and whether it decides; if not, every match meets it, and the judge decides.
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

/// A table that others made, of which some columns are searched.
struct ForeignTable: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    let name: String
    /// Its type, as the server names it.
    let type: String

    /// Its value as text; NULL is an empty text.
    var text: SQLExpression {
      type == "String"
        ? .column(name) : .call(.ifNull, [.call(.toString, [.column(name)]), .text("")])
    }
  }

  let name: TableName
  let columns: [Column]
  /// The column by which records are numbered and ordered.
  let key: String
  let keys: Range<UInt64>
  let recordCount: UInt64

  /// A condition that every record meets which meets the requirement, under any folding.
  ///
  /// A folded text of ASCII characters occurs in text of ASCII characters only if it occurs there in some case. Other
  /// characters may fold to ASCII, so records that have any are always tested here.
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
