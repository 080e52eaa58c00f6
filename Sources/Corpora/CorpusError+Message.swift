internal import JSON

extension CorpusError: CustomStringConvertible {
  public var description: String { message }

  /// A lower-case sentence without a period; it states the position, the problem and the remedy.
  public var message: String { place.isEmpty ? reason : "\(place): \(reason)" }

  /// The position as `path:line:column`, without the components that are unknown.
  private var place: String {
    var place = path == "-" ? "standard input" : path ?? ""
    if let line { place += place.isEmpty ? "line \(line)" : ":\(line)" }
    if let column { place += ":\(column)" }
    return place
  }

  private var reason: String {
    switch code {
    case .notFound(let nearest): "no such file or folder\(Self.suggestion(nearest))"
    case .unreadable(let reason):
      "cannot be opened (\(reason)); "
        + (reason == "permission denied"
          ? "check its permissions" : "check the path and the file system")
    case .isFolder: "is a folder, not a file; name the files in it"
    case .readFailed(let reason): "reading failed (\(reason)); try again, or check the file system"
    case .truncatedGzip: "the gzip data ends too early; compress or download the file again"
    case .damagedGzip: "the gzip data is damaged; compress or download the file again"
    case .invalidText: "invalid UTF-8; convert the text, or load it without --strict"
    case .unclosedQuote: "the quote of this cell is never closed; close it, or use --type lines"
    case .textAfterQuote:
      "a cell has text after its closing quote; write each quote inside a cell twice, "
        + "or use --lenient"
    case .extraCells(let found, let named):
      "the row has \(found) cells, but there \(named == 1 ? "is 1 column" : "are \(named) columns"); "
        + "use --lenient to append the extra cells to the last column"
    case .json(let problem): Self.sentence(problem)
    case .unknownField(let name, let nearest):
      "no column is named '\(name)'\(Self.suggestion(nearest))"
    case .tooManyFields(let limit):
      "there are more than \(limit) columns; choose fewer with --field, or use --type lines"
    case .longFieldName(let limit):
      "the name of a column is longer than \(limit) bytes; use --type lines"
    case .recordTooLarge(let limit):
      "a record is larger than \(limit) bytes; split it, or use another --type"
    case .outOfMemory:
      "not enough memory; unload other corpora, load fewer columns with --field, "
        + "or load fewer files with --glob"
    case .inputTooLarge(let limit):
      "an input of more than \(limit >> 30) GB cannot be read twice from a pipe; "
        + "save the input to a file, and name that file"
    case .badGlob(let pattern):
      "the glob '\(pattern)' is malformed; check its brackets, braces and backslashes"
    case .unknownType(let name, let nearest):
      "no format is named '\(name)'\(Self.suggestion(nearest))"
    case .badDelimiter:
      "the delimiter cannot separate cells; use an ASCII character other than a quote or line end"
    case .cancelled: "loading was interrupted; nothing was loaded"
    }
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? "; check its name"
  }

  private static func sentence(_ problem: JSONProblem) -> String {
    switch problem {
    case .notAnArray:
      "the JSON text has no array of records; put [ ] around it, or use --type jsonl if each line "
        + "is a JSON value"
    case .valueExpected: "a JSON value is missing here; add the value, or remove an extra comma"
    case .keyExpected: "the key of a JSON object is missing here; write it in double quotes"
    case .colonExpected: "a colon is missing after the key of a JSON object; add it"
    case .commaExpected: "a comma or the closing bracket is missing here; add it"
    case .badNumber: "this is not a JSON number; write it like -1.5e3, or put it in quotes"
    case .badLiteral:
      "this word is not a JSON value; put it in double quotes, or write true, false or null"
    case .badEscape: "a JSON string contains an invalid escape; write a backslash as \\\\"
    case .controlCharacter:
      "a JSON string contains a raw control character; escape it, or use --lenient"
    case .unexpectedEnd: "the JSON text ends too early; close the open quotes and brackets"
    case .textAfterEnd: "there is text after the end of the JSON value; remove that text"
    }
  }
}
