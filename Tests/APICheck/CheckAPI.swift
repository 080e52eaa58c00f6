import Foundation

/// Checks that the public symbols of symbol graphs are documented: `check-api FOLDER`.
///
/// Every symbol needs a summary. A symbol that can throw an error of its own needs `- Throws:`. A
/// function, method or subscript needs `- Complexity:`. The documentation of a number must name its
/// unit if the name of the number suggests a size or a time. If anything is missing, the program
/// prints one line for each incomplete symbol and exits with 1.
@main enum CheckAPI {
  private struct Graph: Decodable { let symbols: [Symbol] }

  private struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Line: Decodable { let text: String }
    struct Comment: Decodable { let lines: [Line] }
    struct Fragment: Decodable { let spelling: String }

    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?
    let declarationFragments: [Fragment]?

    var text: String { docComment?.lines.map(\.text).joined(separator: "\n") ?? "" }
    var declaration: String { declarationFragments?.map(\.spelling).joined() ?? "" }
    var name: String { pathComponents.last ?? "" }

    /// The required items that are missing from the symbol's documentation.
    var gaps: [String] {
      var gaps: [String] = []
      if !text.contains(where: { !$0.isWhitespace }) { gaps.append("a summary") }
      // Errors that only a caller's closure throws need no documentation.
      let throwsOwn =
        declaration.contains(/\bthrows\b/) && !declaration.contains(/throws\(E\) ->|rethrows/)
      if throwsOwn, !text.contains("Throws:") { gaps.append("- Throws:") }
      if needsComplexity, !text.contains("Complexity:") { gaps.append("- Complexity:") }
      if needsUnit, !text.contains(Self.unit) { gaps.append("a unit") }
      return gaps
    }

    /// Whether the documentation must state the complexity: true for functions, methods and
    /// subscripts.
    ///
    /// Operators and the requirements of Hashable, Encodable and Sequence are exempt, because their
    /// costs are known.
    private var needsComplexity: Bool {
      let kinds = ["swift.func", "swift.method", "swift.type.method", "swift.subscript"]
      let known = ["hash(into:)", "encode(to:)", "makeIterator()", "next()"]
      return kinds.contains(kind.identifier) && !known.contains(name)
    }

    private var needsUnit: Bool {
      kind.identifier.hasSuffix("property") && declaration.contains(/: (Int|UInt64|Double)\b/)
        && name.contains(/(?i)(bytes|memory|size|seconds|time|duration|age|offset|length|limit)$/)
    }

    private static var unit: Regex<(Substring, Substring)> {
      /(?i)\b(bytes?|seconds|nanoseconds|milliseconds|records|rows|items|characters|columns|threads)\b/
    }
  }

  static func main() throws {
    guard CommandLine.arguments.count == 2 else { fail("usage: check-api FOLDER", status: 64) }
    let folder = CommandLine.arguments[1]
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".symbols.json") }.sorted()
    var symbols = 0
    var incomplete = 0
    for file in files {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))
      let module = file.split(separator: "/").last?.split(separator: ".").first ?? ""
      for symbol in try JSONDecoder().decode(Graph.self, from: data).symbols {
        symbols += 1
        let gaps = symbol.gaps
        if gaps.isEmpty { continue }
        incomplete += 1
        let path = symbol.pathComponents.joined(separator: ".")
        print("\(module) \(path) lacks \(gaps.joined(separator: ", "))")
      }
    }
    if symbols == 0 { fail("check-api: \(folder) has no symbols", status: 1) }
    if incomplete > 0 { exit(1) }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(status)
  }
}
