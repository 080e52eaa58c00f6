import System
import TestSupport
import Testing

/// Tests `index build --watch`.
@Suite(
  .enabled(if: Platform.exists("/proc/sys/fs/inotify"), "this system has no inotify"))
struct IndexWatchTests {
  private let files: IndexedFiles

  init() throws {
    files = try IndexedFiles()
    try files.folder.write("quokka outside\n", to: "tree/sub/deep/file.txt")
    try files.build()
  }

  /// Shell functions for the tests.
  ///
  /// `start` starts a watcher, and returns once it watches the tree. `compare` compares searches
  /// with and without the index. `compare_watched` repeats `compare` until the watcher answers in
  /// time, because a busy watcher is sometimes too slow. `stop` ends the watcher.
  private static let functions = """
    start() {
      mkfifo lines
      "$program" index build --watch "$tree" >lines 2>errors & pid=$!
      exec 3<lines
      read -r built <&3 && read -r watching <&3 && echo "$watching" | sed 's/.*: //'
    }
    compare() {
      for query in quokka beta swapped; do
        "$program" search -n "$query" "$tree" >with 2>with.errors; code=$?
        "$program" search --no-index -n "$query" "$tree" >without 2>without.errors
        [ $? = $code ] && cmp with without && cmp with.errors without.errors || return 1
      done
      echo same
    }
    compare_watched() {
      tries=0
      while [ $((tries += 1)) -le 100 ]; do
        compare >/dev/null || return 1
        "$program" search --stats quokka "$tree" 2>&1 | grep -q ' watched$' && echo "watched: same" && return
      done
    }
    stop() { kill -TERM $pid; wait $pid; echo "ended: $?"; }

    """

  private func run(_ script: String) throws -> BinaryUnderTest.Result {
    var variables = files.environment
    variables["program"] = try BinaryUnderTest().path
    variables["tree"] = files.tree
    variables["cache"] = files.cache
    return try BinaryUnderTest(path: "/bin/sh").run(
      ["-c", Self.functions + script], environment: variables, directory: files.folder.path)
  }

  /// The lines of the output, with each run of spaces collapsed to one space.
  private static func lines(_ output: String) -> [String] {
    output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test func `searches of a watched index notice every change`() throws {
    let result = try run(
      """
      compare; start; compare_watched
      echo 'swapped quokka' >> tree/lines.log; compare_watched
      echo 'swapped' > tree/new.txt; mkdir tree/more; echo 'quokka swapped' > tree/more/a; compare_watched
      rm tree/table.csv; mv tree/sub/table.tsv tree/sub/other.tsv; compare_watched
      ln tree/sub/deep/file.txt outside; echo 'swapped quokka' >> outside; compare_watched
      mv tree/sub/deep gone; cp -a gone tree/sub/deep; echo swapped > tree/sub/deep/file.txt; compare_watched
      echo '*.log' > tree/.ignore; compare_watched
      stop; compare
      """)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "same", "\(result.error)")
    #expect(lines.dropFirst().first == "13 files and folders · Ctrl-C to stop")
    #expect(lines.dropFirst(2).dropLast(2).count == 7)
    #expect(lines.dropFirst(2).dropLast(2).allSatisfy { $0 == "watched: same" }, "\(lines)")
    #expect(lines.suffix(2) == ["ended: 143", "same"], "\(lines)")
  }

  @Test func `the rules of a nested repository are read by each search`() throws {
    try files.folder.write("*.skip\n", to: "tree/.ignore")
    try files.folder.write("quokka swapped\n", to: "tree/nest/x.skip")
    try files.folder.write("quokka\n", to: "tree/nest/y.txt")
    try files.folder.run("mkdir -p tree/nest/.git/info")
    try files.build()
    let result = try run(
      "start; compare_watched; echo y.txt > tree/nest/.git/info/exclude; compare_watched; rm -r tree; "
        + "wait $pid; echo \"ended: $?\"; cat errors")
    let lines = Self.lines(result.output)
    #expect(lines.dropFirst().prefix(2) == ["watched: same", "watched: same"], "\(lines)")
    #expect(lines.contains("ended: 2"), "\(lines)")
    #expect(lines.last?.contains("no such file or folder") == true, "\(lines)")
  }

  @Test func `an index has one watcher, and its status names it`() throws {
    let result = try run(
      """
      "$program" index status "$tree" | grep 'watched by'
      start
      "$program" index status "$tree" | grep 'watched by' | sed "s/process $pid\\$/process PID/"
      "$program" index build --watch "$tree" 2>&1 | sed -n "s/process $pid watches/process PID watches/p"
      kill -KILL $pid; wait $pid 2>/dev/null; compare
      "$program" index status "$tree" | grep 'watched by'
      """)
    let lines = Self.lines(result.output)
    #expect(lines.first?.hasSuffix("none") == true, "\(result.error)")
    #expect(lines.count == 6, "\(lines) \(result.error)")
    #expect(lines.contains { $0.hasSuffix("process PID") }, "\(lines)")
    #expect(lines.contains { $0.contains("process PID watches the index of") }, "\(lines)")
    #expect(lines.suffix(2).first == "same")
    #expect(lines.last?.hasSuffix("none") == true)
  }

  @Test func `changes are added to the index, and dropping the index ends the watcher`() throws {
    let result = try run(
      """
      start; echo 'quokka swapped' > tree/new.txt; read -r line <&3; echo "$line"; compare
      "$program" index status "$tree" | grep 'searched without the index'
      "$program" index drop "$tree"; wait $pid; echo "ended: $?"; cat errors; compare
      """)
    let lines = Self.lines(result.output)
    #expect(lines.dropFirst().first?.hasPrefix("indexed ") == true, "\(lines) \(result.error)")
    #expect(
      lines.contains { $0.hasPrefix("searched without the index") && $0.hasSuffix(" 0 files") })
    #expect(lines.contains { $0.hasSuffix("was dropped") }, "\(lines)")
    #expect(lines.contains("ended: 2") && lines.last == "same", "\(lines)")
  }

  @Test func `if one of two watched indexes is dropped, the other is still watched`() throws {
    try files.folder.run("cp -a tree second")
    let result = try run(
      """
      "$program" index build second >/dev/null
      mkfifo lines
      "$program" index build --watch second "$tree" >lines 2>errors & pid=$!
      exec 3<lines
      read -r line <&3 && read -r line <&3 && read -r line <&3 && read -r line <&3
      "$program" index drop second >/dev/null
      compare_watched; stop; cat errors
      """)
    let lines = Self.lines(result.output)
    #expect(lines.prefix(2) == ["watched: same", "ended: 143"], "\(lines) \(result.error)")
    #expect(lines.last?.hasSuffix("the index of second was dropped") == true, "\(lines)")
  }

  @Test(.enabled(if: IndexedFiles.mayMount, "this process may not mount file systems"))
  func `mounts over a watched folder are noticed, also by a process with other mounts`() throws {
    let result = try files.runWithMounts(
      Self.functions + """
        cp -a tree other; echo 'quokka,swapped,1' >> other/sub/other.txt
        start; compare_watched
        mount --bind other/sub tree/sub; compare; compare_watched
        umount tree/sub; compare
        unshare -m sh -c 'mount --bind other/sub tree/sub; "$program" search -c swapped "$tree"' | sed 's/.*://'
        stop
        """)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.dropFirst() == ["watched: same", "same", "watched: same", "same", "1", "ended: 143"])
  }
}
