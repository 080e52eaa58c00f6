internal import Basics
internal import Indexing
internal import System

extension Explanation {
  /// The reason to show if all blocks are read because the query has no trigrams to look up.
  static let needsNoText = "the query requires no text of at least three characters"
  static let mostMayMatch = "most blocks may match"

  /// Describes how many blocks a stored index excludes for a query.
  ///
  /// - Parameters:
  ///   - kept: the number of blocks that are read.
  ///   - all: the number of blocks in all files.
  ///   - scanReason: why all blocks are read; `nil` if some are skipped.
  /// - Returns: the description, to be used at the end of a sentence.
  static func text(ofBlocks kept: Int, of all: Int, scanReason: String?) -> String {
    let blocks = NumberFormat.counted(all, "block")
    if let scanReason { return "all \(blocks) are read, because \(scanReason)" }
    return "\(NumberFormat.grouped(kept)) of \(blocks) may match; the other blocks are not read"
  }

  /// Describes whether files have changed since they were indexed.
  ///
  /// - Parameters:
  ///   - changed: the number of files that have changed.
  ///   - all: the number of files.
  ///   - what: the words that describe the changed files in the sentence.
  /// - Returns: the description, to be used at the end of a sentence.
  static func text(ofChanged changed: Int, of all: Int, _ what: String) -> String {
    let files = NumberFormat.counted(all, "file")
    if changed == 0 { return "fresh: \(files) unchanged since indexing" }
    return "stale: \(NumberFormat.grouped(changed)) of \(files) \(what)"
  }
}

extension IndexedPaths {
  /// For each path with a stored index, describes how many blocks may match and how many files have
  /// changed.
  static func explanation(
    of matcher: any Matcher, in paths: [String], _ choice: IndexChoice,
    _ cancellation: Cancellation
  ) throws(SearchError) -> [Explanation.Line] {
    var lines: [Explanation.Line] = []
    for path in paths where path != "-" {
      do throws(IndexFault) {
        guard let absolute = Platform.resolved(path),
          let index = try choice.store.cover(of: absolute)?.index
        else { continue }
        let all = index.blockCount
        var kept = all
        var reason: String?
        if let test = matcher.trigramTest {
          kept = try CandidateBlocks(test, in: index).count
          if all > 16, Double(kept) > maximumKeptShare * Double(all) {
            reason = Explanation.mostMayMatch
          }
        } else {
          reason = Explanation.needsNoText
        }
        let blocks = Explanation.text(ofBlocks: kept, of: all, scanReason: reason)
        lines.append(Explanation.Line("stored index", "\(index.root.text): \(blocks)"))
        if let changes = index.watchedChanges {
          let files = NumberFormat.counted(changes.files, "file")
          let folders = NumberFormat.counted(changes.folders, "folder")
          lines.append(
            Explanation.Line(
              "watched", "\(files) and \(folders) may have changed; no others are checked"))
        }
        guard let found = index.freshness(isCancelled: { cancellation.isCancelled }) else {
          throw IndexFault.missing
        }
        let changed = found.otherFiles
        lines.append(
          Explanation.Line(
            "index",
            Explanation.text(
              ofChanged: changed, of: found.indexedFiles + changed,
              "are new or have changed, so they are searched without the index")))
      } catch {
        if cancellation.isCancelled { throw .cancelled }
        lines.append(
          Explanation.Line("stored index", "the index of \(path) is not used: \(error.reason)"))
      }
    }
    return lines
  }
}
