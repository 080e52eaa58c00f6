import Corpora
import Indexing
import System
import TestSupport

@testable import Searching

/// A folder tree with a stored index, and random changes of its files and folders.
struct EditedTree {
  let place: IndexedPlace
  private var random: SeededGenerator

  /// The number of changes so far, which makes names unique.
  private var count = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let tree = folder.path + "/tree"
    TestFile.makeFolder(tree)
    place = IndexedPlace(folder, tree, &random)
    try folder.write("alpha outside\n", to: "outside.txt")
    for _ in 0..<12 { try create() }
  }

  private static let formats = ["txt", "csv", "tsv", "jsonl", "json", "log"]
  private static let folders = ["", "/b", "/b/c", "/b/c/d", "/a.d", "/.hidden"]

  // MARK: Content

  /// Random rows in a format; some files are malformed, binary or empty.
  private mutating func content(_ format: String) -> [UInt8] {
    switch random.below(24) {
    case 0: return []
    case 1: return Array("alpha\0beta\n".utf8)
    case 2: return Array("name,note\nalpha,\"open\n".utf8)
    case 3: return Array("{\"name\": \"alpha\"}\n{\"na".utf8)
    case 4: return Array("name,note\n".utf8)
    default: break
    }
    var bytes = FileTreeTests.file(format, rows: random.below(random.oneIn(3) ? 60 : 9), &random)
    // Make the objects of some files have different fields.
    if format == "jsonl", random.oneIn(2) {
      bytes += Array("\n{\"later\": \"alpha \(count)\", \"name\": \"beta\"}\n\n".utf8)
      bytes += FileTreeTests.file(format, rows: random.below(9), &random).drop { $0 >= 0x80 }
    }
    // Add a word that only few blocks contain.
    if random.oneIn(2), format != "json", format != "jsonl" {
      bytes += Array("quokka \(count)\nalpha,x\n".utf8)
    }
    return bytes
  }

  // MARK: Paths

  /// All files, including hidden files and ignored files.
  private func files() -> [String] {
    var options = LoadOptions()
    options.includesHidden = true
    options.ignoresGitignore = true
    let files = (try? CorpusLoader.files(in: place.tree, options: options).files) ?? []
    return files.filter { !$0.contains("/.git/") }
  }

  private mutating func file() -> String? {
    let files = files()
    return files.isEmpty ? nil : random.pick(files)
  }

  private mutating func newPath() -> String {
    count += 1
    let folder = place.tree + random.pick(Self.folders)
    TestFile.makeFolder(folder)
    let name = (random.oneIn(8) ? "." : "") + "f\(count)." + random.pick(Self.formats)
    return folder + "/" + name
  }

  private static func format(of path: String) -> String {
    let suffix = path.split(separator: ".").last.map(String.init) ?? "txt"
    return formats.contains(suffix) ? suffix : "txt"
  }

  // MARK: Changes

  private mutating func create() throws {
    let path = newPath()
    try TestFile.write(content(Self.format(of: path)), to: path)
    if random.oneIn(8) { try place.folder.run("gzip -f \"$1\"", path) }
  }

  /// Makes a random change, and returns its description.
  mutating func change() throws -> String {
    let names = [
      "create", "create", "rewrite", "rewrite", "append", "same size, same time", "swap", "delete",
      "rename", "rename folder", "delete folder", "ignore", "no ignore", "repository", "link",
      "folder for file", "replace", "touch", "compress", "other name", "none",
    ]
    let name = random.pick(names)
    count += 1
    switch name {
    case "create": try create()
    case "ignore":
      let name = random.pick(["*.csv", "f1*", "c/", "!f1*", "/b/*.txt", "*.gz"])
      let folder = place.tree + random.pick(["", "/b"])
      TestFile.makeFolder(folder)
      // An earlier change may have replaced the ignore file with a folder.
      try? TestFile.write(
        Array((name + "\n").utf8), to: folder + random.pick(["/.ignore", "/.gitignore"]))
    case "no ignore":
      for path in ["/.ignore", "/.gitignore", "/b/.ignore", "/b/.gitignore"] {
        Platform.remove(place.tree + path)
      }
    case "repository":
      let git = place.tree + "/.git"
      if Platform.exists(git) {
        TestFile.rename(git, to: place.folder.path + "/git\(count)")
      } else {
        TestFile.makeFolder(git)
      }
    case "rename folder":
      let folders = Self.folders.dropFirst()
      let (old, new) = (random.pick(Array(folders)), random.pick(Array(folders)))
      TestFile.rename(place.tree + old, to: place.tree + new)
    case "delete folder":
      let folder = place.tree + random.pick(Array(Self.folders.dropFirst()))
      TestFile.rename(folder, to: place.folder.path + "/old\(count)")
    default:
      if let path = file() { try change(path, name) }
    }
    return name
  }

  private mutating func change(_ path: String, _ name: String) throws {
    switch name {
    case "rewrite": try TestFile.write(content(Self.format(of: path)), to: path)
    case "append":
      let bytes = TestFile.bytes(path) ?? []
      try TestFile.write(bytes + Array("alpha,appended \(count)\n".utf8), to: path)
    case "same size, same time":
      let time = TestFile.modified(path)
      var bytes = TestFile.bytes(path) ?? []
      Self.exchangeWords(&bytes)
      try TestFile.write(bytes, to: path)
      if let time { TestFile.setModified(path, time) }
    case "swap":
      // Swap two files of the same size and with the same modification time.
      let other = newPath()
      var bytes = TestFile.bytes(path) ?? []
      Self.exchangeWords(&bytes)
      try TestFile.write(bytes, to: other)
      let time = TestFile.modified(path) ?? 0
      TestFile.setModified(other, time)
      if random.oneIn(2) { try build() }
      TestFile.rename(path, to: path + ".x")
      TestFile.rename(other, to: path)
      TestFile.rename(path + ".x", to: other)
      TestFile.setModified(path, time)
      TestFile.setModified(other, time)
    case "delete": Platform.remove(path)
    case "rename": TestFile.rename(path, to: newPath())
    case "link":
      Platform.remove(path)
      // A later change may write through the link, so the link points into the scratch folder.
      TestFile.link(path, to: place.folder.path + "/outside.txt")
    case "folder for file":
      Platform.remove(path)
      TestFile.makeFolder(path)
      try TestFile.write(Array("alpha quokka\n".utf8), to: path + "/inner.txt")
    case "replace":
      try TestFile.write(content(Self.format(of: path)), to: path + ".new")
      TestFile.rename(path + ".new", to: path)
    case "touch":
      let times: [Int64] = [0, 1_000_000_000, 4_000_000_000_000_000_000]
      TestFile.setModified(path, random.pick(times))
    case "compress": try place.folder.run("gzip -f \"$1\"", path)
    case "other name":
      // Change the file through a hard link outside the tree.
      try place.folder.run(
        "ln \"$1\" \"$2\" && echo 'alpha,quokka' >> \"$2\"", path, place.folder.path + "/h\(count)")
    default: break
    }
  }

  /// Replaces words with other words of the same length.
  private static func exchangeWords(_ bytes: inout [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let other = text.replacing("alpha", with: "ALPHB").replacing("beta", with: "quok")
    if other.utf8.count == bytes.count { bytes = Array(other.utf8) }
  }

  // MARK: Index

  mutating func build() throws {
    var options = LoadOptions()
    options.includesHidden = random.oneIn(6)
    options.ignoresGitignore = random.oneIn(6)
    try place.build(options)
  }

  // MARK: Searches

  /// Texts of queries; a strategy without an entry in `texts` also uses these texts.
  private static let plainTexts = [
    "alpha", "quokka", "appended", "beta", "line", "fin", "字", "zzz", "two", "",
  ]

  private static let texts: [String: [String]] = [
    "substring": plainTexts,
    "prefix": ["alpha", "quok", "alp bet", "漢字", "zzz"],
    "bool": [
      "alpha AND NOT beta", "quokka OR gam,ma", "NOT alpha", "name:alpha", "later:alpha OR quokka",
    ],
    "regex": ["al.ha", "^quokka \\d+$", "[a-z]+,x", "(?i)LINE|slash", "appe?nded", "\\\\sla"],
  ]

  mutating func query(_ strategy: String) -> Query {
    var options = SearchOptions()
    options.caseMode = CaseMode.allCases[random.below(3)]
    options.diacritics = DiacriticsMode.allCases[random.below(2)]
    options.threads = 1 + random.below(2)
    options.grammar = random.oneIn(3) ? .standard : .classic
    if random.oneIn(4) {
      options.fields = [["name"], ["text", "note"], ["later"], ["*"]][random.below(4)]
    }
    return Query(
      random.pick(Self.texts[strategy, default: Self.plainTexts]), by: strategy, options: options)
  }

  mutating func request() -> StreamRequest {
    var request = StreamRequest(isInverted: random.oneIn(5))
    request.details.recordNumbers = random.oneIn(2)
    if random.oneIn(5) { request.details.before = random.below(3) }
    if random.oneIn(5) { request.details.after = random.below(3) }
    if random.oneIn(5) { request.limit = 1 + random.below(4) }
    if random.oneIn(5) { request.enoughPerFile = 1 }
    request.listsAllFiles = random.oneIn(4)
    return request
  }

  mutating func loadOptions() -> LoadOptions {
    var options = LoadOptions()
    if random.oneIn(2) { return options }
    options.includesHidden = random.oneIn(3)
    options.ignoresGitignore = random.oneIn(3)
    options.searchesBinary = random.oneIn(6)
    if random.oneIn(4) { options.globs = ["*.csv", "*.jsonl", "!f1*"] }
    if random.oneIn(6) { options.type = random.pick(["lines", "csv", "jsonl"]) }
    if random.oneIn(8) { options.isLenient = true }
    if random.oneIn(8) { options.fields = ["name"] }
    return options
  }

  /// The tree, a folder in it, or one of its files.
  mutating func path() -> String {
    if random.oneIn(3), let file = file() { return file }
    return place.tree + random.pick(random.oneIn(2) ? [""] : Self.folders)
  }

  mutating func sizes() -> FileSizes { FileTreeTests.sizes(&random) }

  mutating func oneIn(_ odds: Int) -> Bool { random.oneIn(odds) }
}
