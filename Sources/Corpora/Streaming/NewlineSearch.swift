internal import Synchronization
internal import System
internal import UnicodeText

/// Finds the ends of very long lines in a file, so that no two threads read the same chunk.
///
/// The thread that reads a line from its start searches for the end of the line. Other threads search
/// the same text for the first line of their parts. Each thread records what it finds in a chunk, and
/// the others use that.
///
/// While a piece of text is in the cache, a search can also test it for matches. A long line need not be read again
/// if no piece may hold a match, or if one surely does.
final class NewlineSearch: Sendable {
  /// Whether the text in `range` belongs to a match.
  ///
  /// `text` ends where the range ends, and has at least `overlap` bytes before the range, or all that there are.
  /// `isLast` tells whether all the text ends there, without a newline.
  typealias Test = (_ text: Span<UInt8>, _ range: Range<Int>, _ isLast: Bool) -> MatchLikelihood

  /// Appends the bytes in a range of the file to a buffer; returns whether it could.
  typealias Reader = (_ range: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>) -> Bool

  /// The minimum number of bytes before a piece that a test gets, so that a match may begin before the piece.
  package static let overlap = 1 << 13

  /// What was found in a range of text.
  struct Finding: Equatable {
    /// The offset of the first newline.
    var newline: Int?
    /// Whether the text up to the newline, or all of it, holds a match; `perhaps` if it was not tested.
    var match: MatchLikelihood
    /// Whether the text could be read.
    var isRead = true
  }

  private static let newline = UInt8(ascii: "\n")

  /// The size of a piece that stays in the cache, in bytes.
  private static let piece = 1 << 18

  private enum State {
    case taken
    case hasNewline
    case hasNone(MatchLikelihood)
  }

  /// The bounds of all text in the file; the first chunk begins at the lower bound.
  private let text: Range<Int>

  /// The size of a chunk in bytes.
  private let chunk: Int

  /// Creates a search of the text in a range of a file, in chunks of `chunk` bytes.
  init(of text: Range<Int>, chunk: Int = 1 << 21) {
    self.text = text
    self.chunk = chunk
  }

  /// The states of chunks by number; a chunk without a state has not been read.
  private let states = Mutex<[Int: State]>([:])

  /// The first newline in a range of the file, and whether the text before it holds a match, by `test`.
  ///
  /// All calls for a text must have the same `test`, or none.
  ///
  /// - Complexity: O(*n*) in the length of the range, divided among the threads that look for one.
  func first(
    in range: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>, _ read: Reader, _ test: Test?
  ) -> Finding {
    var taken: [Range<Int>] = []
    var found = Finding(newline: nil, match: test == nil ? .perhaps : .nowhere)
    func add(_ other: Finding) {
      found.newline = other.newline
      found.match = max(found.match, other.match)
      found.isRead = found.isRead && other.isRead
    }
    var next = range.lowerBound
    while found.newline == nil, found.isRead, next < range.upperBound {
      let number = number(of: next)
      let place = next..<min(text.lowerBound + (number + 1) * chunk, range.upperBound)
      next = place.upperBound
      guard place.count == chunk else {
        add(look(in: place, &buffer, read, test))
        continue
      }
      let (known, isDecided) = states.withLock { states in
        let known = states[number]
        if known == nil { states[number] = .taken }
        return (known, Self.isLikelyDecided(number, states))
      }
      switch known {
      case nil:
        let seen = look(in: place, &buffer, read, isDecided ? nil : test)
        // If the chunk could not be read, other threads have to try.
        let state = seen.newline == nil && seen.isRead ? State.hasNone(seen.match) : .hasNewline
        states.withLock { $0[number] = state }
        add(seen)
      case .taken: taken.append(place)
      case .hasNewline: add(look(in: place, &buffer, read, test))
      case .hasNone(let match): found.match = max(found.match, match)
      }
    }
    for place in taken {
      switch state(ofTaken: number(of: place.lowerBound)) {
      case .hasNewline:
        add(look(in: place, &buffer, read, test))
        return found
      case .hasNone(let match): found.match = max(found.match, match)
      case .taken: break
      }
    }
    return found
  }

  /// The number of chunks before a chunk to ask for a match in the same line.
  private static let chunksBefore = 8

  /// Whether a chunk is probably in a line that surely matches because of an earlier chunk, so that a test is wasted.
  private static func isLikelyDecided(_ number: Int, _ states: [Int: State]) -> Bool {
    for before in 1...chunksBefore {
      switch states[number - before] {
      case .hasNone(.surely): return true
      case .hasNewline: return false
      case nil, .taken, .hasNone: break
      }
    }
    return false
  }

  /// Waits until another thread has read a chunk, which takes about a millisecond.
  private func state(ofTaken number: Int) -> State {
    while true {
      switch states.withLock({ $0[number] }) {
      case nil, .taken: Platform.pause(microseconds: 20)
      case .some(let state): return state
      }
    }
  }

  private func number(of place: Int) -> Int { (place - text.lowerBound) / chunk }

  /// Reads a range piece by piece up to its first newline.
  private func look(
    in range: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>, _ read: Reader, _ test: Test?
  ) -> Finding {
    var found = Finding(newline: nil, match: test == nil ? .perhaps : .nowhere)
    buffer.truncate(to: 0)
    // The offset of the contents of the buffer in the file.
    var at = test == nil ? range.lowerBound : max(text.lowerBound, range.lowerBound - Self.overlap)
    var next = range.lowerBound
    while found.newline == nil, next < range.upperBound {
      let piece = next..<min(next + Self.piece, range.upperBound)
      next = piece.upperBound
      guard read(at + buffer.count..<piece.upperBound, &buffer) else {
        return Finding(newline: nil, match: .perhaps, isRead: false)
      }
      buffer.withSpan { bytes in
        found.newline = Kernels.firstIndex(
          of: Self.newline, in: bytes.extracting(piece.lowerBound - at..<bytes.count)
        ).map { piece.lowerBound + $0 }
        // One piece that may match makes it necessary to read the line, unless another piece surely does.
        guard let test, found.match == .nowhere else { return }
        let end = (found.newline.map { $0 + 1 } ?? piece.upperBound)
        let isLast = end == text.upperBound && bytes[end - 1 - at] != Self.newline
        found.match = test(
          bytes.extracting(0..<end - at), piece.lowerBound - at..<end - at, isLast)
      }
      let unneeded = max(0, buffer.count - Self.overlap)
      buffer.removeFirst(unneeded)
      at += unneeded
    }
    return found
  }

  /// Whether text that `first` did not look at holds a match; it has no newline, except at its end.
  func match(
    in range: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>, _ read: Reader, _ test: Test?
  ) -> MatchLikelihood {
    look(in: range, &buffer, read, test).match
  }
}
