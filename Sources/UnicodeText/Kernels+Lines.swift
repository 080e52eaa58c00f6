internal import CKernels

extension Kernels {
  /// Appends the offset of the first occurrence of `needle` in each line of `hay`, from `start` on.
  ///
  /// A line ends with the byte `end` or at the end of `hay`. After an occurrence, the search
  /// continues after the next byte `end`. If case is ignored, ASCII letters match in upper case and
  /// in lower case; the needle must then contain no upper-case ASCII letters. At most `limit`
  /// offsets are appended.
  ///
  /// - Returns: the start of the first line that was not searched; `hay.count` if all lines were
  ///   searched.
  /// - Precondition: the needle is not empty.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `hay`.
  package static func appendFirstPlaces(
    of needle: Span<UInt8>, by pair: RarePair, ignoringCase ignoresCase: Bool = false,
    in hay: Span<UInt8>, from start: Int = 0, endingLinesWith end: UInt8, limit: Int = 512,
    to places: inout GrowableBuffer<Int>
  ) -> Int {
    precondition(start >= 0 && start <= hay.count && limit >= 0 && !needle.isEmpty)
    check(pair, for: needle)
    var from = start
    // SAFETY: both spans outlive the call, `start` and the pair were checked, and the kernel reads
    // only within the byte counts and writes at most `limit` offsets.
    unsafe hay.withUnsafeBufferPointer { hay in
      unsafe needle.withUnsafeBufferPointer { needle in
        guard let text = hay.baseAddress else { return }
        unsafe places.append(upTo: limit) { buffer in
          unsafe buffer.withMemoryRebound(to: UInt.self) { buffer in
            unsafe ck_find_lines(
              text, hay.count, needle.baseAddress, needle.count, pair.first, pair.second,
              ignoresCase ? 1 : 0, end, &from, buffer.baseAddress, limit)
          }
        }
      }
    }
    return from
  }

  /// Appends the offsets of the non-overlapping occurrences of a needle, from left to right.
  ///
  /// - Precondition: `needle` is not empty.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `hay` from `start` on.
  package static func appendPlaces(
    of needle: Span<UInt8>, by pair: RarePair, in hay: Span<UInt8>, from start: Int = 0,
    to places: inout GrowableBuffer<Int>
  ) {
    precondition(start >= 0 && start <= hay.count && !needle.isEmpty)
    check(pair, for: needle)
    var from = start
    var end = start
    let limit = 512
    while from < hay.count {
      let first = places.count
      // SAFETY: both spans outlive the call, `start` and the pair were checked, and the kernel
      // reads only within the byte counts and writes at most `limit` offsets.
      unsafe hay.withUnsafeBufferPointer { hay in
        unsafe needle.withUnsafeBufferPointer { needle in
          guard let text = hay.baseAddress else { return }
          unsafe places.append(upTo: limit) { buffer in
            unsafe buffer.withMemoryRebound(to: UInt.self) { buffer in
              unsafe ck_find_all(
                text, hay.count, needle.baseAddress, needle.count, pair.first, pair.second, &from,
                buffer.baseAddress, limit)
            }
          }
        }
      }
      var kept = first
      places.withMutableSpan { places in
        for index in first..<places.count where places[index] >= end {
          end = places[index] + needle.count
          places[kept] = places[index]
          kept += 1
        }
      }
      places.truncate(to: kept)
    }
  }

  /// Writes one bit for each byte of `text`; the bit is 1 if that byte of `text` equals `byte`.
  ///
  /// The bit for the first byte is the lowest bit of the first word.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func mark(
    _ byte: UInt8, in text: Span<UInt8>, to bits: inout GrowableBuffer<UInt64>
  ) {
    bits.truncate(to: 0)
    let words = (text.count + 63) / 64
    // SAFETY: the kernel reads the bytes of the span, and writes one bit for each byte.
    unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe bits.append(upTo: words) { buffer in
        unsafe ck_mark(base, bytes.count, byte, byte, byte, buffer.baseAddress)
        return words
      }
    }
  }

  /// Appends complete lines to `text`, and returns their number.
  ///
  /// Each line end (LF or CR LF) is replaced by the byte 0xFF.
  ///
  /// The end offset of each line, including the byte 0xFF, is appended to `starts`.
  ///
  /// - Precondition: the offsets fit in 32 bits.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `lines`.
  package static func appendLines(
    _ lines: Span<UInt8>, to text: inout GrowableBuffer<UInt8>,
    startsTo starts: inout GrowableBuffer<UInt32>
  ) -> Int {
    let base = UInt32(text.count)
    var count = 0
    unsafe lines.withUnsafeBufferPointer { lines in
      unsafe text.append(upTo: lines.count) { buffer in
        var written = 0
        unsafe starts.append(upTo: lines.count) { boundaries in
          // SAFETY: a line has at least one byte, so there are at most as many lines as bytes.
          unsafe written = ck_copy_lines(
            lines.baseAddress, lines.count, buffer.baseAddress, base, boundaries.baseAddress, &count
          )
          return count
        }
        return written
      }
    }
    return count
  }

  /// The indices of two bytes of `needle` that rarely occur in `sample` at the same distance from
  /// each other as in `needle`.
  ///
  /// `sample` is an excerpt of a haystack, and `histogram` contains the byte counts of the
  /// haystack.
  ///
  /// If case is ignored, the needle must not contain upper-case ASCII letters.
  ///
  /// - Complexity: O(*m* + *n*), where *m* and *n* are the lengths of the needle and the sample.
  package static func rarePair(
    of needle: Span<UInt8>, ignoringCase ignoresCase: Bool, in sample: Span<UInt8>,
    _ histogram: ByteHistogram
  ) -> RarePair {
    if needle.count < 4 || sample.isEmpty { return histogram.rarePair(of: needle) }
    var (first, second) = (0, 1)
    // SAFETY: all buffers outlive the call, the histogram has one count for each byte, and the
    // kernel keeps no pointer.
    unsafe sample.withUnsafeBufferPointer { sample in
      unsafe needle.withUnsafeBufferPointer { needle in
        unsafe histogram.counts.withUnsafeBufferPointer { counts in
          unsafe ck_rare_pair(
            sample.baseAddress, sample.count, needle.baseAddress, needle.count,
            ignoresCase ? 1 : 0, counts.baseAddress, &first, &second)
        }
      }
    }
    return RarePair(first: first, second: second)
  }

  /// Checks that the indices of the pair are valid for the needle; the kernels do not check them.
  static func check(_ pair: RarePair, for needle: Span<UInt8>) {
    precondition(needle.count < 2 || pair.first >= 0 && pair.first < pair.second)
    precondition(needle.count < 2 || pair.second < needle.count)
    precondition(needle.count > 1 || pair.first == 0 && pair.second == 0)
  }

  /// The offset of the first occurrence of `needle` in `hay` from `start` on, found in linear time
  /// for any input.
  ///
  /// - Precondition: if case is ignored, the needle contains no upper-case ASCII letters.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the lengths of `hay` and `needle` in bytes.
  package static func firstLinear(
    _ needle: Span<UInt8>, ignoringCase: Bool = false, in hay: Span<UInt8>, from start: Int = 0
  ) -> Int? {
    precondition(start >= 0 && start <= hay.count)
    // SAFETY: both spans outlive the call, `start` was checked, and the kernel reads only within
    // the byte counts.
    return unsafe hay.withUnsafeBufferPointer { hay in
      unsafe needle.withUnsafeBufferPointer { needle in
        guard !needle.isEmpty else { return start }
        guard let text = hay.baseAddress else { return nil }
        let rest = hay.count - start
        let found = unsafe ck_find_linear(
          text + start, rest, needle.baseAddress, needle.count, ignoringCase ? 1 : 0)
        return found == rest ? nil : start + found
      }
    }
  }

  /// For tests: the first offset that the kernel of the active instruction set finds, and the
  /// number of bytes that the kernel compared.
  ///
  /// `compared` counts the bytes that the kernel compared, except the first 32 bytes at each
  /// offset.
  package static func firstRangeCounting(
    of needle: Span<UInt8>, by pair: RarePair, ignoringCase: Bool = false, in hay: Span<UInt8>
  ) -> (place: Int?, compared: Int) {
    check(pair, for: needle)
    var compared = 0
    // SAFETY: both spans outlive the call, the pair was checked, and the kernel reads only within
    // the byte counts.
    let place = unsafe hay.withUnsafeBufferPointer { hay in
      unsafe needle.withUnsafeBufferPointer { needle in
        unsafe ck_find_counting(
          hay.baseAddress, hay.count, needle.baseAddress, needle.count, pair.first, pair.second,
          ignoringCase ? 1 : 0, &compared)
      }
    }
    let isFound = place < hay.count || needle.isEmpty
    return (isFound ? place : nil, compared)
  }

  /// For tests: the number of lines that `appendFirstPlaces` finds, and the number of bytes that
  /// the kernel compared.
  ///
  /// `compared` counts the bytes that the kernel compared, except the first 32 bytes at each
  /// offset.
  package static func linesCounting(
    of needle: Span<UInt8>, by pair: RarePair, ignoringCase: Bool = false, in hay: Span<UInt8>,
    endingLinesWith end: UInt8
  ) -> (lines: Int, compared: Int) {
    precondition(!needle.isEmpty)
    check(pair, for: needle)
    var compared = 0
    // SAFETY: both spans outlive the call, the pair was checked, and the kernel reads only within
    // the byte counts.
    let lines = unsafe hay.withUnsafeBufferPointer { hay in
      unsafe needle.withUnsafeBufferPointer { needle in
        unsafe ck_lines_counting(
          hay.baseAddress, hay.count, needle.baseAddress, needle.count, pair.first, pair.second,
          ignoringCase ? 1 : 0, end, &compared)
      }
    }
    return (lines, compared)
  }
}

extension Kernels {
  /// Removes from `records` the numbers of all records that do not contain `needle`.
  ///
  /// - Precondition: `needle` is not empty; `records` are ascending numbers below `starts.count -
  ///   1`; `starts` ascend and do not exceed `text.count`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the records. Prefetching makes cache
  ///   misses overlap.
  package static func keep(
    _ records: inout GrowableBuffer<UInt32>, holding needle: Span<UInt8>, by pair: RarePair,
    in text: Span<UInt8>, startingAt starts: Span<UInt32>
  ) {
    precondition(needle.count > 0 && pair.first <= pair.second && pair.second < needle.count)
    if records.count == 0 { return }
    precondition(Int(records[records.count - 1]) < starts.count - 1)
    precondition(Int(starts[starts.count - 1]) <= text.count)
    var kept = 0
    unsafe records.withUnsafeMutableBufferPointer { records in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe starts.withUnsafeBufferPointer { starts in
          unsafe needle.withUnsafeBufferPointer { needle in
            guard let base = text.baseAddress, let starts = starts.baseAddress,
              let records = unsafe records.baseAddress.map({ unsafe ($0, records.count) })
            else { return }
            // SAFETY: the preconditions checked all bounds. The kernel writes no number after the
            // index from which it was read.
            kept = unsafe ck_find_in_records(
              base, text.count, starts, records.0, records.1, needle.baseAddress, needle.count,
              pair.first, pair.second, records.0)
          }
        }
      }
    }
    records.truncate(to: kept)
  }

  /// Appends the number of each record that contains one of the offsets `places`, without
  /// duplicates.
  ///
  /// - Parameters:
  ///   - places: ascending offsets in the text of `records`.
  ///   - starts: the start of each record; record *r* ends where record *r* + 1 begins.
  ///   - records: the range of record numbers to search.
  ///   - from: the number of a record that begins at or before the first offset; the call replaces
  ///     it with the number of the last record found.
  ///   - found: receives the record numbers.
  /// - Complexity: for each offset, O(1) if the offsets are close together, and otherwise O(log
  ///   *n*), where *n* is the number of records.
  package static func appendRecords(
    holding places: borrowing GrowableBuffer<Int>, startingAt starts: Span<UInt32>,
    in records: Range<Int>, from: inout Int, to found: inout GrowableBuffer<UInt32>
  ) {
    if places.count == 0 { return }
    precondition(records.lowerBound >= 0 && records.upperBound < starts.count)
    precondition(records.contains(from) && Int(starts[from]) <= places[0])
    precondition(places[places.count - 1] < Int(starts[records.upperBound]))
    var last = from
    places.withSpan { places in
      unsafe places.withUnsafeBytes { places in
        unsafe starts.withUnsafeBufferPointer { starts in
          let count = places.count / MemoryLayout<Int>.stride
          guard let starts = starts.baseAddress,
            let places = unsafe places.baseAddress?.assumingMemoryBound(to: Int.self)
          else { return }
          unsafe found.append(upTo: count) { buffer in
            // SAFETY: the bounds were checked above, and at most `count` numbers are written.
            unsafe ck_records_of(
              places, count, starts, &last, records.upperBound, buffer.baseAddress)
          }
        }
      }
    }
    from = last
  }

  /// Removes the carriage return from the end of each record that has one, and updates `ends`.
  ///
  /// `text` begins with the records. `ends` contains the end offset of each record plus `base`, in
  /// ascending order.
  ///
  /// - Returns: the number of remaining bytes.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package static func dropReturns(
    from text: inout MutableSpan<UInt8>, endingAt ends: inout MutableSpan<UInt32>, base: Int
  ) -> Int {
    unsafe text.withUnsafeMutableBufferPointer { text in
      guard let bytes = text.baseAddress else { return 0 }
      var (from, to) = (0, 0)
      for index in ends.indices {
        let end = Int(ends[index]) - base
        precondition(end > from && end <= text.count)
        // SAFETY: the record is inside the text, and `to` is never greater than `from`.
        let hasReturn = unsafe end - from > 1 && bytes[end - 2] == UInt8(ascii: "\r")
        let length = end - from - (hasReturn ? 1 : 0)
        unsafe (bytes + to).update(from: bytes + from, count: length)
        to += length
        unsafe bytes[to - 1] = Separator.field
        from = end
        ends[index] = UInt32(base + to)
      }
      unsafe (bytes + to).update(from: bytes + from, count: text.count - from)
      return to + text.count - from
    }
  }
}
