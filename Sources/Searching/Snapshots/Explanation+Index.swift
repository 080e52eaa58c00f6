internal import Basics

extension Explanation {
  /// How stored indexes help a query.
  ///
  /// - Parameters:
  ///   - kept: the blocks that are read.
  ///   - all: the blocks of all files.
  ///   - scanReason: why all blocks are read; `nil` if some are skipped.
  /// - Returns: the lines.
  static func lines(ofIndex kept: Int, of all: Int, scanReason: String?) -> [Line] {
    let blocks = NumberFormat.counted(all, "block")
    return [
      Line(
        "access path",
        scanReason.map { "stored index: all \(blocks) are read, because \($0)" }
          ?? "stored index: \(NumberFormat.grouped(kept)) of \(blocks) may match, the others are not read"
      )
    ]
  }

  /// Whether the files are as their indexes know them.
  ///
  /// - Parameters:
  ///   - changed: the number of files that are not.
  ///   - all: the number of files.
  ///   - what: what the changed files did.
  /// - Returns: the line.
  static func line(ofFreshness changed: Int, of all: Int, _ what: String) -> Line {
    let files = NumberFormat.counted(all, "file")
    return Line(
      "index",
      changed == 0
        ? "fresh: \(files) \(all == 1 ? "is" : "are") as indexed"
        : "stale: \(NumberFormat.grouped(changed)) of \(files) \(what)")
  }
}
