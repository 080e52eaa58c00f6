internal import Synchronization
internal import System
internal import UnicodeText

/// Finds newlines in a mapped file with very long lines, so that no two threads scan the same chunk.
///
/// The thread that reads a line from its start searches for the end of the line. Other threads search
/// the same text for the first line of their parts. Each thread records what it finds in a chunk, and
/// the others use that.
final class NewlineSearch: Sendable {
  private static let newline = UInt8(ascii: "\n")

  private enum State {
    case taken
    case hasNewline
    case hasNone
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

  /// The states of chunks by number; a chunk without a state has not been scanned.
  private let states = Mutex<[Int: State]>([:])

  /// The offset of the first newline in `range` of `text`; `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the length of the range, divided among the threads that look for one.
  func first(in range: Range<Int>, of text: Span<UInt8>) -> Int? {
    var taken: [Range<Int>] = []
    var found: Int?
    var next = range.lowerBound
    while found == nil, next < range.upperBound {
      let number = number(of: next)
      let place = next..<min(start + (number + 1) * chunk, range.upperBound)
      next = place.upperBound
      guard place.count == chunk else {
        found = Self.look(in: place, of: text)
        continue
      }
      let known = states.withLock { states in
        let known = states[number]
        if known == nil { states[number] = .taken }
        return known
      }
      switch known {
      case nil:
        found = Self.look(in: place, of: text)
        let state = found == nil ? State.hasNone : .hasNewline
        states.withLock { $0[number] = state }
      case .taken: taken.append(place)
      case .hasNewline: found = Self.look(in: place, of: text)
      case .hasNone: break
      }
    }
    for place in taken {
      let number = number(of: place.lowerBound)
      // Another thread is scanning this chunk, which takes less than a millisecond.
      while states.withLock({ $0[number] }) == .taken { Platform.pause(microseconds: 20) }
      if states.withLock({ $0[number] }) == .hasNewline { return Self.look(in: place, of: text) }
    }
    return found
  }

  private func number(of place: Int) -> Int { (place - start) / chunk }

  private static func look(in range: Range<Int>, of text: Span<UInt8>) -> Int? {
    Kernels.firstIndex(of: newline, in: text.extracting(range)).map { range.lowerBound + $0 }
  }
}
