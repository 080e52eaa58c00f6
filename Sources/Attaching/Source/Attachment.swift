internal import Basics
package import Searching
internal import UnicodeText

/// The settings for attaching a table that `publish` did not create.
package struct ForeignChoice: Hashable, Sendable {
  /// The columns to search.
  package var columns: [String]

  /// The column of unsigned integers that numbers and orders the records; `nil` if the table has
  /// only one such column.
  package var key: String?

  package init(columns: [String], key: String? = nil) {
    self.columns = columns
    self.key = key
  }
}

/// Creates a source for a table on a server.
package enum Attachment {
  /// The version of libcurl; `nil` if libcurl is not installed.
  package static var libraryVersion: String? {
    HTTPLibrary.shared.map { library in
      String(library.version.prefix { $0 != " " }.map { $0 == "/" ? " " : $0 })
    }
  }

  /// Inspects a table, and creates a source that reads its records.
  ///
  /// - Parameters:
  ///   - address: the address of the table; if the table contains several corpora, the address must
  ///     name one of them.
  ///   - name: the name to show; `nil` for the name of the corpus or the table.
  ///   - account: the user and the password; a user or a password in the address takes precedence.
  ///   - choice: the columns to search, for a table that `publish` did not create.
  ///   - idleSeconds: the number of seconds without data after which a request fails.
  ///   - cancellation: cancels the inspection of the table.
  /// - Returns: the source.
  /// - Throws: `failed`, which contains the server and a sentence about the failure; `cancelled`.
  package static func source(
    _ address: RemoteAddress, named name: String? = nil, _ account: RemoteAccount,
    choice: ForeignChoice? = nil, idleSeconds: Int = 60, _ cancellation: Cancellation
  ) throws(SearchError) -> AttachedSource {
    do throws(RemoteFailure) {
      let engine = try RemoteEngine(
        address.server, account.for(address), idleMilliseconds: idleSeconds * 1_000)
      if let choice {
        let table = try foreign(address, choice, engine, cancellation)
        return AttachedSource(
          name ?? address.table.table, at: address.description, engine, .foreign(table))
      }
      let (publication, tables) = try published(address, engine, cancellation)
      return AttachedSource(
        name ?? (publication.corpus.isEmpty ? address.table.table : publication.corpus),
        at: address.description, engine, .published(publication, tables))
    } catch {
      if error == .cancelled { throw .cancelled }
      throw .failed(source: address.description, reason: error.sentence)
    }
  }

  // MARK: Tables that publish made

  private static func published(
    _ address: RemoteAddress, _ engine: RemoteEngine, _ cancellation: Cancellation
  ) throws(RemoteFailure) -> (Publication, PublishedTables) {
    // Readers use only the user-visible table names, which are the same with and without a cluster.
    let tables = PublishedTables(table: address.table, cluster: nil)
    let all: [Publication]
    do throws(RemoteFailure) {
      all = try tables.publications(from: engine, cancellation)
    } catch {
      guard case .refused(let refusal) = error, refusal.code == EngineError.unknownTable else {
        throw error
      }
      _ = try columns(of: address.table, engine, cancellation)
      throw .changed(
        "searchbench publish did not make this table: name the columns to search with "
          + "--text-columns a,b")
    }
    let names = Set(all.map(\.corpus)).sorted()
    let current = names.compactMap { all.current(of: $0) }
    if let wanted = address.corpus {
      if let found = current.first(where: { $0.corpus == wanted }) { return (found, tables) }
      throw .changed(
        all.contains { $0.corpus == wanted && $0.state == .loading }
          ? "the corpus \(wanted) is not yet complete: run searchbench publish for it again"
          : "the table has no corpus \(wanted); its corpora: \(list(current.map(\.corpus)))")
    }
    if current.count == 1 { return (current[0], tables) }
    if current.isEmpty {
      throw .changed("the table has no complete corpus: run searchbench publish again")
    }
    throw .changed(
      "the table has several corpora; add # and a name to the address: #"
        + current.map(\.corpus).map { PercentEncoding.encoded($0) }.joined(separator: ", #"))
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }

  // MARK: Other tables

  /// The names and types of the columns of a table.
  static func columns(
    of table: TableName, _ engine: RemoteEngine, _ cancellation: Cancellation
  ) throws(RemoteFailure) -> [(name: String, type: String)] {
    var select = Select(
      [.column("name"), .column("type")], from: TableName("columns", in: "system"))
    select.condition = .all([
      .equal(
        .column("database"),
        table.database.map { .text($0) } ?? .call(.currentDatabase, [])),
      .equal(.column("table"), .text(table.table)),
    ])
    var columns: [(String, String)] = []
    try engine.rows(select, cancellation) { reader, source throws(RemoteFailure) in
      columns.append((try reader.string(source), try reader.string(source)))
    }
    if columns.isEmpty {
      throw .changed("there is no table \(table), or the user has no permission to see it")
    }
    return columns
  }

  private static func foreign(
    _ address: RemoteAddress, _ choice: ForeignChoice, _ engine: RemoteEngine,
    _ cancellation: Cancellation
  ) throws(RemoteFailure) -> ForeignTable {
    let known = try columns(of: address.table, engine, cancellation)
    func column(_ name: String) throws(RemoteFailure) -> ForeignTable.Column {
      if let found = known.first(where: { $0.name == name }) {
        return ForeignTable.Column(name: found.name, type: found.type)
      }
      let nearest = Nearest.match(name, among: known.map(\.name))
      throw .changed(
        "the table has no column \(name)"
          + (nearest.map { ": did you mean \($0)?" }
            ?? "; its columns: \(list(known.map(\.name)))"))
    }
    var columns: [ForeignTable.Column] = []
    for name in choice.columns {
      if columns.contains(where: { $0.name == name }) { continue }
      columns.append(try column(name))
    }
    let numbers = known.filter { $0.type.hasPrefix("UInt") }.map(\.name)
    guard let name = choice.key ?? (numbers.count == 1 ? numbers[0] : nil) else {
      throw .changed(
        "use --key to name the column that numbers the records"
          + (numbers.isEmpty ? "; no column has unsigned integers" : ": \(list(numbers))"))
    }
    let key = try column(name)
    guard key.type.hasPrefix("UInt") else {
      throw .changed(
        "the column \(name) has the type \(key.type), but the column of --key must be an "
          + "unsigned integer")
    }
    let keyText = SQLExpression.call(.toUInt64, [.column(key.name)])
    let facts = try engine.numbers(
      Select(
        [.call(.count, []), .call(.min, [keyText]), .call(.max, [keyText])], from: address.table),
      cancellation)
    let keys = facts[0] == 0 ? 0..<0 : facts[1]..<(facts[2] == .max ? .max : facts[2] + 1)
    return ForeignTable(
      name: address.table, columns: columns, key: key.name, keys: keys, recordCount: facts[0])
  }
}

extension RemoteAccount {
  /// The account for an address; the address's own user and password take precedence.
  func `for`(_ address: RemoteAddress) -> RemoteAccount {
    RemoteAccount(user: address.user ?? user, password: address.password ?? password)
  }
}
