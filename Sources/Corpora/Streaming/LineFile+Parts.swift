internal import System
package import UnicodeText

extension LineFile {
  /// The reason why reading a part ended.
  package enum Reading: Sendable {
    case done
    /// `body` returned `false`.
    case stopped
    /// The results for the part are invalid, because the file shrank while its mapping was read, or
    /// because its device failed. The caller must read the part again and pass true for `copies`.
    case changed
  }

  static let newline = UInt8(ascii: "\n")

  /// Calls `body` for each block of the lines that begin in `part` of the text, until `body`
  /// returns `false`.
  ///
  /// `body` gets complete lines with their line ends; a line end is added if the last line has
  /// none. Blocks are read from the mapping if `use` allows it; otherwise, they are copied into
  /// `buffer`. A line that is longer than a block is always searched in the mapping, unless
  /// `copies` is true. If `copies` is true, concurrent changes to the file are harmless.
  ///
  /// If a line has at least `longLine` bytes, the search for its end calls `test` for each piece of
  /// the line (`NewlineSearch.Test`). When the end of the line is found, `takeLine` is called with
  /// the highest result of `test`. If `takeLine` returns `true`, `body` is not called for the line.
  ///
  /// - Throws: `readFailed`, `recordTooLarge`, `cancelled`.
  package func read(
    _ part: Range<Int>, inBlocksOf blockSize: Int, longLine: Int = 1 << 18, copies: Bool,
    use: MappingUse = .measured, _ buffer: inout GrowableBuffer<UInt8>,
    test: ((Span<UInt8>, Range<Int>, _ isLast: Bool) -> MatchLikelihood)? = nil,
    takeLine: (MatchLikelihood) -> Bool = { _ in false }, isCancelled: () -> Bool,
    _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> Reading {
    let mapping = copies || mapping?.wasZeroFilled == true ? nil : mapping
    let range = part.lowerBound + start..<part.upperBound + start
    let turn = trials.turn(for: range, in: mapping, use)
    let ending: BlocksEnding
    if let mapping, turn.isMapped {
      ending = firstLine(of: part, in: mapping)
    } else {
      ending = try readBlocks(
        of: part, blockSize, upTo: mapping == nil ? .max : turn.maximumCopiedBytes, &buffer,
        leavesLongLines: mapping != nil, isCancelled, body)
    }
    let first: Int
    switch ending {
    case .done:
      trials.end(turn, bytes: range.count)
      return .done
    case .stopped: return .stopped
    case .limit(let end):
      trials.end(turn, bytes: end - part.lowerBound)
      first = end
    case .mappedLine(let start): first = start
    case .insideLongLine: first = part.lowerBound
    }
    guard let mapping else { return .done }
    let place = first + start..<part.upperBound + start
    var skipped = 0
    if case .insideLongLine = ending {
      let found = newlines.first(in: place, &buffer, access(use), test)
      guard let newline = found.newline else { return found.isRead ? .done : .changed }
      skipped = newline + 1 - place.lowerBound
    }
    // Also release the bytes directly before and after the part: reading them may have mapped the
    // large folios that contain them.
    let touched = max(0, range.lowerBound - 1)..<min(mapping.count, place.upperBound + 1)
    defer { if mapping.count > Self.keptMapping { mapping.forget(touched) } }
    let reading = try mapping.withSpan(of: place) { text throws(CorpusError) in
      try read(
        text, from: skipped, at: first, inBlocksOf: blockSize, longLine: longLine, &buffer,
        access(use), test, takeLine, isCancelled, body)
    }
    guard !mapping.wasZeroFilled,
      case .file(let now) = try? Platform.kind(of: descriptor), now >= place.upperBound
    else { return .changed }
    if turn.isMapped, reading == .done, skipped == 0 { trials.end(turn, bytes: range.count) }
    return reading
  }

  /// The maximum size, in bytes, of a mapping whose pages are not released during the search.
  ///
  /// Releasing pages during the search would interrupt the other threads.
  private static let keptMapping = 1 << 26

  // MARK: Mapped

  /// Searches the mapping for the first line that begins in a part.
  private func firstLine(of part: Range<Int>, in mapping: FileMapping) -> BlocksEnding {
    if part.lowerBound == 0 { return .mappedLine(0) }
    let before = start + part.lowerBound - 1
    let near = before..<min(before + Self.usualLine, start + part.upperBound)
    let newline = mapping.withSpan(of: near) { Kernels.firstIndex(of: Self.newline, in: $0) }
    return newline.map { .mappedLine(part.lowerBound + $0) } ?? .insideLongLine
  }

  /// The functions and settings that `newlines` needs to read this file.
  private func access(_ use: MappingUse) -> NewlineSearch.Access {
    NewlineSearch.Access(read: readBytes, mapping: mapping, trials: trials, use: use)
  }

  /// Calls `body` for each block of the lines that begin in a part of the mapping.
  ///
  /// The last line may continue after the part. If the end of that line is not in the mapping, the
  /// line is copied into `buffer`.
  private func read(
    _ text: Span<UInt8>, from firstLine: Int, at offset: Int, inBlocksOf blockSize: Int,
    longLine: Int, _ buffer: inout GrowableBuffer<UInt8>, _ access: NewlineSearch.Access,
    _ test: NewlineSearch.Test?, _ takeLine: (MatchLikelihood) -> Bool, _ isCancelled: () -> Bool,
    _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> Reading {
    var first = firstLine
    let end = TextEnd.endOfLines(in: text, from: first)
    while first < end {
      if isCancelled() { throw CorpusError(.cancelled) }
      let near = min(first + blockSize, end) - 1
      let newline = Kernels.firstIndex(of: Self.newline, in: text, from: near)
      // `newline` is nil if another process has removed the newline since it was first found.
      let last = min(newline ?? end - 1, end - 1)
      if !body(text.extracting(first..<last + 1)) { return .stopped }
      first = last + 1
    }
    if end == text.count { return .done }
    if let mapping {
      let first = start + offset + end
      let searchStart = start + offset + text.count
      let near = searchStart..<min(searchStart + blockSize, mapping.count)
      let newline = mapping.withSpan(of: near) { Kernels.firstIndex(of: Self.newline, in: $0) }
      if let newline, searchStart + newline - first < longLine {
        return mapping.withSpan(of: first..<searchStart + newline + 1) { body($0) }
          ? .done : .stopped
      }
      let (line, hasEnd, match) = line(
        at: offset + end, notBefore: offset + text.count, mapping, &buffer, access, test)
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

  /// Finds the end of the line that begins at `first`.
  ///
  /// Returns the line's range in the mapping, whether the line has a line end, and whether the line
  /// matches.
  ///
  /// The caller guarantees that the line does not end before `earliest`.
  private func line(
    at first: Int, notBefore earliest: Int, _ mapping: FileMapping,
    _ buffer: inout GrowableBuffer<UInt8>, _ access: NewlineSearch.Access,
    _ test: NewlineSearch.Test?
  ) -> (line: Range<Int>, hasEnd: Bool, match: MatchLikelihood) {
    let found = newlines.first(in: start + earliest..<mapping.count, &buffer, access, test)
    let line = start + first..<(found.newline.map { $0 + 1 } ?? mapping.count)
    var match = found.match
    if test != nil, match < .certain {
      let beginning = start + first..<min(start + earliest, line.upperBound)
      match = max(match, newlines.match(in: beginning, &buffer, access, test))
    }
    return (line, found.newline != nil, match)
  }

  /// Reads a range of the file for `newlines`; returns false if the file ends within the range.
  private func readBytes(_ range: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>) -> Bool {
    let before = buffer.count
    return Self.read(descriptor, range.count, at: range.lowerBound, to: &buffer)
      && buffer.count == before + range.count
  }
}
