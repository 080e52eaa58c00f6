extension ArraySlice<UInt8> {
  /// The range of the first occurrence of `needle`; nil if `needle` is empty or does not occur.
  ///
  /// - Complexity: O(*n* · *m*), where *n* is the size of the slice and *m* is the size of
  ///   `needle`.
  package func firstRange(of needle: [UInt8]) -> Range<Int>? {
    guard let first = needle.first else { return nil }
    var start = startIndex
    while endIndex - start >= needle.count {
      if self[start] == first, self[start..<start + needle.count].elementsEqual(needle) {
        return start..<start + needle.count
      }
      start += 1
    }
    return nil
  }
}

extension String {
  /// The text with each occurrence of `old` replaced by `new`; unchanged if `old` is empty.
  ///
  /// This method does not use `replacing` of the module `_StringProcessing`, which would add 1.3 MB
  /// to the program.
  ///
  /// - Complexity: O(*n* · *m*), where *n* and *m* are the numbers of bytes of the text and of
  ///   `old`.
  package func replacingOccurrences(of old: String, with new: String) -> String {
    var rest = Array(utf8)[...]
    let needle = Array(old.utf8)
    var result: [UInt8] = []
    while let range = rest.firstRange(of: needle) {
      result += rest[..<range.lowerBound]
      result += new.utf8
      rest = rest[range.upperBound...]
    }
    result += rest
    return String(decoding: result, as: UTF8.self)
  }
}

extension StringProtocol {
  /// Whether `needle` occurs in the text, byte for byte; an empty needle always occurs.
  ///
  /// - Complexity: O(*n* · *m*), where *n* and *m* are the numbers of bytes of the text and of
  ///   `needle`.
  package func hasOccurrence(of needle: String) -> Bool {
    needle.isEmpty || Array(utf8)[...].firstRange(of: Array(needle.utf8)) != nil
  }

  /// The pieces of the text between the occurrences of `separator`; the whole text if `separator`
  /// is empty.
  ///
  /// - Complexity: O(*n* · *m*), where *n* and *m* are the numbers of bytes of the text and of
  ///   `separator`.
  package func pieces(separatedBy separator: String) -> [String] {
    var rest = Array(utf8)[...]
    let needle = Array(separator.utf8)
    var pieces: [String] = []
    while let range = rest.firstRange(of: needle) {
      pieces.append(String(decoding: rest[..<range.lowerBound], as: UTF8.self))
      rest = rest[range.upperBound...]
    }
    return pieces + [String(decoding: rest, as: UTF8.self)]
  }
}
