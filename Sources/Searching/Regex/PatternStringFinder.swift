internal import CRegex
internal import UnicodeText

/// Strings made ready to be looked for.
@safe final class PatternStringFinder: @unchecked Sendable {
  private let handle: OpaquePointer

  init(_ strings: PatternStrings, _ histogram: ByteHistogram) {
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
            var list = unsafe cre_string_list(
              sets: sets.baseAddress, elements: elements.baseAddress, lengths: lengths.baseAddress,
              count: lengths.count, weights: weights.baseAddress,
              looks_behind: strings.looksBehind ? 1 : 0)
            return unsafe cre_strings_make(&list)
          }
        }
      }
    }
  }

  deinit { unsafe cre_strings_free(handle) }

  /// Where strings end from `start` on, as `PatternFinder` wants it.
  func find(
    in text: Span<UInt8>, from start: inout Int, unitsEndWith end: UInt8,
    _ places: inout MutableSpan<Int>
  ) -> Int {
    var from = start
    // SAFETY: text and room outlive the call, which stays inside their counts and keeps neither.
    let count = unsafe text.withUnsafeBufferPointer { text in
      unsafe places.withUnsafeMutableBufferPointer { places in
        unsafe cre_strings_find(
          handle, text.baseAddress, text.count, end, &from, places.baseAddress, places.count)
      }
    }
    start = from
    return count
  }
}
