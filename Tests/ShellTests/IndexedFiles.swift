import Corpora
import Indexing
import System
import TestSupport
import Testing

/// A folder of files of all formats, and a cache folder in which the program finds their index.
struct IndexedFiles {
  let folder: ScratchFolder
  var tree: String { folder.path + "/tree" }
  var cache: String { folder.path + "/cache" }

  /// The environment in which the program uses the index.
  var environment: [String: String] { ["XDG_CACHE_HOME": cache] }

  init() throws {
    folder = try ScratchFolder()
    var (table, lines, objects, array) = ("name,note,n\r\n", "", "", "[")
    for row in 0..<600 {
      let word = row % 97 == 5 ? "quokka" : row % 7 == 3 ? "Alpha" : "beta"
      let note = row % 31 == 9 ? "\"two\nlines, \"\"quoted\"\"\"" : "líne \(row)"
      table += "\(word),\(note),\(row)\r\n"
      if row % 50 == 0 { table += "\r\n" }
      lines += "\(word) of line \(row)\n"
      objects += "{\"name\": \"\(word) \(row)\", \"n\": \(row)"
      objects += row > 400 ? ", \"later\": {\"deep\": \"caf\\u00e9 \(row)\"}}\n" : "}\n"
      if row % 40 == 0 { objects += "\n" }
      array += (row == 0 ? "" : ",\n") + "{\"n\": \(row), \"name\": \"\(word)\"}"
    }
    for (name, text) in [
      ("table.csv", table), ("sub/table.tsv", table.replacing(",", with: "\t")),
      ("lines.log", lines), ("objects.jsonl", objects), ("sub/array.json", array + "]\n"),
      ("empty.csv", "name,other\n"), ("sub/broken.json", "{\"name\": \"quokka\"\n"),
      ("zip.csv", table), ("sub/zip.jsonl", objects),
    ] {
      try folder.write(text, to: "tree/" + name)
    }
    try folder.run("gzip tree/zip.csv tree/sub/zip.jsonl")
  }

  /// Builds the index in small blocks; the timestamps of all files are old enough to be reliable.
  ///
  /// `leftOut` is the number of files that cannot be indexed.
  func build(leavingOut leftOut: Int = 0) throws {
    var sizes = IndexSizes()
    sizes.block = 256
    sizes.settledAfter = 1
    let store = IndexStore(path: cache + "/searchbench/indexes", sizes: sizes)
    let root = try #require(Platform.resolved(tree))
    try folder.waitForTick()
    let report = try store.build(
      root, options: LoadOptions(), optionWords: [], threads: 2, progress: IndexBuildProgress(),
      isCancelled: { false })
    #expect(report?.unindexedFiles == leftOut)
    try folder.waitForTick()
  }

  /// Whether this process may mount file systems.
  static let mayMount = runsShell(
    "d=$(mktemp -d) && unshare -m mount -t tmpfs tmpfs \"$d\" 2>/dev/null; s=$?; rmdir \"$d\"; exit $s"
  )

  /// Whether this process may also mount a file system that is stored in a file.
  static let mayMountImages = runsShell(
    """
    d=$(mktemp -d) && truncate -s 8M "$d/image" && mkfs.ext2 -q -I 128 "$d/image" >/dev/null 2>&1 &&
      mkdir "$d/on" && unshare -m mount -o loop "$d/image" "$d/on" 2>/dev/null
    s=$?; rm -r "$d"; exit $s
    """)

  private static func runsShell(_ script: String) -> Bool {
    (try? BinaryUnderTest(path: "/bin/sh").run(["-c", script]).exitStatus) == 0
  }

  /// Runs a shell script in its own mount namespace.
  ///
  /// The variables `$program`, `$tree` and `$cache` contain the paths of the program, the tree and
  /// the cache folder.
  func runWithMounts(_ script: String) throws -> BinaryUnderTest.Result {
    var variables = environment
    variables["program"] = try BinaryUnderTest().path
    variables["tree"] = tree
    variables["cache"] = cache
    return try BinaryUnderTest(path: "/bin/sh").run(
      ["-c", "exec unshare -m sh -c \"$1\"", "sh", script], environment: variables,
      directory: folder.path)
  }
}
