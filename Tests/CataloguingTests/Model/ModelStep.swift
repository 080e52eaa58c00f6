import Basics
import Cataloguing
import TestSupport

/// A step to apply to a catalog and to its model.
enum ModelStep {
  case index([CatalogItem])
  case batch([[CatalogItem]], state: [UInt8]?)
  case deleteIDs([String])
  case deleteDomain(String)
  case purge
  case deleteAll
  case setOn(Bool)
  case wait(seconds: Int)
  case write(String, ModelFile)
  case remove(String)
  case add(String, SourceOptions)
  case refresh(maximumAge: Int?, isForced: Bool)

  static let ids =
    ["a", "b", "A", "", " ", "é", "e\u{301}", "'; DROP TABLE items; --", "x\0y", "x\0z", "😀"]
    + (1...9).map { "item-\($0)" } + ["item-3-2"]
  static let domains = ["", "a", "a.b", "a.bc", "z'; --", "é.x", "e\u{301}.x", "n\0l"]
  static let names = ["k1", "größe", "gro\u{308}ße", "q\"uo\\te", "nul\0", "field.title", "Title"]
  static let texts = [
    "", "alpha", "beta", "日本", "emoji 😀🏽", "a\"b", "x,y", "line\nbreak", "'; DELETE FROM items; --",
    "tab\tand\u{1}", "e\u{301}", "é", "\\u0000 \\", String(repeating: "lo ng", count: 30),
  ]
  static let files = [
    "list.txt", "keyed.csv", "plain.csv", "mixed/a.txt", "mixed/b.txt", "mixed/c.csv",
    "units/u.txt",
    "units/v.csv",
  ]
  static let folders = ["mixed", "units"]

  init(_ random: inout SeededGenerator) {
    switch random.below(24) {
    case 0...3: self = .index(Self.items(&random))
    case 4:
      self = .batch(
        (0..<random.below(4)).map { _ in Self.items(&random) },
        state: random.oneIn(3) ? nil : (0..<random.below(250)).map { UInt8(truncatingIfNeeded: $0) }
      )
    case 5...6: self = .deleteIDs((0...random.below(4)).map { _ in random.pick(Self.ids) })
    case 7: self = .deleteDomain(random.pick(Self.domains))
    case 8: self = .purge
    case 9: self = random.oneIn(4) ? .deleteAll : .purge
    case 10: self = .setOn(!random.oneIn(4))
    case 11...12:
      self = .wait(seconds: random.pick([1, 30, 60, 100, 31 * 86_400, -40, -2_700_000]))
    case 13...16: self = Self.change(&random)
    case 17...20: self = Self.add(&random)
    default:
      self = .refresh(
        maximumAge: random.pick([nil, nil, 0, 50]), isForced: random.oneIn(3))
    }
  }

  private static func items(_ random: inout SeededGenerator) -> [CatalogItem] {
    (0...random.below(5)).map { _ in
      var item = CatalogItem(
        id: random.oneIn(4) ? nil : random.pick(Self.ids.filter { !$0.isEmpty }),
        domain: random.pick(Self.domains))
      func text() -> String? { random.oneIn(3) ? nil : random.pick(Self.texts) }
      item.attributes.title = text()
      if random.oneIn(3) { item.attributes.contentDescription = text() }
      if random.oneIn(2) {
        item.attributes.keywords = (0..<random.below(3)).compactMap { _ in text() }
      }
      if random.oneIn(4) { item.attributes.contentType = text() }
      if random.oneIn(4) { item.attributes.thumbnailPath = text() }
      if random.oneIn(4) { item.attributes.url = text() }
      for name in Self.names where random.oneIn(5) && item.attributes.others.last?.name != name {
        item.attributes.others.append(NamedAttribute(name: name, value: text() ?? "nul\0text"))
      }
      if random.oneIn(4) {
        item.expires = Timestamp(secondsSince1970: 1_800_000_000 + random.below(300))
      }
      if random.oneIn(3) {
        item.origin = CatalogItem.Origin(
          path: random.pick(["/o", "/p"]), line: 1 + random.below(99))
      }
      switch random.below(6) {
      case 0: item.content = .text(random.pick(Self.texts))
      case 1: item.content = .file(random.pick(Self.files))
      default: break
      }
      return item
    }
  }

  private static func change(_ random: inout SeededGenerator) -> ModelStep {
    let name = random.pick(files)
    if random.oneIn(6) { return .remove(name) }
    if name.hasSuffix(".txt") {
      if name.hasPrefix("mixed"), random.oneIn(4) { return .write(name, .binary) }
      let lines = texts.filter { !$0.isEmpty && !$0.contains("\n") }
      return .write(name, .lines((0...random.below(7)).map { _ in random.pick(lines) }))
    }
    var header = random.oneIn(8) ? ["x"] : ["k", "name", "title", "größe", "keywords"]
    if random.oneIn(5) { header.shuffle(using: &random) }
    if random.oneIn(5), header.count > 1 { header.removeLast() }
    let values = texts.filter { !$0.contains("\u{1}") }
    let rows = (0..<random.below(8)).map { _ in
      header.map { column in
        column == "k" ? random.pick(ids.filter { !$0.contains("\0") }) : random.pick(values)
      }
    }
    return .write(name, .csv(header: header, rows: rows))
  }

  private static func add(_ random: inout SeededGenerator) -> ModelStep {
    let name = random.pick(["list.txt", "keyed.csv", "plain.csv", "mixed", "units"])
    var options = SourceOptions()
    options.domain = random.pick(domains)
    if random.oneIn(4) { options.timeToLive = .seconds(random.pick([50, 100])) }
    if random.oneIn(8) {
      options.expires = Timestamp(secondsSince1970: 1_800_000_000 + random.below(300))
    }
    if name.hasSuffix(".csv") || name == "mixed" {
      if name == "keyed.csv" || random.oneIn(3) { options.idField = "k" }
      if random.oneIn(3) { options.titleField = "name" }
      if random.oneIn(4) { options.keywordsField = "größe" }
    }
    if name == "units" { options.unit = random.pick([.auto, .file, .record]) }
    return .add(name, options)
  }
}
