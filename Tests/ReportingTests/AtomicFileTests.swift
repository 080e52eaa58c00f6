import Reporting
import Testing

@Suite struct AtomicFileTests {
  private let folder = TemporaryFolder()

  @Test func `an atomic file appears only on commit`() throws {
    let file = try AtomicFile(folder.file("a"), ifExists: .refuse)
    try file.write("text")
    try file.flush()
    #expect(folder.text(of: "a") == nil)
    #expect(folder.names.count == 1)
    try file.commit()
    #expect(folder.text(of: "a") == "text")
    #expect(folder.names == ["a"])
  }

  @Test func `a canceled or abandoned file is removed`() throws {
    let file = try AtomicFile(folder.file("a"), ifExists: .refuse)
    try file.write("text")
    file.cancel()
    file.cancel()
    #expect(folder.names.isEmpty)
    do {
      let forgotten = try AtomicFile(folder.file("b"), ifExists: .replace)
      try forgotten.write("text")
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `an existing file is refused and not changed`() throws {
    folder.write("old", to: "a")
    let error = OutputError.exists(path: folder.file("a"))
    #expect(throws: error) { try AtomicFile(folder.file("a"), ifExists: .refuse) }
    #expect(folder.text(of: "a") == "old")
    #expect(folder.names == ["a"])
  }

  @Test func `a file that appears in the meantime is not replaced`() throws {
    let file = try AtomicFile(folder.file("a"), ifExists: .refuse)
    try file.write("mine")
    folder.write("theirs", to: "a")
    #expect(throws: OutputError.exists(path: folder.file("a"))) { try file.commit() }
    #expect(folder.text(of: "a") == "theirs")
    #expect(folder.names == ["a"])
  }

  @Test func `replacing a file keeps its permissions`() throws {
    folder.write("old", to: "a")
    folder.setPermissions(0o640, of: "a")
    let file = try AtomicFile(folder.file("a"), ifExists: .replace)
    try file.write("new")
    #expect(folder.text(of: "a") == "old")
    try file.commit()
    #expect(folder.text(of: "a") == "new")
    #expect(folder.permissions(of: "a") == 0o640)
    #expect(file.keptBytes == 0)
  }

  @Test func `appending keeps the existing text or creates the file`() throws {
    for (round, expected) in [(0, "x\n"), (1, "x\nx\n"), (2, "x\nx\nx\n")] {
      let file = try AtomicFile(folder.file("a"), ifExists: .append)
      #expect(file.keptBytes == 2 * round)
      try file.write("x\n")
      try file.commit()
      #expect(folder.text(of: "a") == expected)
    }
  }

  @Test func `appending to a long file keeps all its text`() throws {
    let old = String(repeating: "012345678\n", count: 30_000)
    folder.write(old, to: "a")
    let file = try AtomicFile(folder.file("a"), ifExists: .append)
    #expect(file.keptBytes == 300_000)
    try file.write("end")
    try file.commit()
    #expect(folder.text(of: "a") == old + "end")
  }

  @Test func `a last line without a newline gets one before the appended text`() throws {
    // The second file has the length of a block, so the read that returns its last byte does not
    // reach the end of the file.
    for old in ["x", String(repeating: "x", count: FileOutput.capacity)] {
      folder.write(old, to: "a")
      let file = try AtomicFile(folder.file("a"), ifExists: .append)
      #expect(file.keptBytes == old.utf8.count)
      try file.write("end\n")
      try file.commit()
      #expect(folder.text(of: "a") == old + "\nend\n")
    }
  }

  @Test func `the message about an existing file names no option that its command lacks`() {
    #expect(
      OutputError.exists(path: "a").message
        == "a exists: replace it with --force, or name another file")
  }

  @Test func `a link is followed and stays a link`() throws {
    folder.write("old", to: "a")
    folder.makeLink("b", to: "a")
    let file = try AtomicFile(folder.file("b"), ifExists: .replace)
    try file.write("new")
    try file.commit()
    #expect(folder.text(of: "a") == "new")
    #expect(folder.isLink("b"))
  }

  @Test func `writing to a folder, in a missing folder or below a file is an error`() throws {
    folder.write("old", to: "a")
    #expect(throws: OutputError.isDirectory(path: folder.path)) {
      try AtomicFile(folder.path, ifExists: .replace)
    }
    let missing = folder.file("no/such")
    #expect(throws: OutputError.failed(path: missing, reason: "No such file or directory")) {
      try AtomicFile(missing, ifExists: .refuse)
    }
    let through = folder.file("a/b")
    #expect(throws: OutputError.failed(path: through, reason: "Not a directory")) {
      try AtomicFile(through, ifExists: .refuse)
    }
  }

  @Test(.enabled(if: !Descriptor.isRoot, "root may write anywhere"))
  func `a file without write permission is an error`() throws {
    folder.write("old", to: "a")
    folder.setPermissions(0o444, of: "a")
    let path = folder.file("a")
    #expect(throws: OutputError.failed(path: path, reason: "Permission denied")) {
      try AtomicFile(path, ifExists: .replace)
    }
  }

  @Test func `a device is written to directly`() throws {
    let sink = try AtomicFile("/dev/null", ifExists: .refuse)
    try sink.write("x")
    try sink.commit()
    let full = try AtomicFile("/dev/full", ifExists: .refuse)
    try full.write("x")
    #expect(throws: OutputError.failed(path: "/dev/full", reason: "No space left on device")) {
      try full.commit()
    }
  }

  @Test func `a file name without a folder is created in the current folder`() throws {
    let name = "reporting-test-\(UInt64.random(in: .min ... .max)).tmp"
    let file = try AtomicFile(name, ifExists: .refuse)
    try file.write("x")
    file.cancel()
    #expect(try AtomicFile(name, ifExists: .refuse).path == name)
  }
}
