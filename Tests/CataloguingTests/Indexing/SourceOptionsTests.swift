import Corpora
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct SourceOptionsTests {
  @Test func `stored options are restored unchanged`() throws {
    var random = SeededGenerator(seed: 35)
    let texts = ["", "a", "größe", "two\nlines", "\"q\"", "\\", "a,b", "\0", "\n", " "]
    for _ in 0..<300 {
      var options = SourceOptions()
      func text() -> String? { random.oneIn(2) ? nil : random.pick(texts) }
      options.domain = random.pick(["", "a.b"])
      options.unit = random.pick(SourceOptions.Unit.allCases)
      options.idField = text()
      options.titleField = text()
      options.keywordsField = text()
      options.expires =
        random.oneIn(2)
        ? nil : Timestamp(secondsSince1970: random.pick([0, -1, .max, .min]))
      options.timeToLive = random.oneIn(2) ? nil : .seconds(random.pick([1, 600]))
      options.load.type = random.pick(["auto", "csv", "lines"])
      options.load.fields = (0..<random.below(3)).map { _ in random.pick(texts) }
      options.load.globs = (0..<random.below(3)).map { _ in random.pick(texts) }
      options.load.delimiter = random.oneIn(2) ? nil : UInt8(random.below(128))
      options.load.isStrict = random.oneIn(2)
      options.load.isLenient = random.oneIn(2)
      options.load.hasHeader = random.oneIn(2)
      options.load.includesHidden = random.oneIn(2)
      options.load.ignoresGitignore = random.oneIn(2)
      let stored = options.stored
      #expect(SourceOptions(stored: stored, domain: options.domain) == options, "\(stored)")
    }
  }

  @Test(arguments: ["", "{}", "[]", "{\"unit\":\"none\"}", "{\"unit\":\"auto\"", "nonsense"])
  func `invalid stored options are rejected`(stored: String) {
    #expect(SourceOptions(stored: stored, domain: "") == nil)
  }

  @Test func `options of a later version are skipped`() {
    let options = SourceOptions(
      stored: "{\"unit\":\"file\",\"color\":\"red\",\"id\":\"k\"}", domain: "d")
    #expect(options?.unit == .file && options?.idField == "k" && options?.domain == "d")
  }

  private func names(_ fields: [String], _ options: SourceOptions) throws -> [String] {
    try FieldMapping(fields.map { Field($0) }, options).targets.map { target in
      switch target {
      case .column(let column): "<\(column.name)>"
      case .attribute(let name): name.name
      }
    }
  }

  @Test func `fields become attributes of the same names`() throws {
    var options = SourceOptions()
    #expect(try names(["text"], options) == ["<title>"])
    #expect(try names(["text", "x"], options) == ["text", "x"])
    #expect(
      try names(ItemAttributes.reservedNames + ["Title"], options)
        == ItemAttributes.reservedNames.map { "<\($0)>" } + ["Title"])
    #expect(try names(["", "a", ""], options) == ["field.1", "a", "field.3"])
    options.titleField = "name"
    #expect(
      try names(["title", "name", "keywords"], options) == ["field.title", "<title>", "<keywords>"])
    options.keywordsField = "tags"
    #expect(
      try names(["title", "name", "keywords", "tags"], options)
        == ["field.title", "<title>", "field.keywords", "<keywords>"])
    options.idField = "tags"
    #expect(try FieldMapping(["name", "tags"].map { Field($0) }, options).id == 1)
    // The id field `tags` also provides the keywords.
    #expect(try names(["tags", "name"], options) == ["<keywords>", "<title>"])
  }

  @Test func `an unknown field is an error that suggests the nearest name`() {
    var options = SourceOptions()
    options.idField = "nmae"
    #expect(throws: CorpusError(.unknownField("nmae", nearest: "name"))) {
      try names(["name", "note"], options)
    }
    options.idField = nil
    options.keywordsField = "zzzzzz"
    #expect(throws: CorpusError(.unknownField("zzzzzz", nearest: nil))) {
      try names(["name", "note"], options)
    }
  }
}
