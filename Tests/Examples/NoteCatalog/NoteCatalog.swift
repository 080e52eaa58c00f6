public import Cataloguing
import Searching

/// A persistent, searchable catalog of an app's notes.
public struct NoteCatalog: Sendable {
  /// A note in the app.
  public struct Note: Hashable, Sendable {
    public var id: String
    public var title: String
    public var text: String

    public init(id: String, title: String, text: String) {
      (self.id, self.title, self.text) = (id, title, text)
    }
  }

  private let catalog: Catalog

  /// Opens the catalog, or creates an empty catalog.
  public init(in folder: String) async throws(CatalogError) {
    catalog = try await Catalog.open("notes", in: folder)
  }

  /// The number of the last change that the catalog contains; 0 if the catalog contains no changes.
  ///
  /// After a restart, the app adds the notes that changed after the change with this number.
  public var revision: UInt8 {
    get async throws(CatalogError) { try await catalog.lastClientState?.first ?? 0 }
  }

  /// Adds or replaces notes in one atomic batch, and records the number of the last change.
  public func save(
    _ notes: [Note], revision: UInt8, expires: Timestamp? = nil
  ) async throws(CatalogError) {
    try await catalog.beginBatch()
    do throws(CatalogError) {
      try await catalog.index(
        notes.map { note in
          CatalogItem(
            id: note.id, domain: "notes", attributes: ItemAttributes(title: note.title),
            expires: expires, content: .text(note.text))
        })
    } catch {
      await catalog.cancelBatch()
      throw error
    }
    try await catalog.endBatch(clientState: [revision])
  }

  /// The ids of the notes that match.
  public func find(_ text: String) async throws -> [String] {
    let snapshot = try await catalog.snapshot()
    let report = try await Searcher(snapshot.corpus).search(for: Query(text, .prefix))
    var ids: [String] = []
    for record in report.results {
      if let id = try await catalog.id(of: record, in: snapshot) { ids.append(id) }
    }
    return ids
  }

  /// A link that opens a note and restores the search that found the note.
  public func link(to id: String, foundBy text: String) -> String {
    ItemLink(catalog: catalog.name, id: id, query: text, strategy: Query.Strategy.prefix.name)
      .description
  }

  /// Reads a link: returns its query, and the note's id if the note is still among the results.
  public func restore(_ link: String) async throws -> (query: String, id: String?) {
    let link = try ItemLink(parsing: link)
    let ids = try await find(link.query ?? "")
    return (link.query ?? "", ids.contains(link.id) ? link.id : nil)
  }
}
