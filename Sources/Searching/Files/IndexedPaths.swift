internal import Corpora
package import Indexing
internal import System

/// The stored indexes that a search of files may use.
package struct IndexChoice: Sendable {
  package let store: IndexStore

  /// Whether a search fails if it cannot use an index for every path.
  package let isRequired: Bool

  package init(_ store: IndexStore, isRequired: Bool = false) {
    self.store = store
    self.isRequired = isRequired
  }
}

/// Counts that show how much text a search skipped because of its stored indexes.
public struct StoredIndexUse: Hashable, Sendable {
  /// The number of blocks of text in the files that the indexes cover.
  public var blocks = 0

  /// The number of blocks that were read.
  public var blocksRead = 0

  /// The number of files that were searched without the index, because they changed or are not
  /// indexed.
  public var otherFiles = 0

  /// Whether a process watches the files for changes, so the search checked only files that may
  /// have changed.
  public var isWatched = false

  mutating func add(_ other: StoredIndexUse) {
    blocks += other.blocks
    blocksRead += other.blocksRead
    otherFiles += other.otherFiles
    isWatched = isWatched || other.isWatched
  }
}

/// The stored indexes that cover paths of a search, and the blocks that may match.
struct IndexedPaths: Sendable {
  struct Cover: Sendable {
    let index: StoredIndex
    let place: IndexPlace
    /// The names of the folders from the root of the index to the path.
    let names: [ArraySlice<UInt8>]
    let blocks: CandidateBlocks
  }

  /// The paths that stored indexes cover, each with its index and the blocks that may match.
  private var covers: [(path: String, cover: Cover)] = []

  /// Messages about indexes that exist but cannot be used.
  private(set) var notes: [String] = []

  /// The maximum fraction of blocks to read; if more blocks may match, the search does not use the
  /// index.
  static let maximumKeptShare = 0.6

  /// Finds the indexes that cover `paths`, and the blocks in which `matcher` may match.
  ///
  /// - Throws: `failed` if indexes are required, but the query cannot use an index or a path has no
  ///   index.
  init(
    _ paths: [String], _ matcher: (any Matcher)?, _ choice: IndexChoice
  ) throws(SearchError) {
    if !choice.isRequired, !choice.store.exists { return }
    guard let test = matcher?.trigramTest else {
      if choice.isRequired {
        throw .failed(
          source: "--index",
          reason:
            "no index can help, because the query requires no text of at least three characters; "
            + "leave out --index"
        )
      }
      return
    }
    for path in paths where path != "-" {
      do throws(IndexFault) {
        if let cover = try Self.cover(of: path, test, choice) { covers.append((path, cover)) }
      } catch {
        notes.append(
          "the stored index of \(path) is not used: \(error.reason); run "
            + "\"searchbench index build \(path)\" to rebuild it")
      }
      if choice.isRequired, self[path] == nil {
        throw .failed(
          source: "--index",
          reason:
            notes.last
            ?? "no stored index covers \(path); run \"searchbench index build \(path)\" "
            + "to build one")
      }
    }
  }

  private static func cover(
    of path: String, _ test: TrigramTest, _ choice: IndexChoice
  ) throws(IndexFault) -> Cover? {
    guard let absolute = Platform.resolved(path),
      let found = try choice.store.cover(of: absolute)
    else { return nil }
    let blocks = try CandidateBlocks(test, in: found.index)
    let maximumBlocks = Double(found.index.blockCount) * maximumKeptShare
    if !choice.isRequired, found.index.blockCount > 16, Double(blocks.count) > maximumBlocks {
      return nil
    }
    return Cover(index: found.index, place: found.place, names: found.names, blocks: blocks)
  }

  subscript(_ path: String) -> Cover? { covers.first { $0.path == path }?.cover }

  var isEmpty: Bool { covers.isEmpty }
}

extension Matcher {
  /// The trigram test that a block must pass to contain a match; `nil` if every block may match.
  var trigramTest: TrigramTest? { TrigramTest(requirement.forIndexes(foldedBy: folding)) }
}

/// The blocks of a large file that one task searches; the file is unchanged since it was indexed.
struct BlockRuns: Sendable {
  let file: SearchedFile
  let indexed: IndexedFile

  /// The runs of blocks to search, in ascending order.
  var runs: [CandidateBlocks.Run] = []

  /// The number of lines of the file that earlier tasks search or skip.
  var linesBefore = 0

  /// The number of lines of the file that this task and earlier tasks search or skip.
  var linesAfter: Int

  /// Whether this is the first task of the file.
  var isFirst = true

  /// Whether a change of the file is an error; otherwise, a changed file is searched as a whole.
  var mustBeUnchanged = false
}
