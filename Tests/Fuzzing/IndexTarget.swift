internal import Corpora
internal import Indexing
internal import System
internal import TestSupport

@testable internal import Searching

extension FuzzTarget {
  /// An input is a list of changes to the files of a stored index; each change is an offset and a
  /// byte.
  ///
  /// If the first byte is odd, the target corrects the checksums after the changes, so that the
  /// reader accepts the changed data.
  static let index = FuzzTarget(
    name: "index",
    oracle: "the search without an index; with corrected checksums, only that nothing crashes",
    longest: 64
  ) { input in
    var input = input
    IndexCheck.shared.check(&input)
  }
}

private struct IndexCheck {
  static let shared = IndexCheck()

  private let tree: String
  private let store: IndexStore
  private let indexFolder: String
  private let files: [(path: String, bytes: [UInt8])]
  private let answers: [FoundAnswer]

  private static let queries: [Query] = {
    var options = SearchOptions()
    options.threads = 1
    return [
      Query("alpha", options: options), Query("gamma AND NOT alpha", by: "bool", options: options),
      Query("be+ta|delta", by: "regex", options: options), Query("zeta", options: options),
    ]
  }()

  private static let load: LoadOptions = {
    var options = LoadOptions()
    options.threads = 1
    return options
  }()

  private init() {
    tree = FuzzFile.folder + "/tree"
    var sizes = IndexSizes()
    sizes.block = 40
    sizes.strip = 400
    sizes.settledAfter = 1
    store = IndexStore(path: FuzzFile.folder + "/indexes", sizes: sizes)
    do {
      try Self.makeTree(tree)
      guard let root = Platform.resolved(tree) else { fail("no \(tree)") }
      _ = try store.build(
        root, options: LoadOptions(), optionWords: ["--hidden"], threads: 1,
        progress: IndexBuildProgress(), isCancelled: { false })
      guard let entry = store.all().first, case .success = entry.index else { fail("no index") }
      indexFolder = entry.folder
      var files: [(path: String, bytes: [UInt8])] = []
      for name in ["tree", "blocks-1"] {
        let path = entry.folder + "/" + name
        guard let bytes = TestFile.bytes(path) else { fail("no \(path)") }
        files.append((path, bytes))
      }
      self.files = files
      answers = try Self.queries.map { try FoundAnswer(FileSource([root.text]), $0) }
      expect(answers.contains { !$0.rows.isEmpty }, "nothing is found")
      for (query, answer) in zip(Self.queries, answers) {
        expectEqual(try search(query), answer, "without damage")
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func makeTree(_ tree: String) throws {
    let words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
    for folder in [tree, tree + "/inner", tree + "/inner/deep"] {
      try Platform.makeFolder(ofFile: folder + "/f0.txt")
      for file in 0..<4 {
        var text = ""
        for line in 0..<20 where (line + file) % 3 > 0 {
          text +=
            "\(words[(line * file + line) % words.count]) \(words[(line + file) % 5]) \(line)\n"
        }
        if file == 3 { text = "{\"a\":\"alpha\",\"b\":1}\n{\"a\":\"beta\"}\n" }
        try TestFile.write(
          Array(text.utf8), to: "\(folder)/f\(file).\(file == 3 ? "jsonl" : "txt")")
      }
    }
  }

  private func search(_ query: Query) throws -> FoundAnswer {
    try FoundAnswer(FileSource([tree], options: Self.load, indexes: IndexChoice(store)), query)
  }

  func check(_ input: inout FuzzInput) {
    let choice = input.byte()
    let isSealed = choice & 1 == 1
    let which = Int(choice >> 1) & 1
    let file = files[which]
    var bytes = file.bytes
    while !input.isEmpty {
      var place = Int(input.byte()) | Int(input.byte()) << 8
      // Make the offset relative to a section, because most of the file is padding.
      let section = input.number(below: 9)
      if section < 8 {
        place += IndexFileBytes.section(section, of: file.bytes).lowerBound
      }
      bytes[place % bytes.count] ^= input.byte()
    }
    if choice & 0x80 != 0 { bytes = Array(bytes.prefix(bytes.count * Int(choice & 0x70) / 0x80)) }
    if isSealed { IndexFileBytes.seal(&bytes) }
    for name in files.indices {
      FuzzFile.write(name == which ? bytes : files[name].bytes, toPath: files[name].path)
    }
    let query = Int(choice >> 2) & 3
    do {
      let found = try search(Self.queries[query])
      if !isSealed || bytes == file.bytes { expectEqual(found, answers[query], "damage") }
    } catch {
      if !isSealed { fail("\(error)") }
    }
    for entry in store.all() {
      if case .success(let index) = entry.index {
        _ = try? index.verify(threads: 1, isCancelled: { false })
      }
    }
  }
}
