internal import Corpora
internal import Searching

/// The files in which records match, each once, in the order of results.
public struct FileList: Sendable {
  private let rows: ResultRows

  public init(_ rows: ResultRows) { self.rows = rows }

  /// Writes one path a line, at most `limit` of them (0: all), and returns how many.
  ///
  /// At a terminal control characters in a path are escaped.
  ///
  /// - Throws: What writing throws.
  /// - Complexity: O(*n*) in the number of rows, O(*m*) memory in the number of files.
  @discardableResult
  public func write(
    to output: any Output, style: TerminalStyle? = nil, limit: Int = 0
  ) throws(OutputError) -> Int {
    var seen: Set<String> = []
    var last: String?
    for part in rows.parts {
      for record in part.records {
        let source = part.corpus.location(of: record).source
        if source == last { continue }
        last = source
        guard seen.insert(source).inserted else { continue }
        try output.writeLine(StyledText(source).rendered(style))
        if seen.count == limit { return limit }
      }
    }
    return seen.count
  }
}
