internal import Basics
internal import UnicodeText

/// A regular expression in PCRE2 syntax, with a second pattern for non-ASCII texts if necessary.
final class PCREText: Sendable {
  let text: String
  let ignoresCase: Bool
  let library: PCRELibrary

  private let ascii: PCREPattern

  /// The pattern for non-ASCII texts, with Unicode definitions of its classes.
  ///
  /// The value is `nil` if `ascii` is correct for all texts.
  private let unicode: PCREPattern?

  /// Compiles a pattern.
  ///
  /// - Throws: `malformedPattern`, with the position of the error in `text`.
  init(
    _ text: String, ignoresCase: Bool, _ classes: CharacterClasses, by library: PCRELibrary
  ) throws(QueryError) {
    self.text = text
    self.ignoresCase = ignoresCase
    self.library = library
    ascii = try PCREPattern(text, ignoresCase: ignoresCase, by: library)
    guard classes == .unicode, let written = PCREClasses.writtenOut(in: text) else {
      unicode = nil
      return
    }
    unicode = try PCREPattern(written, ignoresCase: ignoresCase, by: library)
  }

  /// The memory that PCRE2 needs to search on one thread.
  struct Search: ~Copyable {
    private let ascii: PCREPattern.Search

    /// Searches non-ASCII texts.
    private let other: PCREPattern.Search
    private let isOneForAll: Bool

    /// Allocates the memory; `nil` if there is not enough memory.
    init?(_ pattern: PCREText) {
      guard let ascii = PCREPattern.Search(pattern.ascii),
        let other = PCREPattern.Search(pattern.unicode ?? pattern.ascii)
      else { return nil }
      self.ascii = ascii
      self.other = other
      isOneForAll = pattern.unicode == nil
    }

    private func isForASCII(_ text: Span<UInt8>) -> Bool {
      isOneForAll || Kernels.asciiPrefix(of: text) == text.count
    }

    /// The first match in `text`.
    func first(in text: Span<UInt8>) -> PCREPattern.Match {
      isForASCII(text) ? ascii.first(in: text) : other.first(in: text)
    }

    /// Calls `body` with each match that is not empty, until a search reaches a limit or is
    /// canceled.
    func forEach(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
      let isForASCII = isForASCII(text)
      var at = 0
      while at <= text.count {
        let match =
          isForASCII ? ascii.first(in: text, from: at) : other.first(in: text, from: at)
        guard case .found(let place) = match else { return }
        if !place.isEmpty { body(place) }
        // `\K` may move the start of a match, but the end of a match is never before the offset
        // where the search began.
        if place.upperBound > at, !place.isEmpty {
          at = place.upperBound
        } else {
          at = max(at, place.upperBound)
          repeat { at += 1 } while at < text.count && text[at] & 0xC0 == 0x80
        }
      }
    }

    /// The groups 0 to `count - 1` of the leftmost match that begins at or after `start`; see
    /// `PCREPattern.Search`.
    func groups(_ count: Int, in text: Span<UInt8>, from start: Int) -> [Range<Int>?]? {
      isForASCII(text)
        ? ascii.groups(count, in: text, from: start) : other.groups(count, in: text, from: start)
    }

    /// Whether the closure passed to `whileWatching` has requested cancellation.
    ///
    /// Check this property after the search of each text.
    var isCancelled: Bool { ascii.isCancelled }

    /// Calls `body`; long searches poll `isCancelled` about every 20 ms during the call.
    func whileWatching<R>(_ isCancelled: () -> Bool, _ body: (borrowing Search) -> R) -> R {
      ascii.whileWatching(isCancelled) { other.whileWatching(isCancelled) { body(self) } }
    }
  }
}

extension PCREText: GroupPattern {
  var groupCount: Int { ascii.groupCount }

  func group(named name: String) -> Int? { ascii.group(named: name) }

  /// The groups of the first match that begins at `start` or later.
  ///
  /// If the pattern has `\K`, which moves the start of a match, the search begins at the start of
  /// the text.
  func groups(
    _ count: Int, in text: Span<UInt8>, _ prepared: borrowing Pattern.Text, from start: Int
  ) -> [Range<Int>?]? {
    guard let search = Search(self) else { return nil }
    var at = self.text.hasOccurrence(of: #"\K"#) ? 0 : start
    while at <= text.count, let groups = search.groups(count, in: text, from: at),
      let match = groups[0]
    {
      if match.lowerBound >= start { return groups }
      at = max(at + 1, match.upperBound)
      while at < text.count, text[at] & 0xC0 == 0x80 { at += 1 }
    }
    return nil
  }
}
