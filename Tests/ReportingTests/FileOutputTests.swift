import Reporting
import Searching
import Synchronization
import Testing
import Threading

@Suite struct FileOutputTests {
  @Test func `bytes reach the descriptor in order, and only after a flush`() throws {
    let pipe = Descriptor.pipe()
    let output = FileOutput(descriptor: pipe.write)
    try output.write("one ")
    try output.writeLine("two")
    try output.flush()
    try output.flush()
    Descriptor.close(pipe.write)
    #expect(Descriptor.readAll(pipe.read) == "one two\n")
    Descriptor.close(pipe.read)
  }

  @Test func `blocks larger than the buffer arrive complete`() throws {
    let folder = TemporaryFolder()
    folder.write("", to: "f")
    let descriptor = Descriptor.openForWriting(folder.file("f"))
    let output = FileOutput(descriptor: descriptor)
    let large = String(repeating: "0123456789", count: 20_000)
    try output.write("<")
    try output.write(large)
    for _ in 0..<20_000 { try output.write("0123456789") }
    try output.write(">")
    try output.flush()
    Descriptor.close(descriptor)
    #expect(folder.text(of: "f") == "<" + large + large + ">")
  }

  @Test func `after a pipe is closed, every write fails`() throws {
    Descriptor.ignoreBrokenPipes()
    let pipe = Descriptor.pipe()
    Descriptor.close(pipe.read)
    let output = FileOutput(descriptor: pipe.write)
    try output.write("x")
    #expect(throws: OutputError.closed) { try output.flush() }
    #expect(throws: OutputError.closed) { try output.write("y") }
    #expect(throws: OutputError.closed) { try output.flush() }
    Descriptor.close(pipe.write)
  }

  @Test func `an encoder stops at a closed pipe`() throws {
    Descriptor.ignoreBrokenPipes()
    let pipe = Descriptor.pipe()
    Descriptor.close(pipe.read)
    let rows = Fixture.rows(Fixture.lines((0..<10_000).map { "line \($0)" }))
    let output = FileOutput(descriptor: pipe.write)
    #expect(throws: OutputError.closed) {
      try EncoderCatalog.named("csv").encode(rows, to: output)
      try output.flush()
    }
    Descriptor.close(pipe.write)
  }

  @Test func `a full disk is an error with the system's message`() throws {
    let descriptor = Descriptor.openForWriting("/dev/full")
    try #require(descriptor >= 0)
    defer { Descriptor.close(descriptor) }
    let output = FileOutput(descriptor: descriptor, path: "/dev/full")
    try output.write("x")
    let expected = OutputError.failed(path: "/dev/full", reason: "No space left on device")
    #expect(throws: expected) { try output.flush() }
    #expect(throws: expected) { try output.flush() }
    #expect(expected.message == "cannot write /dev/full: no space left on device")
  }

  @Test func `a bad descriptor is an error`() throws {
    let output = FileOutput(descriptor: -1)
    try output.write("x")
    #expect(throws: OutputError.failed(path: nil, reason: "Bad file descriptor")) {
      try output.flush()
    }
  }

  @Test func `a write to a full non-blocking pipe waits`() throws {
    let pipe = Descriptor.pipe()
    Descriptor.makeNonBlocking(pipe.write)
    let text = String(repeating: "0123456789", count: 100_000)
    let read = Mutex("")
    var failure: (any Error)?
    // Read on a separate thread, because tests can block all threads of the task pool.
    Workers.run(
      helpers: 1,
      {
        let all = Descriptor.readAll(pipe.read)
        read.withLock { $0 = all }
      },
      caller: {
        let output = FileOutput(descriptor: pipe.write)
        do {
          try output.write(text)
          try output.flush()
        } catch {
          failure = error
        }
        Descriptor.close(pipe.write)
      })
    #expect(failure == nil)
    #expect(read.withLock { $0 } == text)
    Descriptor.close(pipe.read)
  }

  @Test func `a canceled write drops its bytes, and the next write succeeds`() throws {
    let pipe = Descriptor.pipe()
    Descriptor.makeNonBlocking(pipe.write)
    let output = FileOutput(descriptor: pipe.write, cancellation: Cancellation { true })
    try output.write("first ")
    try output.flush()
    #expect(throws: OutputError.cancelled) {
      try output.write(String(repeating: "x", count: 1_000_000))
    }
    let before = Descriptor.readSome(pipe.read, upTo: 1_000_000)
    try output.write(" last")
    try output.flush()
    Descriptor.close(pipe.write)
    #expect(before.hasPrefix("first x"))
    #expect(before.utf8.count < 1_000_000)
    #expect(Descriptor.readAll(pipe.read) == " last")
    Descriptor.close(pipe.read)
  }

  @Test func `every error has a one-sentence message`() {
    let errors: [OutputError] = [
      .closed, .cancelled, .failed(path: nil, reason: "r"), .failed(path: "p", reason: "r"),
      .exists(path: "p"),
      .isDirectory(path: "p"), .unknownFormat("x", nearest: nil), .unknownFormat("x", nearest: "y"),
      .unknownField("x", nearest: nil, fields: ["a", "b"]),
      .unknownField("x", nearest: "a", fields: ["a"]), .cannotAppend(format: "json"),
    ]
    #expect(Set(errors.map(\.message)).count == errors.count)
    #expect(errors.allSatisfy { !$0.message.hasSuffix(".") && "\($0)" == $0.message })
  }
}
