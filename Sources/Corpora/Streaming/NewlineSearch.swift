internal import Synchronization
internal import System
internal import UnicodeText

/// Finds the ends of very long lines in a file, and shares the results among threads.
///
/// The thread that reads the start of a long line searches for the end of the line. Other threads
/// search the same text for the first line that begins in their part of the file. Each thread
/// records its finding for a chunk, and the other threads use this finding. Two threads read the
/// same chunk only if the chunk contains a newline.
///
/// While a piece of text is in the cache, a search can also test the piece for matches. After this
/// test, a long line need not be read again if no piece can contain a match, or if any piece
/// certainly contains a match.
final class NewlineSearch: Sendable {
  /// Tests whether the text in `range` overlaps a match.
  ///
  /// `text` ends where the range ends. `text` starts at least `overlap` bytes before the range, or
  /// at the start of the file's text. `isLast` is true if the file's text ends where the range
  /// ends, without a newline.
  typealias Test = (_ text: Span<UInt8>, _ range: Range<Int>, _ isLast: Bool) -> MatchLikelihood

  /// The functions and settings for reading the file.
  struct Access {
    /// Appends a range of the file to a buffer, and returns whether the read succeeded.
    let read: (_ range: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>) -> Bool

    /// A mapping of the file; nil if the file cannot be mapped.
    let mapping: FileMapping?

    /// Decides whether to read a range from the mapping.
    let trials: ReadingTrials
    let use: MappingUse
  }

  /// The minimum number of bytes directly before a piece that a test gets together with the piece.
  ///
  /// A test needs these bytes because a match can begin before the piece.
  package static let overlap = 1 << 13

  /// The result of searching a range of text.
  struct Finding: Equatable {
    /// The offset of the first newline in the range; nil if there is no newline.
    var newline: Int?
    /// Whether the text up to the newline contains a match; if there is no newline, whether the
    /// whole range contains a match.
    ///
    /// The value is `possible` if the text was not tested.
    var match: MatchLikelihood
    /// Whether the text of the range could be read.
    var isRead = true
  }

  private static let newline = UInt8(ascii: "\n")

  /// The number of bytes in a piece, which is small enough to stay in the cache.
  private static let piece = 1 << 18

  private enum State {
    case taken
    case hasNewline
    case hasNone(MatchLikelihood)
  }

  /// The byte range of the file's text; the first chunk begins at the lower bound.
  private let text: Range<Int>

  /// The size of a chunk in bytes.
  private let chunk: Int

  /// Creates a search of a byte range of a file, in chunks of `chunk` bytes.
  init(of text: Range<Int>, chunk: Int = 1 << 21) {
    self.text = text
    self.chunk = chunk
  }

  /// The state of each chunk, by chunk number; a chunk without a state was not read.
  private let states = Mutex(States())

  /// The states of chunks, by chunk number.
  ///
  /// The states are in an array, because creating the first dictionary of a type is slow
  /// (DECISIONS.md, 75).
  private struct States {
    private var states: [State?] = []

    subscript(number: Int) -> State? {
      get { states.indices.contains(number) ? states[number] : nil }
      set {
        while states.count <= number { states.append(nil) }
        states[number] = newValue
      }
    }
  }

  /// Finds the first newline in a range of the file, and tests whether the text before it contains
  /// a match.
  ///
  /// All calls for the same file must pass the same `test`, or all must pass nil.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the range; the work is divided among the
  ///   threads that search at the same time.
  func first(
    in range: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>, _ access: Access, _ test: Test?
  ) -> Finding {
    // The finding for each chunk, in order; nil if another thread is reading the chunk.
    var findings: [(place: Range<Int>, found: Finding?)] = []
    var isAtEnd = false
    var next = range.lowerBound
    while !isAtEnd, next < range.upperBound {
      let number = number(of: next)
      let place = next..<min(text.lowerBound + (number + 1) * chunk, range.upperBound)
      next = place.upperBound
      let found =
        place.count == chunk
        ? findOrSkip(chunk: number, place, &buffer, access, test)
        : look(in: place, &buffer, access, test)
      findings.append((place, found))
      if let found { isAtEnd = found.newline != nil || !found.isRead }
    }
    var sum = Finding(newline: nil, match: test == nil ? .possible : .absent)
    for (place, found) in findings {
      let found = found ?? find(taken: place, &buffer, access, test)
      sum.newline = found.newline
      sum.match = max(sum.match, found.match)
      sum.isRead = found.isRead
      // Later chunks do not contain text of the line.
      if sum.newline != nil || !sum.isRead { break }
    }
    return sum
  }

  /// Searches and tests a chunk; returns nil if another thread is reading the chunk.
  private func findOrSkip(
    chunk number: Int, _ place: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>,
    _ access: Access, _ test: Test?
  ) -> Finding? {
    let (known, isDecided) = states.withLock { states in
      let known = states[number]
      if known == nil { states[number] = .taken }
      return (known, Self.isLikelyDecided(number, states))
    }
    switch known {
    case nil: return look(inTaken: number, place, &buffer, access, isDecided ? nil : test)
    case .taken: return nil
    case .hasNewline: return look(in: place, &buffer, access, test)
    case .hasNone(let match): return Finding(newline: nil, match: match)
    }
  }

  /// Reads a chunk that this thread has marked as `taken`, and records the finding for the other
  /// threads.
  private func look(
    inTaken number: Int, _ place: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>,
    _ access: Access, _ test: Test?
  ) -> Finding {
    let found = look(in: place, &buffer, access, test)
    // If the chunk could not be read, record `hasNewline`, so that other threads read the chunk
    // themselves.
    let state = found.newline == nil && found.isRead ? State.hasNone(found.match) : .hasNewline
    states.withLock { $0[number] = state }
    return found
  }

  /// Waits until another thread has read a chunk, and returns the finding of that thread.
  ///
  /// While this thread waits, it reads later chunks, because the line probably continues in them.
  private func find(
    taken place: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>, _ access: Access, _ test: Test?
  ) -> Finding {
    let number = number(of: place.lowerBound)
    while true {
      switch states.withLock({ $0[number] }) {
      case .hasNewline: return look(in: place, &buffer, access, test)
      case .hasNone(let match): return Finding(newline: nil, match: match)
      case nil, .taken:
        if let (next, isDecided) = takeChunk(after: number) {
          let start = text.lowerBound + next * chunk
          _ = look(inTaken: next, start..<start + chunk, &buffer, access, isDecided ? nil : test)
        } else {
          Platform.pause(microseconds: 20)
        }
      }
    }
  }

  /// How far, in chunks, a thread may read ahead of the chunk that it waits for.
  private static let maximumAhead = 16

  /// Takes the first whole chunk after chunk `number` that no thread has taken, and marks it as
  /// `taken`.
  ///
  /// Returns nil if the line ends before that chunk, or if that chunk is too far ahead.
  private func takeChunk(after number: Int) -> (number: Int, isDecided: Bool)? {
    let end = min(number + Self.maximumAhead, text.count / chunk - 1)
    return states.withLock { states in
      var next = number + 1
      while next <= end {
        switch states[next] {
        case .hasNewline: return nil
        case .taken, .hasNone: next += 1
        case nil:
          states[next] = .taken
          return (next, Self.isLikelyDecided(next, states))
        }
      }
      return nil
    }
  }

  /// The number of preceding chunks that are checked for a match in the same line.
  private static let chunksBefore = 8

  /// Whether a preceding chunk contains a match that is probably in the same line; chunk `number`
  /// is then not tested.
  private static func isLikelyDecided(_ number: Int, _ states: States) -> Bool {
    for before in 1...chunksBefore {
      switch states[number - before] {
      case .hasNone(.certain): return true
      case .hasNewline: return false
      case nil, .taken, .hasNone: break
      }
    }
    return false
  }

  private func number(of place: Int) -> Int { (place - text.lowerBound) / chunk }

  /// Reads a range piece by piece up to its first newline.
  private func look(
    in range: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>, _ access: Access, _ test: Test?
  ) -> Finding {
    var found = Finding(newline: nil, match: test == nil ? .possible : .absent)
    buffer.truncate(to: 0)
    let turn = access.trials.turn(for: range, in: access.mapping, access.use)
    let mapping = turn.isMapped ? access.mapping : nil
    // The file offset of the first byte that the test needs.
    var at = test == nil ? range.lowerBound : max(text.lowerBound, range.lowerBound - Self.overlap)
    var next = range.lowerBound
    while found.newline == nil, next < range.upperBound {
      let piece = next..<min(next + Self.piece, range.upperBound)
      next = piece.upperBound
      if let mapping {
        mapping.withSpan(of: at..<piece.upperBound) {
          look(at: piece, in: $0, from: at, test, &found)
        }
        if mapping.wasZeroFilled { return Finding(newline: nil, match: .possible, isRead: false) }
        at = max(at, piece.upperBound - Self.overlap)
      } else {
        guard access.read(at + buffer.count..<piece.upperBound, &buffer) else {
          return Finding(newline: nil, match: .possible, isRead: false)
        }
        buffer.withSpan { look(at: piece, in: $0, from: at, test, &found) }
        let unneeded = max(0, buffer.count - Self.overlap)
        buffer.removeFirst(unneeded)
        at += unneeded
      }
    }
    // After a match, the rest of the range is not tested, so the time for this range cannot be
    // compared with the times for other ranges.
    if next == range.upperBound, test == nil || found.match == .absent {
      access.trials.end(turn, bytes: range.count)
    }
    return found
  }

  /// Finds the first newline of a piece, and tests the piece up to that newline.
  ///
  /// `bytes` begins at offset `offset` of the file, and ends where the piece ends.
  private func look(
    at piece: Range<Int>, in bytes: Span<UInt8>, from offset: Int, _ test: Test?,
    _ found: inout Finding
  ) {
    found.newline = Kernels.firstIndex(
      of: Self.newline, in: bytes.extracting(piece.lowerBound - offset..<bytes.count)
    ).map { piece.lowerBound + $0 }
    // After a piece that may match, test no more pieces of this chunk: the line must be read again
    // anyway, unless another chunk certainly matches.
    guard let test, found.match == .absent else { return }
    let end = found.newline.map { $0 + 1 } ?? piece.upperBound
    let isLast = end == text.upperBound && bytes[end - 1 - offset] != Self.newline
    found.match = test(
      bytes.extracting(0..<end - offset), piece.lowerBound - offset..<end - offset, isLast)
  }

  /// Whether a range contains a match.
  ///
  /// `first` must not have tested the range. The range may contain a newline only at its end.
  func match(
    in range: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>, _ access: Access, _ test: Test?
  ) -> MatchLikelihood {
    look(in: range, &buffer, access, test).match
  }
}
