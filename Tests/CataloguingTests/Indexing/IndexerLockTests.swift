import Basics
import Synchronization
import System
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct IndexerLockTests {
  private let folder: ScratchFolder
  private let time: UTCTime

  init() throws {
    folder = try ScratchFolder()
    time = try #require(UTCTime(iso: "2026-11-21T05:00:00Z"))
  }

  private var path: String { folder.path + "/notes.lock" }

  private func lock() throws(IndexerLockError) -> IndexerLock {
    try IndexerLock(ofCatalog: "notes", in: folder.path, now: time)
  }

  /// The error of an attempt to take the lock; nil if the lock is available.
  private func refusal() -> IndexerLockError? {
    do throws(IndexerLockError) {
      _ = try lock()
      return nil
    } catch {
      return error
    }
  }

  private var holder: Int32? { IndexerLock.holder(ofCatalog: "notes", in: folder.path) }

  /// The process id that is written in the lock file.
  private func writtenProcess() throws -> Int32 {
    let text = try #require(folder.text(of: "notes.lock"))
    return try #require(Int32(text.prefix { $0 != " " }))
  }

  /// Starts another process, which takes the lock and writes `line` into the lock file.
  private func otherHolder(writing line: String = "$$ 2026-11-21T04:00:00Z") throws
    -> Pseudoterminal
  {
    let script = """
      use Fcntl ":flock"; open(F, "+>>", $ARGV[0]) or die; flock(F, LOCK_EX | LOCK_NB) or die;
      truncate(F, 0); syswrite(F, "\(line)\\n"); syswrite(STDOUT, "pid=$$;"); sleep 1 while 1;
      """
    return try Pseudoterminal(BinaryUnderTest(path: "/usr/bin/perl"), ["-e", script, path])
  }

  private static let hasPerl = TestFile.bytes("/usr/bin/perl") != nil

  @Test func `a lock contains its process and time, readable only by its owner`() throws {
    let held = try lock()
    let text = try #require(folder.text(of: "notes.lock"))
    #expect(text == "\(try writtenProcess()) 2026-11-21T05:00:00Z\n")
    #expect(try folder.run("stat -c %a notes.lock").output == "600\n")
    _ = consume held
  }

  @Test func `only one indexer gets the lock`() throws {
    #expect(holder == nil)
    do {
      let held = try lock()
      let process = try writtenProcess()
      #expect(refusal() == .running(catalog: "notes", pid: process))
      #expect(holder == process)
      #expect(IndexerLock.holder(ofCatalog: "others", in: folder.path) == nil)
      _ = consume held
    }
    #expect(holder == nil)
    #expect(folder.text(of: "notes.lock") == "")
    #expect(refusal() == nil)
  }

  @Test func `each catalog has its own lock`() throws {
    let held = try lock()
    let other = try IndexerLock(ofCatalog: "letters", in: folder.path + "/", now: time)
    #expect(try folder.run("ls").output == "letters.lock\nnotes.lock\n")
    _ = consume held
    _ = consume other
  }

  @Test(arguments: ["999999999 2026-11-21T04:00:00Z\n", "1 2026-11-21T04:00:00Z\n"])
  func `a lock file left by a dead indexer is taken over, even if its pid was reused`(
    line: String
  ) throws {
    try folder.write(line, to: "notes.lock")
    #expect(holder == nil)
    let held = try lock()
    let process = try writtenProcess()
    #expect(holder == process)
    _ = consume held
  }

  @Test(.enabled(if: hasPerl, "the other process is written in perl"))
  func `a killed indexer releases its lock`() throws {
    let other = try otherHolder()
    try other.expect("pid=")
    let process = try #require(Int32(try other.expect(";").dropLast()))
    #expect(refusal() == .running(catalog: "notes", pid: process))
    #expect(holder == process)
    other.signal(9)
    #expect(try other.expectEnd() == .killed(bySignal: 9))
    #expect(folder.text(of: "notes.lock") == "\(process) 2026-11-21T04:00:00Z\n")
    #expect(holder == nil)
    let held = try lock()
    #expect(try writtenProcess() != process)
    _ = consume held
  }

  @Test(
    .enabled(if: hasPerl, "the other process is written in perl"),
    arguments: ["999999999 2026-11-21T04:00:00Z", "something"])
  func `a lock that a process holds stays held, even if its file names a dead pid`(line: String)
    throws
  {
    let other = try otherHolder(writing: line)
    try other.expect("pid=")
    #expect(refusal() == .running(catalog: "notes", pid: nil))
    #expect(holder == nil)
    #expect(folder.text(of: "notes.lock") == line + "\n")
  }

  @Test(arguments: [
    "x", "\n", " \n", "12", "12\n", "12 \n", "12 now\n", "12 2026-11-21T04:00:00Z",
    "12 2026-11-21T04:00:00Z\nx", "12  2026-11-21T04:00:00Z\n", "+12 2026-11-21T04:00:00Z\n",
    "0 2026-11-21T04:00:00Z\n", "-1 2026-11-21T04:00:00Z\n", "\0\0\0\n",
    "99999999999 2026-11-21T04:00:00Z\n", String(repeating: "0", count: 60) + "1 2026-11-21\n",
    String(repeating: "x", count: 1 << 20),
  ])
  func `a file that is not a lock file is left unchanged`(text: String) throws {
    try folder.write(text, to: "notes.lock")
    #expect(refusal() == .notALockFile(path: path))
    #expect(holder == nil)
    #expect(folder.text(of: "notes.lock") == text)
  }

  @Test(arguments: [
    "ln -s target notes.lock", "ln -s none notes.lock", "mkdir notes.lock", "mkfifo notes.lock",
    "ln -s notes.lock notes.lock",
  ])
  func `a path that is not a regular file is left unchanged`(script: String) throws {
    try folder.write("", to: "target")
    try folder.run(script)
    let before = try folder.run("ls -lR").output
    #expect(refusal() == .notALockFile(path: path))
    #expect(holder == nil)
    #expect(try folder.run("ls -lR").output == before)
  }

  @Test func `a missing folder is an error with the system's reason`() throws {
    let missing = folder.path + "/none"
    #expect(
      throws: IndexerLockError.failed(
        path: missing + "/notes.lock", reason: "no such file or directory")
    ) { _ = try IndexerLock(ofCatalog: "notes", in: missing) }
    #expect(IndexerLock.holder(ofCatalog: "notes", in: missing) == nil)
  }

  @Test(.disabled(if: ScratchFolder.isRoot, "root may write anywhere"))
  func `a folder without write permission is an error with the system's reason`() throws {
    try folder.run("chmod 500 .")
    #expect(refusal() == .failed(path: path, reason: "permission denied"))
  }

  private static let tellsFlags = TestFile.bytes("/proc/self/fdinfo/0") != nil

  @Test(.enabled(if: tellsFlags, "the system does not tell how files are open"))
  func `child processes do not inherit the lock`() throws {
    let held = try lock()
    // Programs that tests start never inherit descriptors, so check the flags of the lock's
    // descriptor instead.
    let script = """
      cd "/proc/$1" && for fd in fd/*; do
        case $(readlink "$fd") in "$2") grep flags: "fdinfo/${fd#fd/}" ;; esac
      done
      """
    let answer = try folder.run(script, "\(try writtenProcess())", path).output
    let flags = try #require(Int(answer.filter(\.isNumber), radix: 8))
    let closesOnExecution = 0o2000000
    #expect(flags & closesOnExecution != 0)
    _ = consume held
  }

  @Test func `a removed lock file can be replaced by a new one`() throws {
    let held = try lock()
    held.removeFile()
    #expect(folder.text(of: "notes.lock") == nil)
    let again = try lock()
    // If another file has replaced the lock file, the holder of the lock does not remove that file.
    try folder.run("rm notes.lock && echo x > notes.lock")
    again.removeFile()
    #expect(folder.text(of: "notes.lock") == "x\n")
  }

  @Test func `a file that was removed after it was opened cannot be locked`() throws {
    let first = try lock()
    let late = try LockFile.opened(path, isForReading: false)
    first.removeFile()
    #expect(try !late.locks(path))
    let second = try lock()
    #expect(try !late.locks(path))
    #expect(try LockFile.opened(path, isForReading: false).locks(path) == false)
    _ = consume second
    #expect(try LockFile.opened(path, isForReading: false).locks(path))
  }

  @Test func `only one of many simultaneous attempts gets the lock`() async throws {
    let holders = Atomic<Int>(0)
    let taken = Atomic<Int>(0)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask { @Sendable in
          for round in 0..<50 {
            guard let held = try? self.lock() else { continue }
            let others = holders.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
            #expect(others == 0)
            taken.wrappingAdd(1, ordering: .relaxed)
            _ = self.holder
            holders.wrappingSubtract(1, ordering: .sequentiallyConsistent)
            if (task + round).isMultiple(of: 3) { held.removeFile() }
          }
        }
      }
    }
    let count = taken.load(ordering: .relaxed)
    #expect(count > 0)
    #expect(refusal() == nil)
  }

  @Test(
    arguments: [
      (.running(catalog: "notes", pid: 7), "an indexer of notes is already running, pid 7"),
      (.running(catalog: "notes", pid: nil), "an indexer of notes is already running"),
      (.notALockFile(path: "/n.lock"), "/n.lock is not a catalog lock: move it away"),
      (
        .failed(path: "/n.lock", reason: "permission denied"),
        "/n.lock cannot be locked: permission denied"
      ),
    ] as [(IndexerLockError, String)])
  func `every error has a one-sentence message`(error: IndexerLockError, sentence: String) {
    #expect(error.message == sentence)
  }
}
