import Corpora
import Searching
import UnicodeText

/// Prints the matching lines of files and folders, with brackets around each hit.
///
///     find-in-files QUERY [PATH]...
@main enum FindInFiles {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let text = arguments.first else { return print("usage: find-in-files QUERY [PATH]...") }
    let paths = arguments.count > 1 ? Array(arguments.dropFirst()) : ["."]
    let query = Query(text, .boolean, options: SearchOptions(grammar: .standard))
    do {
      for try await batch in try FileSource(paths).batches(of: query) {
        for match in batch.matches {
          print("\(match.location.source):\(match.location.line): \(bracketed(match.best))")
        }
      }
    } catch let error as SearchError {
      print("find-in-files: \(error.message)")
    }
  }

  /// The text with brackets around its hits and with control characters escaped for the terminal.
  static func bracketed(_ match: MatchedText) -> String {
    var result = match.text
    for range in match.ranges.reversed() {
      result.replaceSubrange(range, with: "[\(match.text[range])]")
    }
    return ControlEscapes.escaped(result)
  }
}
