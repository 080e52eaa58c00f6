internal import System

extension ScratchFolder {
  /// Waits for the next clock tick of the file system, so that later changes get new timestamps.
  package func waitForTick() throws {
    let file = path + "/tick"
    func now() throws -> Int64 {
      Platform.remove(file)
      try Platform.makePrivateFile(file)
      return try FileStatus(of: file).stamp.changed
    }
    let first = try now()
    while try now() <= first {}
  }
}
