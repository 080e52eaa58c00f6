internal import Corpora
internal import System
internal import TestSupport

@testable internal import Cataloguing
@testable internal import Searching

extension FuzzTarget {
  /// An input is a list of changes to the image of a small catalog; each change is an offset and a
  /// byte.
  ///
  /// If the first byte is odd, the target corrects the checksums after the changes, so that the
  /// reader accepts the changed data. In this case, the target does not change the text, which must
  /// be valid UTF-8.
  static let image = FuzzTarget(
    name: "image",
    oracle: "the rows of the database; with corrected checksums, only that nothing crashes",
    longest: 64
  ) { input in
    var input = input
    ImageCheck.shared.check(&input)
  }
}

private struct ImageCheck {
  static let shared = ImageCheck()

  private let file: CatalogFile
  private let id: Int
  private let bytes: [UInt8]
  private let texts: [[String]]

  private init() {
    do {
      file = try CatalogFile("images", in: FuzzFile.folder)
      for path in [file.path, file.imagePath] { _ = Platform.remove(path) }
      try file.create()
      let store = try CatalogStore(file, access: .write)
      for path in ["a.txt", "b.txt"] {
        try store.batch { (writer) throws(CatalogError) in
          let origin = try store.origin(domain: "d", source: nil, path: path)
          for number in 0..<30 {
            writer.begin(
              origin: origin, line: number * number + 1, expires: number == 7 ? 100 : nil)
            try writer.set(.title, Array("Wälder \(number)".utf8).span)
            if number % 3 == 0 { try writer.set(.keywords, Array("one\nTwo".utf8).span) }
            if number % 4 == 0 { try writer.set(AttributeName("n"), Array("\(number)".utf8).span) }
            _ = try writer.end(id: Array("\(path) \(number)".utf8).span)
          }
        }
      }
      let open = OpenCatalog(store, try store.load(now: 1))
      guard let image = open.neededImage(minimumBytes: 0) else { fail("no image") }
      _ = try image.write(
        fold: { $0.folded($1, threads: 1, isCancelled: { false }) }, isCancelled: { false })
      open.adopt(image)
      id = image.id
      guard let bytes = TestFile.bytes(file.imagePath) else { fail("no \(file.imagePath)") }
      self.bytes = bytes
      texts = Self.texts(of: open.corpus)
      expect(try store.open(now: 1, threads: 1).stored != nil, "the intact image is used")
    } catch {
      fail("\(error)")
    }
  }

  private static func texts(of corpus: Corpus) -> [[String]] {
    (0..<corpus.count).map { record in
      let record = RecordID(UInt64(record))
      let place = corpus.location(of: record)
      return ["\(place.source):\(place.line)"]
        + corpus.fields.indices.map { corpus.text(of: record, field: $0) }
    }
  }

  func check(_ input: inout FuzzInput) {
    let choice = input.byte()
    let isSealed = choice & 1 == 1
    var changed = bytes
    // The numbers of the sections without text: directory, record starts, line runs and notes.
    let sections = [0, 3, 4, 5]
    while !input.isEmpty {
      var place = Int(input.byte()) | Int(input.byte()) << 8
      let section = input.number(below: 5)
      if section < sections.count || isSealed {
        let range = IndexFileBytes.section(sections[section % sections.count], of: bytes)
        if range.isEmpty { continue }
        place = range.lowerBound + place % range.count
      }
      changed[place % changed.count] ^= input.byte()
    }
    if choice & 0x80 != 0 {
      changed = Array(changed.prefix(changed.count * Int(choice & 0x70) / 0x80))
    }
    if isSealed { IndexFileBytes.seal(&changed) }
    FuzzFile.write(changed, toPath: file.imagePath)
    do {
      // Record the changed file in the database as the current image.
      try CatalogStore(file, access: .write).adoptImage(id)
      let open = try CatalogStore(file, access: .read).open(now: 1, threads: 1)
      let found = Self.texts(of: open.corpus)
      if !isSealed || changed == bytes { expectEqual(found, texts, "damage") }
      if changed == bytes { expect(open.stored != nil, "the intact image is used") }
      if let text = open.stored {
        let searcher = Searcher(text.corpus, folded: text.folded)
        for query in [Query("wald"), Query("n:4", by: "bool"), Query("W.*7", by: "regex")] {
          _ = try? searcher.run(query)
        }
      }
      _ = try open.update(now: 200)
    } catch {
      if !isSealed { fail("\(error)") }
    }
  }
}
