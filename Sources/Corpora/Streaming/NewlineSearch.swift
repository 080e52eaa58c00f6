internal import Synchronization
internal import System
internal import UnicodeText

/// Finds the ends of very long lines in a mapped file, so that no two threads read the same chunk.
///
/// The thread that reads a line from its start searches for the end of the line. Other threads search
/// the same text for the first line of their parts. Each thread records what it finds in a chunk, and
/// the others use that.
///
/// While a piece of text is in the cache, a search can also test whether it may hold a match. A long line
/// without such a piece need not be read again.
final class NewlineSearch: Sendable {
  /// Whether the text in `range` may belong to a match; `text` is all the text from the offset `start` to the end of
  /// the range, which is relative to `start` too.
  typealias Test = (_ text: Span<UInt8>, _ range: Range<Int>) -> Bool

  /// What was found in a range of text.
  struct Finding: Equatable {
    /// The offset of the first newline.
    var newline: Int?
    /// Whether the text up to the newline, or all of it, may hold a match; true if it was not tested.
    var mayMatch: Bool
  }

  private static let newline = UInt8(ascii: "\n")

  /// The size of a piece that stays in the cache, in bytes.
  private static let piece = 1 << 18

  private enum State {
    case taken
    case hasNewline
    case hasNone(mayMatch: Bool)
  }

  /// Where the first chunk begins.
  private let start: Int

  /// The size of a chunk in bytes.
  private let chunk: Int

  /// Creates a search of a text that begins at `start`, in chunks of `chunk` bytes.
  init(from start: Int, chunk: Int = 1 << 21) {
    self.start = start
    self.chunk = chunk
  }

  /// The states of chunks by number; a chunk without a state has not been read.
  private let states = Mutex<[Int: State]>([:])

  /// The first newline in `range` of `text`, and whether `test` finds that the text before it may hold a match.
  ///
  /// All calls for a text must have the same `test`, or none.
  ///
  /// - Complexity: O(*n*) in the length of the range, divided among the threads that look for one.
  func first(in range: Range<Int>, of text: Span<UInt8>, _ test: Test?) -> Finding {
    var taken: [Range<Int>] = []
    var found = Finding(newline: nil, mayMatch: test == nil)
    func add(_ other: Finding) {
      found.newline = other.newline
      found.mayMatch = found.mayMatch || other.mayMatch
    }
    var next = range.lowerBound
    while found.newline == nil, next < range.upperBound {
      let number = number(of: next)
      let place = next..<min(start + (number + 1) * chunk, range.upperBound)
      next = place.upperBound
      guard place.count == chunk else {
        add(look(in: place, of: text, test))
        continue
      }
      let known = states.withLock { states in
        let known = states[number]
        if known == nil { states[number] = .taken }
        return known
      }
      switch known {
      case nil:
        let seen = look(in: place, of: text, test)
        let state = seen.newline == nil ? State.hasNone(mayMatch: seen.mayMatch) : .hasNewline
        states.withLock { $0[number] = state }
        add(seen)
      case .taken: taken.append(place)
      case .hasNewline: add(look(in: place, of: text, test))
      case .hasNone(let mayMatch): found.mayMatch = found.mayMatch || mayMatch
      }
    }
    for place in taken {
      switch state(ofTaken: number(of: place.lowerBound)) {
      case .hasNewline:
        add(look(in: place, of: text, test))
        return found
      case .hasNone(let mayMatch): found.mayMatch = found.mayMatch || mayMatch
      case .taken: break
      }
    }
    return found
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

  private func number(of place: Int) -> Int { (place - start) / chunk }

  /// Reads a range piece by piece up to its first newline.
  private func look(in range: Range<Int>, of text: Span<UInt8>, _ test: Test?) -> Finding {
    var found = Finding(newline: nil, mayMatch: test == nil)
    var next = range.lowerBound
    while found.newline == nil, next < range.upperBound {
      let piece = next..<min(next + Self.piece, range.upperBound)
      next = piece.upperBound
      found.newline = Kernels.firstIndex(of: Self.newline, in: text.extracting(piece))
        .map { piece.lowerBound + $0 }
      if found.mayMatch { continue }
      let end = found.newline.map { $0 + 1 } ?? piece.upperBound
      if let test { found.mayMatch = self.test(test, piece.lowerBound..<end, of: text) }
    }
    return found
  }

  /// Whether text that `first` did not look at may hold a match.
  func mayMatch(in range: Range<Int>, of text: Span<UInt8>, _ test: Test) -> Bool {
    var next = range.lowerBound
    while next < range.upperBound {
      let end = min(next + Self.piece, range.upperBound)
      if self.test(test, next..<end, of: text) { return true }
      next = end
    }
    return false
  }

  private func test(_ test: Test, _ range: Range<Int>, of text: Span<UInt8>) -> Bool {
    test(
      text.extracting(start..<range.upperBound),
      range.lowerBound - start..<range.upperBound - start)
  }
}
