import Corpora
import System
import TestSupport
import Testing

/// Tests stored indexes with mounted file systems, full disks, and cache folders that are not
/// writable.
@Suite struct IndexFaultTests {
  /// The reason that is shown for skipped tests that mount file systems.
  private static let why: Comment = "this process may not mount file systems"

  /// A script that prints `same` if a search with the index equals a search without it.
  private static let compare = """
    compare() {
      for query in quokka beta Alpha swapped; do
        "$program" search -n "$query" "$tree" >with 2>with.errors; code=$?
        "$program" search --no-index -n "$query" "$tree" >without 2>without.errors
        [ $? = $code ] && cmp with without && cmp with.errors without.errors || return 1
      done
      echo same
    }

    """

  @Test(.enabled(if: IndexedFiles.mayMount, Self.why))
  func `a folder or file that is mounted over another is searched`() throws {
    let files = try IndexedFiles()
    try files.folder.run("cp -a tree other; echo 'quokka,swapped,1' >> other/sub/table.tsv")
    try files.folder.run(
      "echo 'swapped quokka' > other/lines.log; touch -r tree/lines.log other/lines.log")
    try files.folder.run("touch -r tree/sub other/sub")
    try files.build()
    let result = try files.runWithMounts(
      Self.compare + """
        compare
        mount --bind other/sub tree/sub && compare
        mount --bind other/lines.log tree/lines.log && compare
        "$program" search -q swapped "$tree/sub" && "$program" search -q swapped "$tree/lines.log" && echo found
        umount tree/lines.log tree/sub && compare
        mount -t tmpfs tmpfs tree/sub && compare
        """)
    #expect(result.output == "same\nsame\nsame\nfound\nsame\nsame\n", "\(result.error)")
  }

  @Test(.enabled(if: IndexedFiles.mayMount, Self.why))
  func `a build on a full disk leaves the old index, and its error names the folder`() throws {
    let files = try IndexedFiles()
    let result = try files.runWithMounts(
      Self.compare + """
        mkdir "$cache" && mount -t tmpfs -o size=256k tmpfs "$cache"
        "$program" index build "$tree" >/dev/null && compare
        cat /dev/zero > "$cache/fill" 2>/dev/null
        echo "swapped quokka" >> "$tree/lines.log"; echo "swapped" > "$tree/new.txt"
        cp "$cache"/searchbench/indexes/*/tree before
        for try in 1 2; do "$program" index build "$tree" 2>&1; echo $?; done
        find "$cache" -name '*.new'
        cmp before "$cache"/searchbench/indexes/*/tree && compare
        rm "$cache/fill"; "$program" index build "$tree" >/dev/null && compare
        """)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 7, "\(lines) \(result.error)")
    #expect(lines.count { $0 == "same" } == 3, "\(lines) \(result.error)")
    #expect(lines.count { $0.contains("no space left on device") } == 2, "\(lines)")
    #expect(lines.count { $0 == "2" } == 2, "\(lines)")
  }

  @Test(.enabled(if: IndexedFiles.mayMount, Self.why))
  func `an index in a read-only folder can be searched but not built again`() throws {
    let files = try IndexedFiles()
    try files.build()
    let result = try files.runWithMounts(
      Self.compare + """
        mount --bind "$cache" "$cache" && mount -o remount,bind,ro "$cache"
        compare
        "$program" search --index -q quokka "$tree" && echo used
        "$program" index build "$tree" 2>&1 >/dev/null; echo $?
        """)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["same", "used"], "\(result.output) \(result.error)")
    #expect(lines.last == "2")
    #expect(lines.count == 4 && lines[2].contains("cannot write the index in"), "\(lines)")
  }

  @Test func `without a usable cache folder, searches work and builds fail with a reason`() throws {
    let files = try IndexedFiles()
    let program = try BinaryUnderTest()
    try files.folder.write("not a folder\n", to: "file")
    let right = try program.run(["search", "-n", "quokka", files.tree])
    #expect(right.exitStatus == 0)
    for cache in [files.folder.path + "/file", files.folder.path + "/none/below"] {
      let environment = ["XDG_CACHE_HOME": cache]
      let found = try program.run(["search", "-n", "quokka", files.tree], environment: environment)
      #expect(found.output == right.output, "\(cache)")
      #expect(found.error == right.error, "\(cache)")
    }
    let build = try program.run(
      ["index", "build", files.tree],
      environment: ["XDG_CACHE_HOME": files.folder.path + "/file"])
    #expect(build.exitStatus == 2)
    #expect(build.error.split(separator: "\n").count == 1, "\(build.error)")
    #expect(build.error.contains("cannot write the index in"), "\(build.error)")
    // A build creates missing folders of the cache path.
    let made = try program.run(
      ["index", "build", files.tree],
      environment: ["XDG_CACHE_HOME": files.folder.path + "/none/below"])
    #expect(made.exitStatus == 0, "\(made.error)")
  }

  @Test(.enabled(if: IndexedFiles.mayMountImages, Self.why))
  func `on a file system with stamps of one second, changes are seen`() throws {
    let files = try IndexedFiles()
    // Inodes of 128 bytes have no space for the nanoseconds of timestamps.
    let result = try files.runWithMounts(
      Self.compare + """
        truncate -s 8M image && mkfs.ext2 -q -I 128 image >/dev/null 2>&1 &&
          mkdir coarse && mount -o loop image coarse
        cp -r "$tree" coarse/tree; tree=$PWD/coarse/tree
        touch -d '2020-01-01 00:00:00.5' "$tree"/*.csv "$tree"/*.log
        "$program" index build "$tree" >/dev/null && compare
        for number in 1 2 3; do
          echo "swapped $number" >> "$tree/lines.log"
          touch -d '2020-01-01 00:00:00.5' "$tree/lines.log"
          compare
          "$program" index build "$tree" >/dev/null
          echo "swapped again" > "$tree/lines.log"; compare
        done
        umount coarse
        """)
    #expect(
      result.output == String(repeating: "same\n", count: 7), "\(result.output) \(result.error)")
  }
}
