import SQLite
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct MediumTests {
  private static let add = "\"$0\" catalog add t items.csv --id-field id"

  @Test(.enabled(if: Workplace.mayMount, "file systems cannot be mounted here"))
  func `on a full disk nothing is lost, and indexing resumes with more space`() throws {
    let place = try Workplace()
    try place.prepare(items: 5_000)
    // The file system is mounted in a private namespace, so only this shell and its children see
    // it.
    let result = try place.shell(
      """
      cp -r data copy && exec unshare -m sh -c '
        mount -t tmpfs -o size=300k none data && cp -r copy/* data &&
        \(Self.add); echo "status $?"
        "$0" catalog status t --format json >full.json 2>full.err; echo "status $?"
        cp data/searchbench/catalogs/t.sqlite* .
        mount -o remount,size=30m data && \(Self.add); echo "status $?"
        rm -r copy; cp -r data copy' "$0"
      """)
    #expect(result.output == "status 2\nstatus 0\nstatus 0\n", "\(result.error)")
    #expect(result.error.contains("no space is left"))
    #expect(place.folder.text(of: "full.json")?.contains("\"ready\": ") == true)
    let full = try Database(path: place.folder.path + "/t.sqlite", mode: .readWrite)
    #expect(try full.text("PRAGMA integrity_check") == "ok")
    #expect(try full.integer("SELECT count(*) FROM items") % 1_000 == 0)
    try place.shell("rm -r data; mv copy data")
    #expect(try place.checkSound(of: 5_000) == 5_000)
    #expect(try place.items() == Workplace.whole(5_000))
  }

  /// `ulimit -f` limits the size of each written file, in blocks of 512 bytes.
  ///
  /// If `trap` is given, the program ignores SIGXFSZ, so that writes fail; otherwise, SIGXFSZ ends
  /// the program.
  @Test(arguments: ["trap '' XFSZ; ", ""])
  func `a catalog file that reaches its size limit keeps the finished batches`(trap: String) throws
  {
    let place = try Workplace()
    try place.prepare(items: 5_000)
    let result = try place.shell(
      "export LLVM_PROFILE_FILE=/dev/null; \(trap)ulimit -f 700; \(Self.add)")
    #expect(result.exitStatus != 0)
    if !trap.isEmpty { #expect(place.isRefusal(result), "\(result.ending) \(result.error)") }
    let count = try place.checkSound(of: 5_000)
    #expect(count < 5_000)
    #expect(try place.items() == (count == 0 ? [] : Workplace.whole(count)))
    #expect(try place.shell(Self.add).exitStatus == 0)
    #expect(try place.items() == Workplace.whole(5_000))
  }

  @Test(.enabled(if: Workplace.mayMount, "file systems cannot be mounted here"))
  func `a catalog in a read-only file system is read but not written`() throws {
    let place = try Workplace()
    try place.prepare(items: 1_500)
    #expect(try place.shell(Self.add).exitStatus == 0)
    let result = try place.shell(
      """
      exec unshare -m sh -c '
        mount --bind data data && mount -o remount,ro,bind data
        "$0" catalog status t --format json >status.json || exit 9
        printf ":catalog open t\\n77\\n" | "$0" --no-rc || exit 8
        \(Self.add) && exit 7
        "$0" catalog delete t --all && exit 6
        "$0" catalog drop t && exit 5
        exit 0' "$0"
      """)
    #expect(result.exitStatus == 0, "\(result.error)")
    #expect(result.output.contains("title of 770"))
    #expect(place.folder.text(of: "status.json")?.contains("\"ready\": 1500,") == true)
    #expect(result.error.split(separator: "\n").count == 3, "\(result.error)")
    #expect(try place.items() == Workplace.whole(1_500))
  }

  @Test(.disabled(if: ScratchFolder.isRoot, "root may write anywhere"))
  func `a catalog in a folder without write permission is read but not written`() throws {
    let place = try Workplace()
    try place.prepare(items: 1_500)
    #expect(try place.shell(Self.add).exitStatus == 0)
    try place.shell("chmod -w data/searchbench/catalogs data/searchbench/catalogs/*")
    #expect(try place.run("catalog", "status", "t").exitStatus == 0)
    #expect(place.isRefusal(try place.shell(Self.add)))
    try place.shell("chmod a-rwx data/searchbench/catalogs")
    let closed = try place.run("catalog", "status", "t")
    #expect(place.isRefusal(closed) && closed.error.contains("permissions"), "\(closed.error)")
    try place.shell("chmod -R u+rwx data")
    #expect(try place.items() == Workplace.whole(1_500))
  }
}
