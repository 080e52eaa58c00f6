import Basics
import Cataloguing

/// A reference model of a catalog; it keeps items in dictionaries and processes one item at a time.
///
/// Ids and names are bytes, because Swift compares strings by canonical equivalence.
struct CatalogModel {
  typealias Bytes = [UInt8]

  enum Origin: Hashable {
    case program(domain: Bytes, path: Bytes)
    case file(source: String, path: String)
  }

  struct Entry {
    var number: Int
    let id: String
    let origin: Origin
    var attributes: [(name: String, text: String)]
    var line: Int
    var expires: Int?
    var problem: String?

    /// The other files that have a record with this id.
    var displaced: Set<Origin> = []

    func has(_ others: [(name: String, text: String)]) -> Bool {
      attributes.count == others.count
        && zip(attributes, others).allSatisfy {
          $0.name.utf8.elementsEqual($1.name.utf8) && $0.text.utf8.elementsEqual($1.text.utf8)
        }
    }

    func isSame(as other: Entry) -> Bool {
      origin == other.origin && problem == other.problem && has(other.attributes)
    }
  }

  struct Source {
    let path: String
    var domain: String
    var options: SourceOptions
    var indexed: Int?

    /// Whether the last attempt to read the source failed.
    var isUnfinished = false

    /// The contents of the files when they were last read completely.
    var read: [String: ModelFile] = [:]

    /// The files whose missing items come back when the source is added again.
    var restoredByAdding: Set<String> = []

    /// The files whose missing items come back at the next refresh.
    var restoredByRefresh: Set<String> = []

    func isExpired(at now: Int) -> Bool { (options.expires?.secondsSince1970 ?? .max) <= now }

    /// Whether the next refresh restores items.
    func lacksItems(at now: Int) -> Bool { !restoredByRefresh.isEmpty && !isExpired(at: now) }
  }

  var now: Int
  var entries: [Bytes: Entry] = [:]
  var sources: [Source] = []

  /// The number of items, and the number of problems, in the last indexing run.
  var touched = 0
  var faults = 0
  var nextItem = 1
  var isOn = true
  var maximumAge = 30 * 86_400
  var clientState: Bytes?

  /// The files on the disk, by path.
  var disk: [String: ModelFile] = [:]

  /// The paths of the sources that are folders.
  var folders: Set<String> = []

  init(now: Int) { self.now = now }

  // MARK: Items

  mutating func put(
    id: String?, _ origin: Origin, _ attributes: [(name: String, text: String)], line: Int,
    expires: Int?, problem: String? = nil
  ) -> String {
    var id = id ?? ""
    if id.isEmpty {
      id = "item-\(nextItem)"
      while entries[Array(id.utf8)] != nil { id += "-2" }
    }
    let key = Bytes(id.utf8)
    let number = nextItem
    var entry = Entry(
      number: number, id: id, origin: origin, attributes: attributes, line: line, expires: expires,
      problem: problem)
    if let old = entries[key], old.problem == nil || old.isSame(as: entry) {
      entry.number = old.number
    } else {
      nextItem += 1
    }
    if let old = entries[key] { displace(old, by: &entry) }
    entries[key] = entry
    return id
  }

  private mutating func displace(_ old: Entry, by entry: inout Entry) {
    entry.displaced = old.displaced
    if old.origin == entry.origin { return }
    entry.displaced.remove(entry.origin)
    guard case .file(let source, let path) = old.origin else { return }
    entry.displaced.insert(old.origin)
    if case .file(source, _) = entry.origin { return }
    change(source) { $0.restoredByAdding.insert(path) }
  }

  private mutating func change(_ source: String, _ body: (inout Source) -> Void) {
    guard let place = sources.firstIndex(where: { $0.path == source }) else { return }
    body(&sources[place])
  }

  /// Removes an item; the next refresh reads each file that contains a record displaced by it.
  mutating func remove(_ key: Bytes) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    for case .file(let source, let path) in entry.displaced {
      change(source) {
        $0.read[path] = nil
        $0.restoredByRefresh.insert(path)
      }
    }
  }

  /// Forgets that items have displaced records of this file.
  mutating func forgetDisplaced(of origin: Origin) {
    for key in entries.keys { entries[key]?.displaced.remove(origin) }
  }

  mutating func put(_ item: CatalogItem) -> String {
    let origin = Origin.program(
      domain: Bytes(item.domain.utf8), path: Bytes((item.origin?.path ?? "").utf8))
    var attributes: [(name: String, text: String)] = []
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { attributes.append((name, text)) }
    }
    add("title", item.attributes.title)
    add("description", item.attributes.contentDescription)
    add("keywords", item.attributes.keywords.joined(separator: "\n"))
    add("type", item.attributes.contentType)
    add("thumbnail", item.attributes.thumbnailPath)
    add("url", item.attributes.url)
    for other in item.attributes.others { add(other.name, other.value) }
    var problem: String?
    switch item.content {
    case .text(let text): add("content", text)
    case .file(let path):
      switch disk[path] {
      case nil: problem = "no such file"
      case .binary?: problem = "a binary file"
      case let file?: add("content", file.text)
      }
    default: break
    }
    return put(
      id: item.id, origin, attributes, line: item.origin?.line ?? 0,
      expires: item.expires?.secondsSince1970, problem: problem)
  }

  func domain(of entry: Entry) -> Bytes {
    switch entry.origin {
    case .program(let domain, _): domain
    case .file(let source, _): Bytes((sources.first { $0.path == source }?.domain ?? "").utf8)
    }
  }

  /// The items that a search can find now, in record order.
  var visible: [Entry] {
    entries.values.filter { $0.problem == nil && ($0.expires ?? .max) > now }
      .sorted { $0.number < $1.number }
  }

  // MARK: Deleting

  mutating func delete(ids: [String]) -> Int {
    var count = 0
    for id in ids {
      guard let entry = entries.removeValue(forKey: Bytes(id.utf8)) else { continue }
      count += 1
      for case .file(let source, let path) in entry.displaced.union([entry.origin]) {
        change(source) { $0.restoredByAdding.insert(path) }
      }
    }
    return count
  }

  mutating func delete(domain: String) -> Int {
    let outer = Bytes(domain.utf8)
    func isInside(_ bytes: Bytes) -> Bool {
      bytes == outer || bytes.starts(with: outer + [UInt8(ascii: ".")])
    }
    let gone = entries.filter { isInside(self.domain(of: $0.value)) }.map(\.key)
    for key in gone { remove(key) }
    let removed = Set(sources.filter { isInside(Bytes($0.domain.utf8)) }.map(\.path))
    for (key, entry) in entries {
      entries[key]?.displaced = entry.displaced.filter { origin in
        if case .file(let source, _) = origin { !removed.contains(source) } else { true }
      }
    }
    sources.removeAll { removed.contains($0.path) }
    return gone.count
  }

  mutating func purge() -> Int {
    let gone = entries.filter { ($0.value.expires ?? .max) <= now }
    for (key, entry) in gone {
      remove(key)
      guard case .file(let source, let path) = entry.origin else { continue }
      if let place = sources.firstIndex(where: { $0.path == source }) {
        sources[place].read[path] = nil
      }
    }
    return gone.count
  }

  mutating func deleteAll() -> Int {
    defer { (entries, sources, clientState) = ([:], [], nil) }
    return entries.count
  }

  mutating func setOn(_ isOn: Bool) {
    self.isOn = isOn
    if isOn { return }
    entries = [:]
    clientState = nil
    for place in sources.indices {
      (sources[place].indexed, sources[place].read) = (nil, [:])
      (sources[place].restoredByAdding, sources[place].restoredByRefresh) = ([], [])
    }
  }
}
