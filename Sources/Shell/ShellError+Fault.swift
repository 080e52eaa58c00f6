internal import Reporting

extension ShellError {
  /// What in a line is at fault.
  enum Fault: Equatable {
    /// A word of the command, or the value of an option, as it is meant.
    case word(String)

    /// A place in a text that ends the line; in UTF-8 bytes from the begin of that text.
    case tail(String, offset: Int)
  }

  /// Where in `line` the fault is, in UTF-8 bytes; where the command begins if that is all that is known.
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
  /// The word that names what could not be written, or is not known.
  init?(_ error: OutputError) {
    switch error {
    case .failed(let path?, _), .exists(let path), .isDirectory(let path): self = .word(path)
    case .unknownFormat(let name, _), .unknownField(let name, _, _): self = .word(name)
    case .failed(nil, _), .closed, .cancelled, .cannotAppend, .search: return nil
    }
  }
}

extension CommandWords {
  /// The words of `text`, an unfinished one at its end too.
  static func words(of text: String) -> [Word] {
    do throws(Unfinished) {
      return try CommandWords(text).words
    } catch {
      return error.words
    }
  }
}

extension [CommandWords.Word] {
  /// Where a word, or the value behind the sign of `--key=value`, begins: the last that is `text`, for options come
  /// before what they are about.
  fileprivate func place(of text: String) -> Int? {
    let isSame = { (word: CommandWords.Word) in
      word.text == text || (word.startsAtHome && text.hasSuffix(word.text.dropFirst()))
    }
    if let word = last(where: isSame) { return word.range.lowerBound }
    if let word = first(where: { $0.text.hasPrefix("-") && $0.text.hasSuffix("=" + text) }) {
      return word.range.upperBound - text.utf8.count
    }
    // A word of a list, or the first of several that make one value.
    return first { $0.text.contains(text) || text.hasPrefix($0.text + " ") }?.range.lowerBound
  }
}
