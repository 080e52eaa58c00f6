internal import Searching
internal import UnicodeText

/// The columns that every published table has in addition to the corpus's columns.
enum PublishedColumn {
  static let prefix = "sb_"
  static let corpus = "sb_corpus"
  static let generation = "sb_generation"
  static let batch = "sb_batch"
  static let id = "sb_id"
  static let source = "sb_source"
  static let line = "sb_line"
  static let folded = "sb_folded"
  static let tokens = "sb_tokens"

  /// The columns and their types, in table order; the columns of the corpus follow.
  static let all: [(name: String, type: StaticString)] = [
    (corpus, "String"), (generation, "UInt64"), (batch, "UInt64"), (id, "UInt64"),
    (source, "String"), (line, "UInt64"), (folded, "String"), (tokens, "Array(String)"),
  ]
}

/// The names of a publication's tables: the table that users name, and the tables that store its
/// data.
///
/// On a single server, the named table contains the records. On a cluster, every node has a local
/// table with its own records, and the named table is a Distributed table over all local tables.
struct PublishedTables: Hashable, Sendable {
  let table: TableName
  let cluster: String?

  static let localSuffix = "_sb_local"

  /// The table that contains a node's records.
  var local: TableName { cluster == nil ? table : table.sibling(Self.localSuffix) }

  /// The table that lists the publications.
  var publications: TableName { table.sibling("_sb_publications") }
  var localPublications: TableName {
    cluster == nil ? publications : table.sibling("_sb_publications_local")
  }

  /// The maximum number of records in a batch, which a node stores completely or not at all.
  ///
  /// The server inserts a block of at most 1,048,576 rows atomically.
  static let recordsPerBatch = 65_536

  /// The size in bytes at which a batch is full.
  static let bytesPerBatch = 4 << 20

  /// The statements that create the tables of one node, for the columns of a corpus.
  ///
  /// The definition of a Distributed table contains the `database` of the local tables.
  func creation(in database: String, _ columns: [Publication.Column]) -> [Statement] {
    var statements: [Statement] = []
    if let name = table.database {
      statements.append(
        Statement { writer in
          writer.write("CREATE DATABASE IF NOT EXISTS ")
          writer.write(name: name)
        })
    }
    statements.append(
      Statement { writer in
        writer.write("CREATE TABLE IF NOT EXISTS ")
        writer.write(local)
        write(columns, to: &writer)
        writer.write(" ENGINE = MergeTree() PARTITION BY (")
        writer.write(name: PublishedColumn.corpus)
        writer.write(", ")
        writer.write(name: PublishedColumn.generation)
        writer.write(") ORDER BY (")
        writer.write(name: PublishedColumn.corpus)
        writer.write(", ")
        writer.write(name: PublishedColumn.generation)
        writer.write(", ")
        writer.write(name: PublishedColumn.id)
        writer.write(")")
      })
    statements.append(
      Statement { writer in
        writer.write("CREATE TABLE IF NOT EXISTS ")
        writer.write(localPublications)
        writePublicationColumns(to: &writer)
        writer.write(" ENGINE = MergeTree() ORDER BY (")
        writer.write(name: "corpus")
        writer.write(", ")
        writer.write(name: "change")
        writer.write(")")
      })
    guard let cluster else { return statements }
    for (name, ofNode) in [(table, local), (publications, localPublications)] {
      statements.append(
        Statement { writer in
          writer.write("CREATE TABLE IF NOT EXISTS ")
          writer.write(name)
          if name == table {
            write(columns, to: &writer)
          } else {
            writePublicationColumns(to: &writer)
          }
          writer.write(" ENGINE = Distributed(")
          writer.write(name: cluster)
          writer.write(", ")
          writer.write(name: database)
          writer.write(", ")
          writer.write(name: ofNode.table)
          if name == table {
            writer.write(", ")
            writer.write(name: PublishedColumn.batch)
          }
          writer.write(")")
        })
    }
    return statements
  }

  /// The statement that adds a column of a corpus to a table that lacks this column.
  func adding(_ column: Publication.Column, to table: TableName) -> Statement {
    Statement { writer in
      writer.write("ALTER TABLE ")
      writer.write(table)
      writer.write(" ADD COLUMN ")
      writer.write(name: column.name)
      writer.write(" String")
    }
  }

  /// The statement that removes the records of a generation from a node.
  func removal(of generation: UInt64, corpus: String) -> Statement {
    Statement { writer in
      writer.write("ALTER TABLE ")
      writer.write(local)
      writer.write(" DROP PARTITION (")
      writer.write(literal: Array(corpus.utf8))
      writer.write(", ")
      writer.write(number: generation)
      writer.write(")")
    }
  }

  /// The INSERT statement for records, without the rows that follow it.
  func insertion(_ columns: [Publication.Column]) -> Statement {
    Statement { writer in
      writer.write("INSERT INTO ")
      writer.write(local)
      writer.write(" (")
      for (index, column) in PublishedColumn.all.enumerated() {
        if index > 0 { writer.write(", ") }
        writer.write(name: column.name)
      }
      for column in columns {
        writer.write(", ")
        writer.write(name: column.name)
      }
      writer.write(") FORMAT RowBinary\n")
    }
  }

  private func write(_ columns: [Publication.Column], to writer: inout SQLWriter) {
    writer.write(" (")
    for (index, column) in PublishedColumn.all.enumerated() {
      if index > 0 { writer.write(", ") }
      writer.write(name: column.name)
      writer.write(" ")
      writer.write(column.type)
    }
    for column in columns {
      writer.write(", ")
      writer.write(name: column.name)
      writer.write(" String")
    }
    writer.write(")")
  }

  private func writePublicationColumns(to writer: inout SQLWriter) {
    writer.write(" (")
    for (index, (name, isText)) in Self.publicationColumns.enumerated() {
      if index > 0 { writer.write(", ") }
      writer.write(name: name)
      if isText { writer.write(" String") } else { writer.write(" UInt64") }
    }
    writer.write(")")
  }

  /// The columns of the table of publications; `isText` is true for a column of strings.
  static let publicationColumns: [(name: String, isText: Bool)] = [
    ("corpus", true), ("change", false), ("schema", false), ("generation", false),
    ("state", true), ("description", true), ("records", false), ("batches", false),
    ("text_bytes", false), ("owner", true),
  ]

  /// The INSERT statement that records a change of a publication.
  func recording(_ publication: Publication) -> Statement {
    let head = Statement { writer in
      writer.write("INSERT INTO ")
      writer.write(localPublications)
      writer.write(" (")
      for (index, column) in Self.publicationColumns.enumerated() {
        if index > 0 { writer.write(", ") }
        writer.write(name: column.name)
      }
      writer.write(") FORMAT RowBinary\n")
    }
    var data = GrowableBuffer<UInt8>()
    data.append(binary: publication.corpus)
    data.append(binary: publication.change)
    data.append(binary: Publication.schema)
    data.append(binary: publication.generation)
    data.append(binary: publication.state.rawValue)
    data.append(binary: publication.description)
    data.append(binary: publication.records)
    data.append(binary: publication.batches)
    data.append(binary: publication.textBytes)
    data.append(binary: publication.owner)
    return head.with(data.array())
  }

  /// The latest state of each generation of `corpus`, or of all corpora if `corpus` is nil, ordered
  /// by change number.
  func publications(
    of corpus: String? = nil, from engine: RemoteEngine, _ cancellation: Cancellation
  ) throws(RemoteFailure) -> [Publication] {
    var select = Select(
      Self.publicationColumns.map { .column($0.name) }, from: publications)
    if let corpus { select.condition = .equal(.column("corpus"), .text(corpus)) }
    select.order = [.ascending(.column("change"))]
    var latest: [Publication] = []
    try engine.rows(select, cancellation) { reader, source throws(RemoteFailure) in
      let corpus = try reader.string(source)
      let change = try reader.number(source)
      let schema = try reader.number(source)
      let generation = try reader.number(source)
      let state = try reader.string(source)
      let description = try reader.string(source)
      let records = try reader.number(source)
      let batches = try reader.number(source)
      let textBytes = try reader.number(source)
      let owner = try reader.string(source)
      guard schema == Publication.schema else {
        throw .changed(
          "the tables have version \(schema) of the schema, but this program reads version "
            + "\(Publication.schema): publish again with --replace, or use a matching "
            + "version of searchbench")
      }
      guard let state = Publication.State(rawValue: state),
        let described = Publication.columns(of: description), records <= UInt64(Int.max),
        batches <= UInt64(Int.max)
      else { throw .malformed }
      latest.removeAll { $0.corpus == corpus && $0.generation == generation }
      latest.append(
        Publication(
          corpus: corpus, generation: generation, state: state, columns: described.columns,
          records: records, batches: batches, textBytes: textBytes,
          hasSingleSource: described.hasSingleSource, owner: owner, change: change))
    }
    return latest
  }
}
