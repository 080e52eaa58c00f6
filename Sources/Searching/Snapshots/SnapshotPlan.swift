internal import Corpora
internal import Indexing
internal import System

/// The blocks of a snapshot that may match a query.
struct SnapshotPlan: Sendable {
  let snapshot: FileSnapshot

  /// For each index of the snapshot, the blocks that a search reads.
  let blocks: [CandidateBlocks]

  /// The reason why a search reads all blocks; `nil` if it skips some blocks.
  let scanReason: String?

  /// A part of the snapshot: some files, or some blocks of one file.
  struct Part: Sendable {
    let files: Range<Int>

    /// The blocks to search if the part is a range of blocks of one file; `nil` for whole files.
    var blocks: Range<Int>?
  }

  /// The maximum number of blocks of one file in a part; a larger file is divided into several
  /// parts.
  private static let blocksOfPart = 2_048
  private static let filesOfPart = 256

  /// Finds the blocks that a search must read.
  ///
  /// - Parameters:
  ///   - snapshot: the files.
  ///   - matcher: the matcher for the records of the snapshot; `nil` if no record matches.
  ///   - needsAll: whether records that do not match are also needed.
  /// - Throws: `failed` if an index is damaged.
  init(
    _ snapshot: FileSnapshot, _ matcher: (any Matcher)?, needsAll: Bool
  ) throws(SearchError) {
    self.snapshot = snapshot
    guard !needsAll, let test = matcher?.trigramTest else {
      blocks = snapshot.indexes.map { CandidateBlocks(allOf: $0) }
      scanReason =
        needsAll
        ? "lines that do not match are also needed"
        : Explanation.needsNoText
      return
    }
    var found: [CandidateBlocks] = []
    for index in snapshot.indexes {
      do throws(IndexFault) {
        found.append(try CandidateBlocks(test, in: index))
      } catch {
        throw Self.failure(error, index.root.text)
      }
    }
    let all = snapshot.indexes.reduce(0) { $0 + $1.blockCount }
    let kept = found.reduce(0) { $0 + $1.count }
    let scans = Double(kept) > IndexedPaths.maximumKeptShare * Double(all)
    blocks = scans ? snapshot.indexes.map { CandidateBlocks(allOf: $0) } : found
    scanReason = scans ? Explanation.mostMayMatch : nil
  }

  /// The error to throw if an index is found to be damaged after it was opened.
  static func failure(_ fault: IndexFault, _ path: String) -> SearchError {
    .failed(
      source: path,
      reason:
        "the stored index cannot be used: \(fault.reason); run \"index build\" to rebuild it")
  }

  /// The number of blocks in all files, and the number of blocks that are read.
  var counts: (all: Int, kept: Int) {
    snapshot.files.reduce(into: (all: 0, kept: 0)) { sum, file in
      sum.all += file.indexed.blockCount
      sum.kept += blocks[file.index].count(in: file.indexed)
    }
  }

  /// The parts of the snapshot, in order.
  var parts: [Part] {
    var parts: [Part] = []
    var first = 0
    func end(at file: Int) {
      if first < file { parts.append(Part(files: first..<file)) }
      first = file
    }
    for (number, file) in snapshot.files.enumerated() {
      if file.indexed.blockCount > Self.blocksOfPart {
        end(at: number)
        for start in stride(from: 0, to: file.indexed.blockCount, by: Self.blocksOfPart) {
          let blocks = start..<min(start + Self.blocksOfPart, file.indexed.blockCount)
          parts.append(Part(files: number..<number + 1, blocks: blocks))
        }
        first = number + 1
      } else if number - first >= Self.filesOfPart {
        end(at: number)
      }
    }
    end(at: snapshot.files.count)
    return parts
  }
}
