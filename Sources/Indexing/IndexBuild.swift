package import Corpora
internal import Synchronization
internal import System
internal import Threading
internal import UnicodeText

/// The results of building an index.
package struct IndexBuildReport: Sendable {
  /// The number of files and folders that the index covers.
  package var files = 0
  package var folders = 0

  /// The number of files that are unchanged since an earlier build indexed them.
  package var keptFiles = 0

  /// The number of files that are not indexed; searches read these files completely.
  ///
  /// A file is not indexed if it cannot be read, or if it changed less than two seconds before it
  /// was read.
  package var unindexedFiles = 0

  /// The number of files that are not indexed because they changed recently.
  ///
  /// A file changed recently if its timestamp is less than two seconds before the time of reading,
  /// or if its timestamp is later than the time of reading.
  package var recentFiles = 0

  /// The errors of files and folders that cannot be read.
  package var failures: [CorpusError] = []

  /// The number of bytes of text that this build read, and the size of all indexed text in bytes.
  package var readBytes = 0
  package var textBytes = 0

  /// The size of the index in bytes.
  package var indexBytes = 0

  /// Whether the build was stopped early; if so, searches read the remaining files completely.
  package var isPartial = false
}

/// The progress of a build, which any thread may read.
package final class IndexBuildProgress: Sendable {
  private let total = Atomic(0)
  private let done = Atomic(0)

  package init() {}

  /// The number of bytes read so far, and the number of bytes to read in total.
  package var bytes: (done: Int, total: Int) {
    (done.load(ordering: .relaxed), total.load(ordering: .relaxed))
  }

  func expect(_ bytes: Int) { total.store(bytes, ordering: .relaxed) }
  func advance(by bytes: Int) { done.wrappingAdd(bytes, ordering: .relaxed) }
}

/// Builds or updates the index of a folder or file; an update reads only new and changed files.
struct IndexBuild {
  let root: FilePath
  let isRootAFile: Bool
  let options: LoadOptions
  let optionWords: [String]
  /// The name of the index; empty if the index has no name.
  let name: String
  /// The folder of the index.
  let folder: String
  let threads: Int
  let sizes: IndexSizes
  let progress: IndexBuildProgress
  let isCancelled: @Sendable () -> Bool

  /// The files and blocks of the previous index that the new index reuses.
  private struct Before {
    /// The previous index; `nil` if there is none.
    let index: StoredIndex?

    /// The number of each file in the previous index; `nil` if the file must be read.
    let files: [Int?]

    /// For each reused blocks file, its position in the new list of blocks files; the keys are the
    /// positions in the previous list.
    let kept: [Int: Int]
  }

  /// The index entry of a file that was read, and the columns of the file.
  struct IndexedPart {
    var file: IndexTree.File
    var columns: [String]
  }

  /// A file or a part of a file that is assigned to a strip.
  struct Piece: Sendable {
    let file: Int
    /// The byte range of the part; `nil` for the whole file.
    let range: Range<Int>?
    let bytes: Int
  }

  /// Determines from the name of a file whether the file is read as lines.
  private static let choice = try? FormatChoice("auto")

  static func isLines(_ path: FilePath) -> Bool { choice?.isLines(path) ?? true }

  // MARK: Building

  /// Builds the index; returns `nil` if the walk of the folder was canceled.
  ///
  /// - Throws: `CorpusError` if the root cannot be read, `SystemError` if the index cannot be
  ///   written.
  func run(before: StoredIndex?) throws -> IndexBuildReport? {
    let walk = try FolderWalk(options)
    let walked: WalkedTree
    if isRootAFile {
      walked = WalkedTree(file: root, before: before)
    } else {
      let tree = try WalkedTree(
        root, walk, before: before, threads: threads, tick: sizes.settledAfter,
        isCancelled: isCancelled)
      guard let tree else { return nil }
      walked = tree
    }
    let kept = keptBlocksFiles(of: walked, before)
    let known = Before(
      index: before,
      files: walked.files.map { file in
        file.known.flatMap { known in
          known.blockCount > 0 && kept[known.blocksFile] == nil ? nil : known.number
        }
      }, kept: kept)
    let wanted = walked.files.indices.filter {
      known.files[$0] == nil && walked.files[$0].stamp != nil
    }
    progress.expect(wanted.reduce(0) { $0 + (walked.files[$1].stamp?.size ?? 0) })
    let numbersBefore = before?.tree.blocksFiles ?? []
    var numbers = numbersBefore.enumerated().compactMap {
      kept[$0.offset] == nil ? nil : $0.element
    }
    var made: [Int: IndexedPart] = [:]
    var report = IndexBuildReport()
    let strips = strips(of: wanted, walked)
    if !strips.isEmpty {
      let number = unusedNumber(numbersBefore)
      made = try writeBlocks(
        strips, walked, to: folder + "/" + StoredIndex.blocksName(number), as: numbers.count,
        &report)
      numbers.append(number)
    }
    report.isPartial = isCancelled()
    try writeTree(walked, walk, known, made, numbers, &report)
    removeOthers(than: numbers)
    let names = [StoredIndex.treeName] + numbers.map(StoredIndex.blocksName)
    report.indexBytes = names.reduce(0) { $0 + (Platform.size(of: folder + "/" + $1) ?? 0) }
    return report
  }

  /// A number that is greater than the numbers of all blocks files in the previous tree and in the
  /// index folder.
  ///
  /// A blocks file is written before the tree that refers to it. A number must not be reused: if
  /// the build were killed before it wrote the tree, the previous tree would refer to the new
  /// blocks file.
  private func unusedNumber(_ numbers: [UInt64]) -> UInt64 {
    let names = Platform.names(inDirectory: folder) ?? []
    let there = names.compactMap { name in
      name.hasPrefix("blocks-") ? UInt64(name.dropFirst(7).prefix { $0.isNumber }) : nil
    }
    return max(numbers.max() ?? 0, there.max() ?? 0) + 1
  }

  /// Chooses the blocks files of the previous index to reuse.
  ///
  /// The result maps the position of each reused blocks file in the previous list to its position
  /// in the new list.
  ///
  /// A blocks file is reused only if more than half of its blocks are still in use. If this is true
  /// for more than four blocks files, only the blocks file with the most blocks in use is reused.
  private func keptBlocksFiles(of walked: WalkedTree, _ before: StoredIndex?) -> [Int: Int] {
    guard let before else { return [:] }
    var used = [Int](repeating: 0, count: before.blocksFiles.count)
    for file in walked.files {
      if let known = file.known, known.blockCount > 0 { used[known.blocksFile] += known.blockCount }
    }
    var kept = used.indices.filter { used[$0] * 2 > before.blocksFiles[$0].count }
    if kept.count > 4 {
      kept = kept.max { used[$0] < used[$1] }.map { [$0] } ?? []
    }
    return Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($0.element, $0.offset) })
  }

  // MARK: Strips

  /// The minimum size limit of a strip, in bytes.
  ///
  /// For a small index, the limit is lowered so that each thread gets a strip, but not below this
  /// value.
  private static let minimumSharedBytes = 1 << 20

  /// Assigns files to strips; a large file is divided at line boundaries.
  private func strips(of files: [Int], _ walked: WalkedTree) -> [[Piece]] {
    var strips: [[Piece]] = []
    var strip: [Piece] = []
    var (bytes, blocks) = (0, 0)
    let total = files.reduce(0) { $0 + (walked.files[$1].stamp?.size ?? 0) }
    let limit = min(sizes.strip, max(Self.minimumSharedBytes, total / max(1, threads)))
    func end() {
      if !strip.isEmpty { strips.append(strip) }
      (strip, bytes, blocks) = ([], 0, 0)
    }
    for file in files {
      let size = walked.files[file].stamp?.size ?? 0
      let path = walked.files[file].path
      let isDivided = size > sizes.strip && Self.isLines(path)
      let ranges = isDivided ? Self.ranges(of: path, size, sizes) : nil
      for range in ranges?.map(Optional.some) ?? [nil] {
        let count = range?.count ?? size
        let needed = min(count / sizes.block + 2, Strip.maxBlocks / 2)
        if bytes + count > limit || blocks + needed > Strip.maxBlocks { end() }
        strip.append(Piece(file: file, range: range, bytes: count))
        bytes += count
        blocks += needed
      }
    }
    end()
    return strips
  }

  /// Divides a file into byte ranges that begin and end at line boundaries; `nil` if the file must
  /// be read as a whole.
  static func ranges(
    of path: FilePath, _ size: Int, _ sizes: IndexSizes
  ) -> [Range<Int>]? {
    guard let descriptor = try? Platform.open(path, for: .readingWithoutWaiting) else { return nil }
    defer { Platform.close(descriptor) }
    var head = GrowableBuffer<UInt8>(capacity: 2)
    head.append(upTo: 2) { _ = Platform.fill(&$0, from: descriptor, at: 0) }
    if head.withSpan({ TextStart.isEncoded($0) }) { return nil }
    var ranges: [Range<Int>] = []
    var start = 0
    // The step is shorter than a strip, because each range extends to the end of its last line.
    let step = max(1, sizes.strip / 8 * 7)
    while size - start > step {
      let end = lineEnd(from: start + step, descriptor, size)
      ranges.append(start..<end)
      start = end
    }
    if start < size { ranges.append(start..<size) }
    return ranges
  }

  /// The offset after the first newline from `offset` on; `size` if there is no newline.
  private static func lineEnd(from offset: Int, _ descriptor: Int32, _ size: Int) -> Int {
    var offset = offset
    var buffer = GrowableBuffer<UInt8>(capacity: 1 << 16)
    while offset < size {
      buffer.truncate(to: 0)
      buffer.append(upTo: 1 << 16) { _ = Platform.fill(&$0, from: descriptor, at: offset) }
      if buffer.count == 0 { return size }
      if let newline = buffer.withSpan({ Kernels.firstIndex(of: 10, in: $0) }) {
        return min(size, offset + newline + 1)
      }
      offset += buffer.count
    }
    return size
  }

  // MARK: The tree

  private func writeTree(
    _ walked: WalkedTree, _ walk: FolderWalk, _ before: Before, _ made: [Int: IndexedPart],
    _ numbers: [UInt64], _ report: inout IndexBuildReport
  ) throws {
    var writer = IndexTreeWriter()
    for folder in walked.folders {
      writer.addFolder(
        folder.stamp, entries: folder.entries.count, digest: folder.digest,
        skipped: folder.skipped, ruleFiles: folder.ruleFiles, isSettled: folder.isSettled)
      for entry in folder.entries {
        writer.addEntry(entry.path.lastComponent, number: entry.number, isFolder: entry.isFolder)
      }
    }
    report.folders = walked.folders.count
    report.files = walked.files.count
    report.failures = walked.failures
    for (index, walkedFile) in walked.files.enumerated() {
      var file = IndexTree.File(stamp: walkedFile.stamp ?? WalkedTree.noStamp)
      if let known = before.files[index].flatMap({ before.index?.unchangedFile($0) }) {
        report.keptFiles += 1
        file = known.file
        file.blocksFile = before.kept[known.file.blocksFile] ?? 0
        file.columns = known.isLines ? 0 : writer.place(of: known.columns)
      } else if let part = made[index] {
        file = part.file
        file.columns = writer.place(of: part.columns)
      } else {
        report.unindexedFiles += 1
        if !report.isPartial, let error = Self.failure(of: walkedFile.path) {
          report.failures.append(error)
        }
      }
      report.textBytes += file.textBytes
      writer.addFile(file)
    }
    let facts = IndexTreeWriter.Facts(
      root: root, isRootAFile: isRootAFile, name: name, options: optionWords,
      digest: isRootAFile ? 0 : walk.digest(of: walk.root(root)),
      built: Platform.secondsSince1970(), textBytes: report.textBytes, blocksFiles: numbers)
    try writer.write(facts, to: folder + "/" + StoredIndex.treeName)
  }

  /// The reason why a file cannot be opened; `nil` if the file can be opened, or if it no longer
  /// exists.
  private static func failure(of path: FilePath) -> CorpusError? {
    do throws(SystemError) {
      Platform.close(try Platform.open(path, for: .readingWithoutWaiting))
      return nil
    } catch {
      return error.isMissingPath
        ? nil : CorpusError(.unreadable(reason: error.readingReason), path: path.text)
    }
  }

  /// Removes temporary files of killed builds, and blocks files that the tree does not use.
  ///
  /// A search that has already opened a removed file can still read the file.
  private func removeOthers(than numbers: [UInt64]) {
    let names = Set(numbers.map(StoredIndex.blocksName))
    for name in Platform.names(inDirectory: folder) ?? []
    where name.hasPrefix("blocks-") && !names.contains(name) || name.hasSuffix(".new") {
      Platform.remove(folder + "/" + name)
    }
  }
}
