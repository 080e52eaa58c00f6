internal import Corpora
internal import Indexing

/// Searching the files of a snapshot; the files must not have changed since the snapshot was made.
extension FileSearchRun {
  /// The tasks that search a part of a snapshot, and the counts of the files in which no record can
  /// match.
  ///
  /// The tasks read only blocks that may match.
  func tasks(of part: SnapshotPlan.Part) -> [Content] {
    guard let plan else { return [] }
    var contents: [Content] = []
    var findings = FileFindings()
    findings.accessPath = Self.indexPath
    for number in part.files {
      let file = plan.snapshot.files[number]
      let some = part.blocks ?? 0..<file.indexed.blockCount
      let blocks = plan.blocks[file.index]
      do throws(IndexFault) {
        let all = try plan.snapshot.indexes[file.index].run(some, of: file.indexed)
        let kept = blocks.count(in: file.indexed, some)
        findings.indexed.blocks += some.count
        findings.indexed.blocksRead += kept
        if kept == 0 {
          note(file, all, isFirst: some.lowerBound == 0, &findings)
          continue
        }
        let runs = try blocks.runs(
          in: file.indexed, some, joining: sizes.block / 8, atMost: bytesOfTask)
        contents.append(.found(findings))
        findings = FileFindings()
        contents += tasks(
          reading: runs,
          atMost: bytesOfTask,
          BlockRuns(
            file: SearchedFile(file.path, name: file.name, isFound: true), indexed: file.indexed,
            linesBefore: all.firstLine, linesAfter: all.firstLine + all.lines,
            isFirst: some.lowerBound == 0, mustBeUnchanged: true))
      } catch {
        findings.failures.append(
          CorpusError(.readFailed(reason: "the stored index is damaged"), path: file.name))
      }
    }
    return contents + [.found(findings)]
  }

  /// The maximum number of bytes that a task reads.
  ///
  /// If the search has a limit, its tasks are smaller, because the first rows may be enough.
  private var bytesOfTask: Int {
    query.request.limit == nil ? sizes.maxBytesPerTask : min(sizes.maxBytesPerTask, 1 << 16)
  }

  /// Adds the record counts of a run of blocks, which is not read, to `findings`.
  private func note(
    _ file: FileSnapshot.File, _ run: CandidateBlocks.Run, isFirst: Bool,
    _ findings: inout FileFindings
  ) {
    noteRecords(of: file.indexed)
    if isFirst { findings.files += 1 }
    let isWhole = isFirst && run.lines == file.indexed.lines
    if isWhole, !query.request.listsAllFiles, !query.isInverted {
      // Only the number of this file's records is needed, so add it to the previous part. A part
      // without lines may combine the records of several files.
      if !query.countsRecords { return }
      if let last = findings.parts.last, last.lines == 0, !last.continuesFile {
        findings.parts[findings.parts.count - 1].records += run.lines
        return
      }
    }
    var part = part(of: file.name, lines: run.lines, continuesFile: !isFirst)
    // The next part is in another file, so its line numbers do not depend on the lines of this
    // file.
    if isWhole { part.lines = 0 }
    findings.parts.append(part)
  }
}
