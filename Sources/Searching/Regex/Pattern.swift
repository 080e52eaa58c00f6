internal import CRegex
internal import Corpora
internal import UnicodeText

/// A compiled regular expression; only this type and its extensions call RE2.
@safe final class Pattern: @unchecked Sendable {
  /// The maximum memory for a compiled pattern and its caches, in bytes.
  static let memoryLimit = 64 << 20

  let handle: OpaquePointer

  /// Compiles a pattern.
  ///
  /// - Throws: `malformedPattern`, `unsupportedPattern`, `patternTooLarge`, `tooManyOptionalParts`.
  init(_ text: String, ignoresCase: Bool) throws(QueryError) {
    let bytes = Array(text.utf8)
    if OptionalParts.count(in: bytes) > OptionalParts.limit {
      throw QueryError(.tooManyOptionalParts(limit: OptionalParts.limit))
    }
    // SAFETY: RE2 copies the pattern before it returns, and returns newly allocated memory.
    let handle = unsafe bytes.withUnsafeBufferPointer {
      unsafe cre_compile($0.baseAddress, $0.count, ignoresCase ? 1 : 0, Int64(Self.memoryLimit))
    }
    guard let handle = unsafe handle else { throw QueryError(.patternTooLarge(limit: 0)) }
    unsafe self.handle = handle
    switch unsafe cre_status_of(handle) {
    case cre_fine: break
    case cre_too_large: throw QueryError(.patternTooLarge(limit: Self.memoryLimit))
    default:
      throw unsafe PatternProblem(
        problem: Self.text(cre_problem, of: handle), fragment: Self.text(cre_fragment, of: handle)
      ).error(in: text)
    }
  }

  /// Compiles a pattern in which `classes` determines the meaning of `\d`, `\s`, `\w` and `\b`.
  ///
  /// - Throws: the same errors as `init(_:ignoresCase:)`.
  convenience init(
    _ text: String, ignoresCase: Bool, _ classes: CharacterClasses
  ) throws(QueryError) {
    try self.init(text, ignoresCase: ignoresCase)
    try addClasses(of: PatternParser.parse(text, ignoresCase: ignoresCase, classes))
  }

  deinit { unsafe cre_free(handle) }

  private static func text(
    _ read: (OpaquePointer?, UnsafeMutablePointer<Int>?) -> UnsafePointer<CChar>?,
    of handle: OpaquePointer
  ) -> String {
    var count = 0
    // SAFETY: the `count` bytes live as long as the pattern, and are copied here.
    guard let start = unsafe read(handle, &count) else { return "" }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Adds a translation for non-ASCII texts, in which `\d`, `\s`, `\w` and `\b` have their Unicode
  /// meaning.
  ///
  /// Does nothing if the pattern has none of these escapes.
  ///
  /// - Throws: `patternTooLarge`.
  func addClasses(of parsed: ParsedPattern?) throws(QueryError) {
    guard let parsed, parsed.classes == .unicode, parsed.dependsOnClasses else { return }
    if let node = parsed.node, node.translatedInstructions <= Self.instructionsOfSmallPattern {
      // The translation cannot be too large, and a search of ASCII texts does not need it.
      let context = unsafe Unmanaged.passRetained(UntranslatedPattern(parsed)).toOpaque()
      // SAFETY: `context` lives until the pattern is freed; the pattern then releases it once.
      unsafe cre_translate_later(
        handle, context,
        { handle, context in
          guard let handle = unsafe handle, let context = unsafe context else { return }
          let pattern = unsafe Unmanaged<UntranslatedPattern>.fromOpaque(context)
          let parsed = unsafe pattern.takeUnretainedValue().parsed
          let isValid = unsafe Pattern.translate(handle, parsed, limit: 16 * Pattern.memoryLimit)
          precondition(isValid, "the translation of a small pattern is too large")
        },
        { context in
          guard let context = unsafe context else { return }
          unsafe Unmanaged<UntranslatedPattern>.fromOpaque(context).release()
        })
      return
    }
    // If the translation exceeds the first limit because of its Unicode classes, use a larger
    // limit.
    for limit in [Self.memoryLimit, 16 * Self.memoryLimit]
    where unsafe Self.translate(handle, parsed, limit: limit) { return }
    throw QueryError(.patternTooLarge(limit: 16 * Self.memoryLimit))
  }

  /// The maximum `translatedInstructions` of a pattern that is translated only when needed.
  ///
  /// For this number of instructions, RE2 needs less than a sixth of the memory limit.
  private static let instructionsOfSmallPattern = 100_000.0

  /// Translates a pattern; returns false if the translation needs more memory than `limit`.
  @unsafe private static func translate(
    _ handle: OpaquePointer, _ parsed: ParsedPattern, limit: Int
  ) -> Bool {
    let translation = PatternTranslation(parsed)
    // SAFETY: the call copies all lists before it returns.
    return unsafe translation.pattern.withUnsafeBufferPointer { pattern in
      unsafe translation.codes.withUnsafeBufferPointer { codes in
        unsafe translation.alphabet.withList { alphabet in
          var alphabet = unsafe alphabet
          return unsafe cre_translate(
            handle, pattern.baseAddress, pattern.count, &alphabet, codes.baseAddress,
            Int64(limit)) != 0
        }
      }
    }
  }

  /// A text that is prepared for several searches.
  @safe struct Text: ~Copyable {
    fileprivate let handle: OpaquePointer?

    /// A text that needs no preparation.
    init() { unsafe handle = nil }

    fileprivate init(handle: OpaquePointer?) { unsafe self.handle = handle }

    deinit { unsafe cre_text_free(handle) }
  }

  /// Prepares a text for several searches.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  func prepared(_ text: Span<UInt8>) -> Text {
    // SAFETY: the call copies all bytes of the text that are needed later.
    unsafe text.withUnsafeBufferPointer {
      unsafe Text(handle: cre_text_make(handle, $0.baseAddress, $0.count))
    }
  }

  /// The first match in `text` that begins at or after `start`.
  func first(in text: Span<UInt8>, _ prepared: borrowing Text, from start: Int) -> Range<Int>? {
    var bounds = [2 of Int](repeating: 0)
    var span = bounds.mutableSpan
    // SAFETY: the span outlives the call, `start` is at most its count, and no pointer is kept. The
    // library writes only the two elements of `bounds`.
    let isFound = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe span.withUnsafeMutableBufferPointer { bounds in
        unsafe cre_search(
          handle, bytes.baseAddress, bytes.count, prepared.handle, start, bounds.baseAddress, 1)
          != 0
      }
    }
    return isFound ? bounds[0]..<bounds[1] : nil
  }

  /// Whether the pattern matches somewhere in `text`.
  func matches(_ text: Span<UInt8>) -> Bool {
    // SAFETY: the text outlives the call, and no pointer is kept.
    unsafe text.withUnsafeBufferPointer {
      unsafe cre_matches(handle, $0.baseAddress, $0.count) != 0
    }
  }

  /// Whether to search each field, value or line in `text` separately.
  ///
  /// This is necessary if some of them must be translated first.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  func needsParts(_ text: Span<UInt8>) -> Bool {
    // SAFETY: the text outlives the call, and no pointer is kept.
    unsafe text.withUnsafeBufferPointer {
      unsafe cre_needs_parts(handle, $0.baseAddress, $0.count) != 0
    }
  }

  /// The groups 0 to `count - 1` of the leftmost match that begins at or after `start`.
  ///
  /// Group 0 is the match itself. A group that did not participate in the match is `nil`.
  func groups(
    _ count: Int, in text: Span<UInt8>, _ prepared: borrowing Text, from start: Int
  ) -> [Range<Int>?]? {
    var bounds = [Int](repeating: -1, count: 2 * count)
    // SAFETY: both buffers outlive the call, and no pointer is kept. The library writes two bounds
    // for each of `count` groups.
    let isFound = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bounds.withUnsafeMutableBufferPointer { bounds in
        unsafe cre_search(
          handle, bytes.baseAddress, bytes.count, prepared.handle, start, bounds.baseAddress, count)
          != 0
      }
    }
    guard isFound else { return nil }
    return (0..<count).map { group in
      bounds[2 * group] < 0 ? nil : bounds[2 * group]..<bounds[2 * group + 1]
    }
  }

  /// The number of groups, including the match itself.
  var groupCount: Int { unsafe Int(cre_group_count(handle)) }

  /// The number of the group with this name; `nil` if there is none.
  func group(named name: String) -> Int? {
    let bytes = Array(name.utf8)
    // SAFETY: the library reads `count` bytes and keeps no pointer.
    let number = unsafe bytes.withUnsafeBufferPointer {
      unsafe cre_group_named(handle, $0.baseAddress, $0.count)
    }
    return number < 0 ? nil : Int(number)
  }

  /// Adds the matching records of a range to `sink`, until the sink is full.
  ///
  /// If `isWhole` is true, the text of all records is searched as one text; see
  /// `RegexMatcher.isWhole`.
  func scan(
    _ records: Range<Int>, of segment: Segment, in scope: FieldScope, isWhole: Bool,
    into sink: inout MatchSink
  ) {
    guard !records.isEmpty else { return }
    let flags = scope.isIncluded.map { $0 ? UInt8(1) : 0 }
    let bytes = Int(segment.starts[records.lowerBound])..<Int(segment.starts[records.upperBound])
    let isWhole = isWhole && !segment.text.withSpan(of: bytes) { needsParts($0) }
    var found = [UInt32](repeating: 0, count: min(records.count, 1 << 12))
    var first = records.lowerBound
    while first < records.upperBound, !sink.isFull {
      var hits: UInt64 = 0
      var next = records.upperBound
      let capacity = min(found.count, sink.remainingCapacity)
      // SAFETY: all buffers outlive the call, and the records are part of the segment.
      let count = unsafe segment.text.withUnsafeBufferPointer { text in
        unsafe segment.starts.withUnsafeBufferPointer { starts in
          unsafe flags.withUnsafeBufferPointer { flags in
            unsafe found.withUnsafeMutableBufferPointer { found in
              var run = unsafe cre_run(
                text: text.baseAddress, starts: starts.baseAddress, first: first,
                end: records.upperBound, scope: scope.isEverything ? nil : flags.baseAddress,
                field_count: flags.count, counts_hits: sink.countsHits ? 1 : 0)
              let scan = unsafe isWhole ? cre_scan_whole : cre_scan_parts
              return unsafe scan(handle, &run, found.baseAddress, capacity, &hits, &next)
            }
          }
        }
      }
      for index in 0..<count { sink.add(Int(found[index])) }
      sink.addHits(Int(hits))
      first = next
    }
  }
}

/// A parsed pattern that is translated when its translation is first needed.
private final class UntranslatedPattern: Sendable {
  let parsed: ParsedPattern

  init(_ parsed: ParsedPattern) { self.parsed = parsed }
}

extension PatternNode {
  /// An upper bound on the number of instructions of the translated pattern.
  fileprivate var translatedInstructions: Double {
    switch self {
    case .empty, .textStart, .textEnd, .lineStart, .lineEnd, .wordBoundary: 2
    // A set is translated to at most four ranges for each code. A set has few codes if the pattern
    // has few different sets.
    case .scalars: 600
    case .sequence(let parts), .choice(let parts):
      parts.reduce(2) { $0 + $1.translatedInstructions }
    case .repeated(let inner, let minimum, let maximum):
      inner.translatedInstructions * Double(max(maximum ?? minimum + 1, 1)) + 2
    }
  }
}
