import TestSupport
import Testing
import UnicodeText

@testable import Corpora

/// Compares edits of corpora with the same edits of a list of rows.
@Suite struct CorpusEditTests {
  /// A record in the model of a corpus.
  private struct Row: Equatable {
    var cells: [String: String]
    var location: RecordLocation
  }

  private struct Model {
    var fields = [Field("name"), Field("alias", isAlias: true)]
    var rows: [Row] = []
    var generator: SeededGenerator
    var line = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Random rows, some of which have new columns.
    ///
    /// Most rows have the source of the previous row. Most line numbers are equal to the previous
    /// line number or slightly higher.
    mutating func newRows(_ count: Int) -> [Row] {
      let names =
        generator.oneIn(6) ? ["alias", "name", "new\(generator.below(4))"] : ["name", "alias"]
      return (0..<count).map { _ in
        var cells: [String: String] = [:]
        for name in names where generator.oneIn(2) {
          cells[name] = (0...generator.below(5)).map { _ in
            generator.pick(["a", "B", "é", "漢字", "\n", "long text here", ""])
          }.joined()
        }
        line = generator.oneIn(5) ? 1 + generator.below(9) : line + generator.below(3)
        let source = generator.oneIn(9) ? generator.pick(["s", "t", "u"]) : "s"
        return Row(cells: cells, location: RecordLocation(source: source, line: line))
      }
    }

    /// A corpus of the rows.
    ///
    /// The columns are chosen at random from two lists: the columns of the rows in the order of
    /// first occurrence, or all known columns and then the new columns.
    mutating func corpus(of rows: [Row], segmentBytes: Int) throws -> Corpus {
      var names: [String] = []
      for row in rows {
        for name in row.cells.keys.sorted() where !names.contains(name) { names.append(name) }
      }
      if names.isEmpty || generator.oneIn(2) {
        names = fields.map(\.name) + names.filter { name in !fields.contains { $0.name == name } }
      }
      let columns = names.map { name in
        fields.first { $0.name == name } ?? Field(name, isAlias: generator.oneIn(3))
      }
      var assembler = CorpusAssembler(fields: columns, segmentBytes: segmentBytes)
      for row in rows {
        assembler.beginSource(row.location.source)
        for (column, field) in columns.enumerated() {
          guard let cell = row.cells[field.name] else { continue }
          assembler.appendCell(Array(cell.utf8).span, column: column)
        }
        try assembler.endRecord(line: row.location.line)
      }
      for field in columns where !fields.contains(where: { $0.name == field.name }) {
        fields.append(field)
      }
      return assembler.finish(name: "new")
    }

    /// Changes the rows and returns the edit.
    mutating func edit(upTo changes: Int, segmentBytes: Int) throws -> CorpusEdit {
      var (removed, replaced): ([RecordID], [RecordID]) = ([], [])
      let bound = generator.below(changes + 1)
      let removesAll = generator.oneIn(40)
      for row in rows.indices {
        let id = RecordID(UInt64(row))
        if removesAll || generator.below(rows.count) < bound {
          if removesAll || generator.oneIn(2) { removed.append(id) } else { replaced.append(id) }
        }
      }
      let replacements = newRows(replaced.count)
      let appended = newRows(generator.oneIn(2) ? 0 : generator.below(changes + 1))
      let corpora = try (
        replaced.isEmpty ? nil : corpus(of: replacements, segmentBytes: segmentBytes),
        appended.isEmpty && generator.oneIn(2)
          ? nil : corpus(of: appended, segmentBytes: segmentBytes)
      )
      for (id, row) in zip(replaced, replacements) { rows[Int(id.rawValue)] = row }
      for id in removed.reversed() { rows.remove(at: Int(id.rawValue)) }
      rows += appended
      return CorpusEdit(
        removed: removed, replaced: replaced, by: corpora.0, appended: corpora.1)
    }

    /// The first difference from the model; nil if the corpus equals the model.
    func difference(_ corpus: Corpus) -> String? {
      if corpus.fields != fields { return "columns \(corpus.fields), not \(fields)" }
      if corpus.count != rows.count { return "\(corpus.count) records, not \(rows.count)" }
      if !corpus.isWellFormed() { return "segments" }
      for (index, row) in rows.enumerated() {
        let id = RecordID(UInt64(index))
        let cells = fields.indices.map { corpus.text(of: id, field: $0) }
        if cells != fields.map({ row.cells[$0.name] ?? "" }) { return "\(cells), not \(row)" }
        let location = corpus.location(of: id)
        if location != row.location { return "\(location), not \(row)" }
      }
      return nil
    }
  }

  /// The segments of `old` that the edit does not change.
  private func untouched(_ old: Corpus, _ edit: CorpusEdit) -> [Segment] {
    let touched = Set((edit.removed + edit.replaced).map { old.segmentIndex(of: $0) })
    return old.segments.indices.filter { !touched.contains($0) }.map { old.segments[$0] }
  }

  @Test(arguments: [1, 20, 60, 200, 1_000])
  func `random edits agree with edits of a list of rows`(segmentBytes: Int) throws {
    for round in 0..<12 {
      var model = Model(seed: UInt64(940 + segmentBytes * 100 + round))
      model.rows = model.newRows(model.generator.below(60))
      let rows = model.rows
      var corpus = try model.corpus(of: rows, segmentBytes: segmentBytes)
      model.fields = corpus.fields
      for _ in 0..<25 {
        let old = corpus
        let edit = try model.edit(upTo: 6, segmentBytes: segmentBytes)
        corpus = try old.applying(edit, segmentBytes: segmentBytes)
        if let difference = model.difference(corpus) {
          Issue.record("round \(round): \(difference)")
          return
        }
        let texts = Set(corpus.segments.map { ObjectIdentifier($0.text) })
        if edit.appended == nil {
          // An edit can merge small segments with a neighbor.
          let areShared = untouched(old, edit).allSatisfy {
            $0.text.count <= segmentBytes / 2 || texts.contains(ObjectIdentifier($0.text))
          }
          #expect(areShared)
        }
        let areSmall = corpus.segments.allSatisfy {
          $0.count == 1 || $0.text.count <= segmentBytes + segmentBytes / 4
        }
        #expect(areSmall)
        #expect(corpus.segments.count <= 4 * corpus.textBytes / segmentBytes + 12)
      }
    }
  }

  private func corpus(_ cells: [String], segmentBytes: Int = 100, source: String = "s") -> Corpus {
    Corpus(
      name: "n", fields: [Field("text")], rows: cells.map { [$0] }, source: source,
      limit: segmentBytes)
  }

  @Test func `empty and ineffective changes leave the corpus unchanged`() throws {
    let old = corpus((0..<50).map { "record \($0)" })
    for edit in [CorpusEdit(), CorpusEdit(appended: corpus([]))] {
      let new = try old.applying(edit, segmentBytes: 100)
      let isSame = zip(old.segments, new.segments).allSatisfy { $0 === $1 }
      #expect(isSame && new.segments.count == old.segments.count && new.name == "n")
    }
  }

  @Test func `segments before an edit are reused, and segments after it share their text`() throws {
    let old = corpus((0..<100).map { "record number \($0)" }, segmentBytes: 200)
    #expect(old.segments.count > 6)
    let record = RecordID(UInt64(old.segments[3].firstRecord + 2))
    let new = try old.applying(CorpusEdit(removed: [record]), segmentBytes: 200)
    #expect(new.segments.count == old.segments.count && new.count == old.count - 1)
    for index in old.segments.indices {
      let (a, b) = (old.segments[index], new.segments[index])
      #expect((a === b) == (index < 3))
      #expect((a.text === b.text && a.starts === b.starts) == (index != 3))
    }
    #expect(new.lines == old.lines.filter { $0 != Int(record.rawValue) + 1 })
    // The edited corpus still has one source. The removed line splits the source's line numbers
    // into two runs.
    #expect(new.sources.sources.count == 1 && new.sources.memoryBytes < 200)
  }

  @Test func `all records can be replaced`() throws {
    let old = corpus(["a", "b", "c"], segmentBytes: 4)
    let all = (0..<3).map { RecordID($0) }
    let empty = try old.applying(CorpusEdit(removed: all), segmentBytes: 4)
    #expect(empty.count == 0 && empty.segments.isEmpty && empty.sources.sources.isEmpty)
    #expect(empty.fields == old.fields)
    let again = try empty.applying(CorpusEdit(appended: old), segmentBytes: 4)
    #expect(again.rows == old.rows && again.lines == old.lines)
    let other = try old.applying(
      CorpusEdit(replaced: all, by: corpus(["x", "y", "z"], source: "t")), segmentBytes: 4)
    #expect(other.rows == [["x"], ["y"], ["z"]])
    #expect(other.location(of: RecordID(2)) == RecordLocation(source: "t", line: 3))
  }

  @Test func `many small additions make few segments and copy little`() throws {
    var all = corpus([])
    var copied = 0
    for index in 0..<2_000 {
      let added = corpus(["record \(index)"], segmentBytes: 1_000)
      let known = Set(all.segments.map { ObjectIdentifier($0.text) })
      all = try all.applying(CorpusEdit(appended: added), segmentBytes: 1_000)
      for segment in all.segments where !known.contains(ObjectIdentifier(segment.text)) {
        copied += segment.text.count
      }
    }
    #expect(all.count == 2_000 && all.textBytes > 20_000)
    #expect(all.segments.count < 2 * all.textBytes / 1_000 + 10)
    #expect(copied < 10 * all.textBytes)
    #expect(all.text(of: RecordID(1_234), field: 0) == "record 1234")
    // Every record comes from line 1 of the source, so the number of line runs does not grow.
    #expect(all.location(of: RecordID(1_999)) == RecordLocation(source: "s", line: 1))
    #expect(all.sources.sources.count == 1)
  }

  @Test func `many scattered removals make few segments`() throws {
    var generator = SeededGenerator(seed: 950)
    var cells = (0..<3_000).map { "record \($0)" }
    var all = corpus(cells, segmentBytes: 1_000)
    while cells.count > 100 {
      let index = generator.below(cells.count)
      let end = min(cells.count, index + 1 + generator.below(9))
      cells.removeSubrange(index..<end)
      let removed = (index..<end).map { RecordID(UInt64($0)) }
      all = try all.applying(CorpusEdit(removed: removed), segmentBytes: 1_000)
    }
    #expect(all.rows.map { $0[0] } == cells && all.isWellFormed())
    #expect(all.lines.map { "record \($0 - 1)" } == cells)
    #expect(all.segments.count <= 4 * all.textBytes / 1_000 + 2)
  }

  @Test func `a growing segment is split evenly, and a large record stays whole`() throws {
    let old = corpus((0..<10).map { "record \($0)" }, segmentBytes: 1_000)
    let large = String(repeating: "x", count: 5_000)
    let replacements = Corpus(
      name: "n", fields: [Field("text")],
      rows: (1..<10).map { [$0 == 4 ? large : "\($0)" + String(repeating: "y", count: 390)] })
    let all = (1..<10).map { RecordID($0) }
    let new = try old.applying(CorpusEdit(replaced: all, by: replacements), segmentBytes: 1_000)
    #expect(new.rows == [["record 0"]] + replacements.rows && new.isWellFormed())
    #expect(new.segments.allSatisfy { $0.count == 1 || $0.text.count <= 1_250 })
    #expect(new.segments.count < 10)
  }

  @Test func `an impossible edit is an error`() throws {
    let old = corpus(["a"])
    let fields = (0..<FieldTable.limit).map { Field("c\($0)") }
    let wide = Corpus(name: "n", fields: fields, rows: [[]])
    #expect(throws: CorpusError(.tooManyFields(limit: FieldTable.limit))) {
      try old.applying(CorpusEdit(appended: wide))
    }
  }
}
