import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Cataloguing

@Suite struct KnownItemsTests {
  @Test func `items are taken, given back and left over as from a list`() {
    var dice = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let items = (0..<Int.random(in: 0...20, using: &dice)).map {
        KnownItems.Item(
          number: $0, fingerprint: Int.random(in: 0...4, using: &dice), line: 1, expires: nil)
      }
      var known = KnownItems(items)
      var free = items
      var taken: [KnownItems.Item] = []
      for _ in 0..<30 {
        if Int.random(in: 0...5, using: &dice) == 0 {
          let count = Int.random(in: 0...taken.count, using: &dice)
          known.giveBack(after: count)
          free = (free + taken[count...]).sorted { $0.number < $1.number }
          taken.removeSubrange(count...)
        } else {
          let fingerprint = Int.random(in: 0...4, using: &dice)
          let place = free.firstIndex { $0.fingerprint == fingerprint }
          let wanted = place.map { free.remove(at: $0) }
          let found = known.take(fingerprint)
          #expect(found?.fingerprint == wanted?.fingerprint)
          if let wanted { taken.append(wanted) }
        }
        #expect(known.takenCount == taken.count)
        #expect(known.rest.count == free.count)
      }
    }
  }

  @Test func `of items alike the first is taken first, and the others are left`() {
    var known = KnownItems(
      [9, 3, 5].map { KnownItems.Item(number: $0, fingerprint: 7, line: 1, expires: nil) })
    #expect(known.take(7)?.number == 3)
    #expect(known.rest == [5, 9])
    #expect(known.take(7)?.number == 5 && known.take(7)?.number == 9 && known.take(7) == nil)
    #expect(known.rest.isEmpty)
  }
}

@Suite struct FingerprintTests {
  private func value(_ parts: (UInt64, String)...) -> Int {
    var fingerprint = Fingerprint()
    for (tag, text) in parts { fingerprint.add(tag, Array(text.utf8).span) }
    return fingerprint.value
  }

  @Test func `every part, its tag and its end count`() {
    let values = [
      value(), value((0, "")), value((0, "a")), value((1, "a")), value((0, "ab")),
      value((0, "a"), (0, "b")), value((0, "a"), (1, "b")), value((1, "b"), (0, "a")),
      value((0, "12345678")), value((0, "123456789")), value((0, "12345678\0")),
      value((0, "\0")), value((0, "\0\0")),
    ]
    #expect(Set(values).count == values.count)
  }

  @Test func `it is the same in every process`() {
    // It is kept in files: another value would have every item indexed again.
    #expect(value((3, "The white whale")) == value((3, "The white whale")))
    #expect(value((0, "UPWARDS ARROW"), (100, "{}")) == Self.pinned)
  }

  private static let pinned = -90_532_574_914_670_643
}

@Suite struct SourceOptionsTests {
  @Test func `options are read as they were stored`() {
    var options = SourceOptions()
    #expect(SourceOptions(stored: options.stored, domain: "") == options)
    options.domain = "a.b"
    options.unit = .file
    options.idField = "the \"id\"\n"
    options.titleField = "title"
    options.keywordsField = "k\0"
    options.expires = 1_900_000_000
    options.timeToLive = 600
    options.load.type = "csv"
    options.load.fields = ["a", "b c"]
    options.load.globs = ["*.txt", "!x"]
    options.load.delimiter = UInt8(ascii: ";")
    options.load.isStrict = true
    options.load.isLenient = true
    options.load.hasHeader = false
    options.load.includesHidden = true
    options.load.ignoresGitignore = true
    #expect(SourceOptions(stored: options.stored, domain: "a.b") == options)
  }

  @Test(arguments: ["", "{}", "{\"unit\":\"page\"}", "x"])
  func `what nobody stored is refused`(text: String) {
    #expect(SourceOptions(stored: text, domain: "") == nil)
  }
}

@Suite struct FieldMappingTests {
  private func targets(_ names: [String], _ options: SourceOptions = SourceOptions()) throws
    -> [String]
  {
    try FieldMapping(names.map { Field($0) }, options).targets.map {
      switch $0 {
      case .column(let column): ":" + column.name
      case .attribute(let name): name.name
      }
    }
  }

  @Test func `fields with the names of attributes are those, the others keep their names`() throws {
    #expect(try targets(["text"]) == [":title"])
    #expect(try targets(["text", "n"]) == ["text", "n"])
    #expect(
      try targets(["title", "description", "keywords", "content", "type", "thumbnail", "url", "x"])
        == [":title", ":description", ":keywords", ":content", ":type", ":thumbnail", ":url", "x"])
    #expect(try targets(["", "a", ""]) == ["field.1", "a", "field.3"])
  }

  @Test func `a field chosen as title or keywords puts the one of that name aside`() throws {
    var options = SourceOptions()
    options.titleField = "name"
    options.keywordsField = "tags"
    #expect(
      try targets(["title", "name", "tags", "keywords"], options)
        == ["field.title", ":title", ":keywords", "field.keywords"])
  }

  @Test func `a field that is not there is named with the nearest`() {
    var options = SourceOptions()
    options.idField = "cod"
    #expect(throws: CorpusError(.unknownField("cod", nearest: "code"))) {
      try FieldMapping([Field("code"), Field("name")], options)
    }
  }
}
