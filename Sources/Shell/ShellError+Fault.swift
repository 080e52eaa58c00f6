internal import Basics
internal import Reporting

extension ShellError {
  /// The part of a command line that caused an error.
  enum Fault: Equatable {
    /// A word of the command or the value of an option, without quotes.
    case word(String)

    /// A position in the text at the end of the line, such as a query.
    ///
    /// The position is a UTF-8 offset from the start of that text.
    case tail(String, offset: Int)
  }

  /// The UTF-8 offset of the fault in `line`; if the fault is unknown, the offset of the command.
  func offset(in line: String) -> Int {
    let start = line.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
    switch fault {
    case nil: return start
    case .tail(let text, let offset):
      let length = line.utf8.count
      guard line.utf8.suffix(text.utf8.count).elementsEqual(text.utf8) else { return start }
      return min(length, length - text.utf8.count + offset)
    case .word(let text):
      guard case .command(_, let rest) = InputLine(line) else { return start }
      let place = CommandWords.words(of: rest).place(of: text)
      return place.map { line.utf8.count - rest.utf8.count + $0 } ?? start
    }
  }
}

extension ShellError.Fault {
  /// Creates a fault from the file, format or field that an output error names, if any.
  init?(_ error: OutputError) {
    switch error {
    case .failed(let path?, _), .exists(let path), .isDirectory(let path),
      .unwrittenSuffix(let path, _):
      self = .word(path)
    case .unknownFormat(let name, _), .unknownField(let name, _, _): self = .word(name)
    case .failed(nil, _), .closed, .cancelled, .cannotAppend, .search: return nil
    }
  }
}

extension CommandWords {
  /// The words of `text`, including an unfinished word at its end.
  static func words(of text: String) -> [Word] {
    do throws(Unfinished) {
      return try CommandWords(text).words
    } catch {
      return error.words
    }
  }
}

extension [CommandWords.Word] {
  /// The offset of the word `text`, or of `text` within the word `--key=text`; nil if there is no
  /// such word.
  ///
  /// If several words are equal to `text`, returns the offset of the last of them, because options
  /// come before arguments.
  fileprivate func place(of text: String) -> Int? {
    let isSame = { (word: CommandWords.Word) in
      word.text == text || (word.startsWithTilde && text.hasSuffix(word.text.dropFirst()))
    }
    if let word = last(where: isSame) { return word.range.lowerBound }
    if let word = first(where: { $0.text.hasPrefix("-") && $0.text.hasSuffix("=" + text) }) {
      return word.range.upperBound - text.utf8.count
    }
    // If no word is equal to `text`, find a word that contains `text`, such as a comma-separated
    // list. If `text` consists of several words, find the first of these words.
    return first { $0.text.hasOccurrence(of: text) || text.hasPrefix($0.text + " ") }?.range
      .lowerBound
  }
}
