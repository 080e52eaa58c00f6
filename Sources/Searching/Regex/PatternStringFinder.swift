internal import CRegex
internal import UnicodeText

/// Strings made ready to be looked for.
@safe final class PatternStringFinder: @unchecked Sendable {
  private let handle: OpaquePointer

  /// Each unit ends with `end`.
  init(_ strings: PatternStrings, unitsEndWith end: UInt8, _ histogram: ByteHistogram) {
    var sets: [UInt64] = []
    var numbers: [ByteSet: UInt16] = [:]
    var elements: [UInt16] = []
    for element in strings.texts.joined() {
      if let number = numbers[element.set] {
        elements.append(number)
        continue
      }
      let number = UInt16(numbers.count)
      numbers[element.set] = number
      elements.append(number)
      for index in 0..<4 { sets.append(element.set.words[index]) }
    }
    let lengths = strings.texts.map { UInt32($0.count) }
    // SAFETY: the library copies all lists before the call returns, and returns a block of its own.
    unsafe handle = sets.withUnsafeBufferPointer { sets in
      unsafe elements.withUnsafeBufferPointer { elements in
        unsafe lengths.withUnsafeBufferPointer { lengths in
          unsafe histogram.counts.withUnsafeBufferPointer { weights in
            unsafe Self.withProgram(strings.before) { before in
              unsafe Self.withProgram(strings.after) { after in
                var list = unsafe cre_string_list(
                  sets: sets.baseAddress, elements: elements.baseAddress,
                  lengths: lengths.baseAddress, count: lengths.count, weights: weights.baseAddress,
                  looks_behind: strings.looksBehind ? 1 : 0, before: before, after: after,
                  is_exact: strings.isSufficient ? 1 : 0, end: end)
                return unsafe cre_strings_make(&list)
              }
            }
          }
        }
      }
    }
  }

  deinit { unsafe cre_strings_free(handle) }

  /// Lends a program as the library takes it.
  private static func withProgram<R>(
    _ program: PatternProgram?, _ body: (UnsafePointer<cre_program>?) -> R
  ) -> R {
    guard let program else { return body(nil) }
    // SAFETY: the lists live through the call.
    return unsafe program.classes.withUnsafeBufferPointer { classes in
      unsafe program.next.withUnsafeBufferPointer { next in
        var lent = unsafe cre_program(
          classes: classes.baseAddress, next: next.baseAddress, count: next.count,
          first: program.first, last: program.last)
        return unsafe body(&lent)
      }
    }
  }

  /// Where strings end from `start` on, as a finder says it.
  func find(in text: Span<UInt8>, from start: inout Int, into places: inout FoundPlaces) {
    var from = start
    // SAFETY: text and room outlive the call, which stays inside their counts and keeps neither.
    let count = unsafe text.withUnsafeBufferPointer { text in
      unsafe places.withRoom { places, certain in
        unsafe cre_strings_find(
          handle, text.baseAddress, text.count, &from, places.baseAddress, certain.baseAddress,
          places.count)
      }
    }
    places.count = count
    start = from
  }
}

/// Places found at once.
struct FoundPlaces {
  /// The place of the last byte of what was found, ascending.
  private(set) var places = [512 of Int](repeating: 0)

  /// For each 1 if it surely lies in a match.
  private(set) var certain = [512 of UInt8](repeating: 0)

  /// How many there are.
  var count = 0

  /// Lends the room for places, and for what is known of them.
  @unsafe mutating func withRoom<R>(
    _ body: (UnsafeMutableBufferPointer<Int>, UnsafeMutableBufferPointer<UInt8>) -> R
  ) -> R {
    var places = places.mutableSpan
    var certain = certain.mutableSpan
    return unsafe places.withUnsafeMutableBufferPointer { places in
      unsafe certain.withUnsafeMutableBufferPointer { certain in unsafe body(places, certain) }
    }
  }

  /// Lends them as the library takes them.
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
