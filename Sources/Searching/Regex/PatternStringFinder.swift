internal import CRegex
internal import UnicodeText

/// Searches text for the strings of a pattern; the strings are prepared once.
@safe final class PatternStringFinder: @unchecked Sendable {
  private let handle: OpaquePointer

  /// Whether a unit of text always matches if it contains one of the strings.
  let isExact: Bool

  /// Creates a finder that is tuned for texts like `sample`.
  ///
  /// Each unit of text (a line or a cell) ends with the byte `end`.
  init(_ strings: PatternStrings, unitsEndWith end: UInt8, _ sample: TextSample) {
    var sets: [UInt64] = []
    var numbers = HashedNumbers()
    var elements: [UInt16] = []
    for text in strings.texts {
      for element in text {
        let set = element.set
        let known = numbers.number(hash: set.hash) { number in
          (0..<4).allSatisfy { sets[4 * Int(number) + $0] == set.words[$0] }
        }
        let number = known ?? UInt32(sets.count / 4)
        elements.append(UInt16(number))
        if known != nil { continue }
        numbers.add(number, hash: set.hash)
        for index in 0..<4 { sets.append(set.words[index]) }
      }
    }
    isExact = strings.isSufficient
    let lengths = strings.texts.map { UInt32($0.count) }
    // SAFETY: the call copies all lists before it returns, and returns newly allocated memory.
    unsafe handle = sets.withUnsafeBufferPointer { sets in
      unsafe elements.withUnsafeBufferPointer { elements in
        unsafe lengths.withUnsafeBufferPointer { lengths in
          unsafe sample.histogram.counts.withUnsafeBufferPointer { weights in
            unsafe sample.bytes.withUnsafeBufferPointer { sample in
              unsafe Self.withProgram(strings.before) { before in
                unsafe Self.withProgram(strings.after) { after in
                  var list = unsafe cre_string_list(
                    sets: sets.baseAddress, elements: elements.baseAddress,
                    lengths: lengths.baseAddress, count: lengths.count,
                    sample: sample.baseAddress, sample_count: sample.count,
                    weights: weights.baseAddress, looks_behind: strings.looksBehind ? 1 : 0,
                    before: before, after: after, is_exact: strings.isSufficient ? 1 : 0,
                    is_exact_in_ascii: strings.isSufficientInASCII ? 1 : 0, end: end)
                  return unsafe cre_strings_make(&list)
                }
              }
            }
          }
        }
      }
    }
  }

  deinit { unsafe cre_strings_free(handle) }

  /// Calls `body` with a program as a C struct.
  private static func withProgram<R>(
    _ program: PatternProgram?, _ body: (UnsafePointer<cre_program>?) -> R
  ) -> R {
    guard let program else { return body(nil) }
    // SAFETY: the lists outlive the call.
    return unsafe program.classes.withUnsafeBufferPointer { classes in
      unsafe program.next.withUnsafeBufferPointer { next in
        var lent = unsafe cre_program(
          classes: classes.baseAddress, next: next.baseAddress, count: next.count,
          first: program.first, last: program.last)
        return unsafe body(&lent)
      }
    }
  }

  /// Finds strings at or after `start`, and stores the offset of the last byte of each string.
  ///
  /// The finder stores at most one string for each unit of text.
  ///
  /// The call sets `start` to the offset at which the next call must continue.
  func find(in text: Span<UInt8>, from start: inout Int, into places: inout FoundPlaces) {
    var from = start
    var checks = 0
    // SAFETY: all buffers outlive the call. The library writes at most as many elements as fit in
    // the output buffers, and keeps no pointer.
    let count = unsafe text.withUnsafeBufferPointer { text in
      unsafe places.withBuffers { places, certain in
        unsafe cre_strings_find(
          handle, text.baseAddress, text.count, &from, places.baseAddress, certain.baseAddress,
          places.count, &checks)
      }
    }
    places.count = count
    places.checks += checks
    start = from
  }
}

/// The offsets of the strings that one call of `find` found.
struct FoundPlaces {
  /// The offsets of the last bytes of the strings found, ascending.
  private(set) var places = [128 of Int](repeating: 0)

  /// For each found string, 1 if the string's line or cell is certain to match; 0 if the line or
  /// cell must be checked.
  private(set) var certain = [128 of UInt8](repeating: 0)

  /// The number of strings found.
  var count = 0

  /// The number of candidates that all calls of `find` had to check separately.
  fileprivate(set) var checks = 0

  /// Calls `body` with the buffers of `places` and `certain`.
  @unsafe mutating func withBuffers<R>(
    _ body: (UnsafeMutableBufferPointer<Int>, UnsafeMutableBufferPointer<UInt8>) -> R
  ) -> R {
    var places = places.mutableSpan
    var certain = certain.mutableSpan
    return unsafe places.withUnsafeMutableBufferPointer { places in
      unsafe certain.withUnsafeMutableBufferPointer { certain in unsafe body(places, certain) }
    }
  }

  /// Calls `body` with the found offsets as a C struct.
  @unsafe func withList<R>(isWhole: Bool, _ body: (UnsafePointer<cre_places>) -> R) -> R {
    unsafe places.span.withUnsafeBufferPointer { places in
      unsafe certain.span.withUnsafeBufferPointer { certain in
        var list = unsafe cre_places(
          places: places.baseAddress, certain: certain.baseAddress, count: count,
          is_whole: isWhole ? 1 : 0)
        return unsafe body(&list)
      }
    }
  }
}
