internal import System
package import UnicodeText

extension LineFile {
  /// How reading a part ended.
  package enum Reading: Sendable {
    case done
    /// `body` returned `false`.
    case stopped
    /// The file shrank while its mapping was read, or its device failed, so the results for the
    /// part are invalid. The caller must read the part again with `copies`.
    case changed
  }

  static let newline = UInt8(ascii: "\n")

  /// Calls `body` with the lines that begin in `part` of the text, block by block, until it returns `false`.
  ///
  /// `body` gets complete lines with their line ends; a missing last line end is added. Blocks are read into `buffer`,
  /// because that takes less time than the page faults of a mapping. A line that is longer than a block is searched in
  /// the mapping instead, unless `copies` is true: then concurrent changes of the file do no harm.
  ///
  /// If `test` is given, it tests pieces of a line of at least `longLine` bytes while its end is looked for. It gets the
  /// text up to the end of a piece, the range of the piece, and whether the text ends there without a newline. Then
  /// `takeLine` gets the highest of the results; if it returns `true`, `body` does not get the line.
  ///
  /// - Throws: `readFailed`, `recordTooLarge`, `cancelled`.
  package func read(
    _ part: Range<Int>, inBlocksOf blockSize: Int, longLine: Int = 1 << 18, copies: Bool,
    _ buffer: inout GrowableBuffer<UInt8>,
    test: ((Span<UInt8>, Range<Int>, _ isLast: Bool) -> MatchLikelihood)? = nil,
    takeLine: (MatchLikelihood) -> Bool = { _ in false }, isCancelled: () -> Bool,
    _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> Reading {
    let mapping = copies || mapping?.wasZeroFilled == true ? nil : mapping
    let ending = try readBlocks(
      of: part, blockSize, &buffer, leavesLongLines: mapping != nil, isCancelled, body)
    let first: Int
    switch ending {
    case .done: return .done
    case .stopped: return .stopped
    case .longLine(let start): first = start
    case .insideLongLine: first = part.lowerBound
    }
    guard let mapping else { return .done }
    let place = first + start..<part.upperBound + start
    var skipped = 0
    if case .insideLongLine = ending {
      let found = newlines.first(in: place, &buffer, readBytes, test)
      guard let newline = found.newline else { return found.isRead ? .done : .changed }
      skipped = newline + 1 - place.lowerBound
    }
    defer { mapping.forget(place) }
    let reading = try mapping.withSpan(of: place) { text throws(CorpusError) in
      try read(
        text, from: skipped, at: first, inBlocksOf: blockSize, longLine: longLine, &buffer,
        test, takeLine, isCancelled, body)
    }
    guard !mapping.wasZeroFilled,
      case .file(let now) = try? Platform.kind(of: descriptor), now >= place.upperBound
    else { return .changed }
    return reading
  }

  // MARK: Mapped

  /// Passes the lines that begin in a part of the mapping to `body`.
  ///
  /// If the last line continues after the part, a long line is passed from the mapping. A shorter line
  /// is copied to `buffer`, and `pread` reads the rest of it.
  private func read(
    _ text: Span<UInt8>, from start: Int, at offset: Int, inBlocksOf blockSize: Int, longLine: Int,
    _ buffer: inout GrowableBuffer<UInt8>, _ test: NewlineSearch.Test?,
    _ takeLine: (MatchLikelihood) -> Bool, _ isCancelled: () -> Bool, _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> Reading {
    var first = start
    let end = TextEnd.endOfLines(in: text, from: first)
    while first < end {
      if isCancelled() { throw CorpusError(.cancelled) }
      let near = min(first + blockSize, end) - 1
      let newline = Kernels.firstIndex(of: Self.newline, in: text, from: near)
      // Another process may have removed the last newline since it was found.
      let last = min(newline ?? end - 1, end - 1)
      if !body(text.extracting(first..<last + 1)) { return .stopped }
      first = last + 1
    }
    if end == text.count { return .done }
    if let mapping {
      let (line, hasEnd, match) = line(
        at: offset + end, notBefore: offset + text.count, mapping, &buffer, test)
      if line.count >= longLine {
        if takeLine(match) { return .done }
        if hasEnd {
          defer { mapping.forget(line) }
          return mapping.withSpan(of: line) { body($0) } ? .done : .stopped
        }
      }
    }
    buffer.truncate(to: 0)
    buffer.append(copying: text.extracting(end..<text.count))
    let length = try completeLine(&buffer, at: offset + end, isCancelled) ?? buffer.count
    return buffer.withSpan { body($0.extracting(0..<length)) } ? .done : .stopped
  }

  /// The range in the mapping of the line that begins at `first`, and whether it has an end and matches.
  ///
  /// The line must not end before `least`.
  private func line(
    at first: Int, notBefore least: Int, _ mapping: FileMapping,
    _ buffer: inout GrowableBuffer<UInt8>, _ test: NewlineSearch.Test?
  ) -> (line: Range<Int>, hasEnd: Bool, match: MatchLikelihood) {
    let found = newlines.first(in: start + least..<mapping.count, &buffer, readBytes, test)
    let line = start + first..<(found.newline.map { $0 + 1 } ?? mapping.count)
    var match = found.match
    if test != nil, match < .surely {
      let beginning = start + first..<min(start + least, line.upperBound)
      match = max(match, newlines.match(in: beginning, &buffer, readBytes, test))
    }
    return (line, found.newline != nil, match)
  }

  /// Reads a range of the file for `newlines`; returns false if the file has fewer bytes.
  private func readBytes(_ range: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>) -> Bool {
    let before = buffer.count
    return Self.read(descriptor, range.count, at: range.lowerBound, to: &buffer)
      && buffer.count == before + range.count
  }
}
