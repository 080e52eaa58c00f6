package import Basics

/// Writes files with the same table in different formats.
package enum RandomTables {
  private static let formats = ["csv", "tsv", "json", "jsonl", "csv.gz", "jsonl.gz"]

  /// Writes a table in a random format to a file named `r` with the suffix of the format.
  ///
  /// - Returns: the path of the file.
  package static func write(
    _ rows: [[String]], _ names: [String], to folder: ScratchFolder, _ random: inout SplitMix64
  ) throws -> String {
    let suffix = formats.randomElement(using: &random) ?? "csv"
    let format = suffix.split(separator: ".")[0]
    let text =
      switch format {
      case "csv": delimited([names] + rows, ",")
      case "tsv": delimited([names] + rows, "\t")
      case "json": "[" + rows.map { object($0, names) }.joined(separator: ",\n") + "]"
      default: rows.map { object($0, names) + "\n" }.joined()
      }
    let path = try folder.write(text, to: "r.\(format)")
    guard suffix.hasSuffix(".gz") else { return path }
    try folder.run("gzip -f r.\(format)")
    return path + ".gz"
  }

  private static func delimited(_ rows: [[String]], _ separator: String) -> String {
    rows.map { row in
      row.map { cell in
        cell.utf8.contains { [0x22, 0x0A, 0x2C, 0x09].contains($0) }
          ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
      }.joined(separator: separator) + "\n"
    }.joined()
  }

  private static func object(_ row: [String], _ names: [String]) -> String {
    let members = zip(names, row).map { name, cell in
      let text = cell.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
      return "\"\(name)\": \"\(text)\""
    }
    return "{" + members.joined(separator: ", ") + "}"
  }
}
