import System
import TestSupport
import Testing
import Threading

@testable import Corpora

@Suite struct FileMappingTests {
  @Test func `threads that map files and unmap them leave no mapping behind`() throws {
    let folder = try ScratchFolder()
    let paths = try (0..<4).map { number in
      try folder.write([UInt8](repeating: UInt8(number), count: 100), to: "f\(number)")
    }
    _ = Workers.run(4, threads: 4) { task, _ in
      guard let descriptor = try? Platform.open(FilePath(paths[task]), for: .reading) else {
        return
      }
      defer { Platform.close(descriptor) }
      for _ in 0..<Effort.size(10_000, thorough: 400_000) {
        // The kernel often reuses the addresses of a mapping that another thread has just removed.
        guard let mapping = FileMapping(descriptor, count: 100) else { continue }
        let byte = mapping.withSpan(of: 0..<100) { $0[99] }
        if byte != UInt8(task) { Issue.record("\(byte) instead of \(task)") }
      }
    }
    let descriptor = try Platform.open(FilePath(paths[0]), for: .reading)
    defer { Platform.close(descriptor) }
    // A process can have 64 mappings of files; other tests need some of them.
    let mappings = (0..<16).compactMap { _ in FileMapping(descriptor, count: 100) }
    #expect(mappings.count == 16)
  }
}
