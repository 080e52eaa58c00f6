import Cataloguing
import Reporting
import System
import TestSupport

@testable import Shell

/// A test session that has its own folder of catalogs, and a clock that the test sets.
final class CatalogBench {
  static let ships = """
    {"id": "pequod", "title": "Pequod", "text": "a whaler of Nantucket"}
    {"id": "rachel", "title": "Rachel", "text": "a whaler that looks for her boats"}
    {"id": "bachelor", "title": "Bachelor", "text": "a full ship, homeward bound"}

    """

  /// The JSON line of one ship.
  static func ship(_ number: Int) -> String {
    String(ships.split(separator: "\n")[number]) + "\n"
  }

  let folder: ScratchFolder
  let bench: Bench
  var time = 1_800_000_000

  init(isInteractive: Bool = false) throws {
    folder = try ScratchFolder()
    bench = Bench(
      isInteractive: isInteractive, environment: ["XDG_DATA_HOME": folder.path + "/data"])
    bench.session.catalogs.now = { [unowned self] in time }
  }

  /// Creates and opens the catalog `ships` with three items.
  static func withShips(isInteractive: Bool = false) throws -> CatalogBench {
    let bench = try CatalogBench(isInteractive: isInteractive)
    try bench.run(":catalog create ships")
    try bench.addShips()
    try bench.run(":catalog open ships")
    return bench
  }

  /// Adds a file of ships to the catalog.
  func addShips(_ text: String = ships, options: String = "") throws {
    let path = try folder.write(text, to: "ships.jsonl")
    try run(":catalog add ships \(path) --domain fleet --id-field id \(options)")
  }

  var session: Session { bench.session }

  @discardableResult
  func run(_ lines: String...) throws -> String {
    for line in lines.dropLast() { try bench.run(line) }
    return try lines.last.map { try bench.run($0) } ?? ""
  }

  /// Opens a separate connection to the catalog, as another process would.
  func store(_ name: String = "ships") throws -> CatalogStore {
    try CatalogStore(
      CatalogFile(name, in: folder.path + "/data/searchbench/catalogs"), access: .write)
  }

  /// The item ids of the rows in the last result.
  var found: [String] {
    get throws {
      guard let outcome = session.cursor.outcome else { return [] }
      return try (0..<outcome.rows.count).map {
        try session.workspace.itemID(of: outcome.rows.key(ofRow: $0)) ?? "gone"
      }
    }
  }
}
