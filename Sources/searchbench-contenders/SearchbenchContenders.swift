internal import Contenders
internal import Foundation
internal import System

/// A program that runs third-party search implementations, for comparison with searchbench.
@main
enum SearchbenchContenders {
  private static let leaving = NSLock()

  static func main() {
    if CommandLine.arguments.count > 1 || isatty(0) != 0 { explain() }
    var session = ContenderSession(StandardChannel())
    let ending = session.run {
      Thread {
        // Exit when the parent process closes its pipe, so that no search outlives that process.
        Platform.waitForHangUp(of: 0)
        leave(0)
      }.start()
    }
    switch ending {
    case .endOfInput, .otherVersion: leave(0)
    case .wrongProgram: explain()
    case .invalidRequest: leave(70)
    }
  }

  private static func explain() -> Never {
    let sentence =
      "searchbench-contenders contains other search implementations, which searchbench starts for "
      + "comparison; run searchbench bench search --help\n"
    try? FileHandle.standardError.write(contentsOf: Data(sentence.utf8))
    leave(64)
  }

  /// Exits the process on the first thread that calls this function; all other threads wait.
  private static func leave(_ status: Int32) -> Never {
    leaving.lock()
    exit(status)
  }
}

/// A channel that uses standard input and output.
private struct StandardChannel: ByteChannel {
  func read(_ count: Int) -> [UInt8]? {
    if count == 0 { return [] }
    let data = try? FileHandle.standardInput.read(upToCount: count)
    guard let data, data.count == count else { return nil }
    return Array(data)
  }

  func write(_ bytes: [UInt8]) {
    try? FileHandle.standardOutput.write(contentsOf: Data(bytes))
  }
}
