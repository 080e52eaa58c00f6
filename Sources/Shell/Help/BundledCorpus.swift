internal import Benchmarking
internal import System
internal import Terminal

/// A corpus that comes with the program: what help, the tour and the tests search.
enum BundledCorpus: String, CaseIterable, Sendable {
  case unicodeNames = "unicode-names"
  case macosReleases = "macos-releases"
  case symbols
  case transcript

  /// Its file in the folder of corpora.
  var file: String {
    self == .symbols ? "\(rawValue)/\(rawValue).txt" : "\(rawValue)/\(rawValue).csv"
  }

  /// The options with which it is loaded.
  var options: [String] { self == .unicodeNames ? ["--alias-field", "alias"] : [] }

  /// The line that loads it from `folder`.
  func loadLine(from folder: String) -> String {
    let words = [CommandWords.quoted("\(folder)/\(file)")] + options
    return ":load " + words.joined(separator: " ")
  }

  /// The folder of the bundled corpora as it is written where one stands above it; nil if they are not installed.
  ///
  /// Looked for where the program is installed (`share/searchbench/corpora` beside its `bin`), above the program, as in a
  /// source tree, and in the current folder, which is preferred because its path is the shortest.
  static func folder(beside program: String = ContenderProcess.folder) -> String? {
    var candidates = ["corpora", parent(of: program) + "/share/searchbench/corpora"]
    var above = program
    while above.count > 1 {
      candidates.append(above + "/corpora")
      above = parent(of: above)
    }
    return candidates.first { folder in
      allCases.allSatisfy { Platform.fileExists("\(folder)/\($0.file)") }
    }
  }

  private static func parent(of folder: String) -> String {
    guard let slash = folder.lastIndex(of: "/") else { return "" }
    return String(folder[..<slash])
  }
}
