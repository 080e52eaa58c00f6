internal import Basics
internal import Indexing
internal import JSON
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
        "\(NumberFormat.counted(report.recentFiles, "file")) not indexed, because a timestamp is "
          + "less than 2 s old or in the future: the next build tries again")
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
  static func facts(
    of index: StoredIndex, _ freshness: IndexFreshness, watchedBy process: Int32?
  ) -> [FactSheet.Fact] {
    [
      .init("path", index.root.text), .init("name", index.name, missing: "none"),
      .init("built", time(index)),
      .init(
        "watched by", process.map { .integer(Int($0)) } ?? .null,
        process.map { "process \($0)" } ?? "none"),
      .init(
        "options", .string(index.options.joined(separator: " ")),
        index.options.isEmpty ? "none" : index.options.joined(separator: " ")),
      .init("files", index.fileCount), .init("folders", index.folderCount),
      .init("text", index.textBytes, unit: " bytes"), .init("index", index.size, unit: " bytes"),
      .init("blocks", index.blockCount),
      .init(
        "searched with the index", .integer(freshness.indexedFiles),
        NumberFormat.counted(freshness.indexedFiles, "file")),
      .init(
        "searched without the index", .integer(freshness.otherFiles),
        NumberFormat.counted(freshness.otherFiles, "file")),
      .init("changed folders", freshness.changedFolders),
    ]
  }

  private static func time(_ index: StoredIndex) -> String {
    UTCTime(secondsSince1970: index.built).iso
  }

  /// A sheet that lists all indexes.
  static func list(_ entries: [IndexStore.Entry]) -> DataSheet {
    var sheet = DataSheet([
      .init("path", "path"), .init("name", "name"), .init("files", "files"), .init("text", "text"),
      .init("index", "index"), .init("built", "built"),
    ])
    func bytes(_ count: Int) -> DataSheet.Cell {
      .init(.integer(count), StyledText(NumberFormat.bytes(count)))
    }
    let none = DataSheet.Cell(.null, "-")
    for entry in entries {
      switch entry.index {
      case .success(let index):
        sheet.rows.append([
          .init(index.root.text), index.name.map { .init($0) } ?? none, .init(index.fileCount),
          bytes(index.textBytes), bytes(index.size), .init(time(index)),
        ])
      case .failure(let fault):
        sheet.rows.append([
          .init(entry.folder), none, none, none, none, .init(fault.reason, .warning),
        ])
      }
    }
    return sheet
  }
}
