internal import TestSupport

/// The files that fuzz targets write, in a folder that scripts/fuzz removes.
enum FuzzFile {
  static let folder: String = {
    guard let folder = BinaryUnderTest.inherited("SEARCHBENCH_FUZZ_FOLDER") else {
      fail("SEARCHBENCH_FUZZ_FOLDER names no folder")
    }
    return folder
  }()

  /// Writes a file and returns its path.
  static func write(_ bytes: [UInt8], to name: String) -> String {
    let path = folder + "/" + name
    write(bytes, toPath: path)
    return path
  }

  static func write(_ bytes: [UInt8], toPath path: String) {
    do { try TestFile.write(bytes, to: path) } catch { fail("\(path): \(error)") }
  }
}
