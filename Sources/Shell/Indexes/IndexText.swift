internal import Basics
internal import Indexing
internal import Reporting
internal import System

/// The text that the commands for stored indexes print.
enum IndexText {
  /// The line that reports the result of building an index.
  static func line(for report: IndexBuildReport, of path: String, nanoseconds: Int) -> String {
    let indexed = report.files - report.unindexedFiles
    var facts = [
      "indexed \(path): \(NumberFormat.grouped(indexed)) of "
        + NumberFormat.counted(report.files, "file")
    ]
    if report.keptFiles > 0, report.keptFiles < report.files {
      facts.append("\(NumberFormat.grouped(report.keptFiles)) unchanged")
    }
    facts.append("\(NumberFormat.bytes(report.textBytes)) of text")
    facts.append(size(report.indexBytes, of: report.textBytes))
    let seconds = DurationFormat.text(nanoseconds: nanoseconds)
    facts.append(
      report.readBytes > 0
        ? "\(seconds), \(NumberFormat.rate(bytes: report.readBytes, nanoseconds: nanoseconds))"
        : seconds)
    if report.recentFiles > 0 {
      facts.append(
        "\(NumberFormat.counted(report.recentFiles, "file")) not indexed, because of a time less "
          + "than 2 s ago or in the future: the next build tries again")
    }
    if report.isPartial {
      facts.append("stopped early: the other files are searched without the index")
    }
    return facts.joined(separator: " · ")
  }

  private static func size(_ bytes: Int, of text: Int) -> String {
    let size = "\(NumberFormat.bytes(bytes)) of index"
    if text == 0 { return size }
    return "\(size) (\(NumberFormat.fixed(Double(bytes) / Double(text), decimals: 2)))"
  }

  /// The line that reports the result of verifying an index.
  static func line(for found: IndexVerification, of index: StoredIndex) -> String {
    let same = NumberFormat.counted(found.sameFiles, "file")
    let match = found.sameFiles == 1 ? "matches" : "match"
    var facts = ["\(index.root.text): \(same) \(match) the index"]
    if found.otherFiles > 0 {
      facts.append("\(NumberFormat.grouped(found.otherFiles)) changed or not indexed")
    }
    if !found.unseenChanges.isEmpty {
      facts.append("\(NumberFormat.grouped(found.unseenChanges.count)) with undetected changes")
    }
    return facts.joined(separator: " · ")
  }

  /// The status report of one index.
  static func table(
    of index: StoredIndex, _ freshness: IndexFreshness, watchedBy process: Int32?
  ) -> Table {
    var table = Table(["label", "value"], hasHeader: false)
    let rows = [
      ("path", index.root.text), ("name", index.name ?? "none"), ("built", time(index)),
      ("watched by", process.map { "process \($0)" } ?? "none"),
      ("options", index.options.isEmpty ? "none" : index.options.joined(separator: " ")),
      ("files", NumberFormat.grouped(index.fileCount)),
      ("folders", NumberFormat.grouped(index.folderCount)),
      ("text", "\(NumberFormat.grouped(index.textBytes)) bytes"),
      ("index", "\(NumberFormat.grouped(index.size)) bytes"),
      ("blocks", NumberFormat.grouped(index.blockCount)),
      ("searched with the index", NumberFormat.counted(freshness.indexedFiles, "file")),
      ("searched without the index", NumberFormat.counted(freshness.otherFiles, "file")),
      ("changed folders", NumberFormat.grouped(freshness.changedFolders)),
    ]
    for (label, value) in rows { table.append([StyledText(label, .label), StyledText(value)]) }
    return table
  }

  private static func time(_ index: StoredIndex) -> String {
    UTCTime(secondsSince1970: index.built).iso
  }

  /// A table that lists all indexes.
  static func list(_ entries: [IndexStore.Entry]) -> Table {
    var table = Table(["path", "name", "files", "text", "index", "built"])
    for entry in entries {
      switch entry.index {
      case .success(let index):
        table.append([
          StyledText(index.root.text), StyledText(index.name ?? "-"),
          StyledText(NumberFormat.grouped(index.fileCount)),
          StyledText(NumberFormat.bytes(index.textBytes)),
          StyledText(NumberFormat.bytes(index.size)),
          StyledText(time(index)),
        ])
      case .failure(let fault):
        table.append([
          StyledText(entry.folder), StyledText("-"), StyledText("-"), StyledText("-"),
          StyledText("-"),
          StyledText(fault.reason, .warning),
        ])
      }
    }
    return table
  }
}
