internal import Benchmarking
internal import System
internal import Terminal

/// A corpus that is installed with the program, for help examples, the tour and tests.
enum BundledCorpus: String, CaseIterable, Sendable {
  case unicodeNames = "unicode-names"
  case macosReleases = "macos-releases"
  case symbols
  case transcript

  /// The path of the corpus file, relative to the folder of bundled corpora.
  var file: String {
    self == .symbols ? "\(rawValue)/\(rawValue).txt" : "\(rawValue)/\(rawValue).csv"
  }

  /// The options of `:load` for this corpus.
  var options: [String] { self == .unicodeNames ? ["--alias-field", "alias"] : [] }

  /// The `:load` line that loads the corpus from `folder`.
  func loadLine(from folder: String) -> String {
    let words = [CommandWords.quoted("\(folder)/\(file)")] + options
    return ":load " + words.joined(separator: " ")
  }

  /// The folder of the bundled corpora; nil if the corpora are not installed.
  ///
  /// The first candidate is `corpora` in the current folder, because its path is the shortest, and
  /// help shows the path. The second candidate is `share/searchbench/corpora` next to the program's
  /// `bin`. The third candidate is `corpora` in the program's folder or in one of its ancestors, as
  /// in a source tree.
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
