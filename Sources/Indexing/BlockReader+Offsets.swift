internal import System
internal import UnicodeText

extension BlockReader {
  /// Finds the byte offsets of blocks of records by counting lines.
  ///
  /// A block begins at the start of a line, and the number of lines before each block is already
  /// known.
  ///
  /// - Parameters:
  ///   - blocks: the indices of the blocks; the range must extend to the last block in `starts`.
  ///   - descriptor: the open file.
  ///   - mark: the length in bytes of the byte order mark before the first line; 0 if there is
  ///     none.
  ///   - size: the size of the file in bytes.
  /// - Returns: whether the offsets of all blocks were found.
  mutating func findOffsets(
    ofBlocks blocks: PartialRangeFrom<Int>, in descriptor: Int32, after mark: Int, _ size: Int
  ) -> Bool {
    let wanted = Array(fileLines.array()[blocks])
    var found: [UInt64] = []
    found.reserveCapacity(wanted.count)
    // The number of newlines read so far, and the offset where the current line begins.
    var line = 0
    var start = mark
    var place = mark
    var buffer = GrowableBuffer<UInt8>()
    func take() {
      while found.count < wanted.count, wanted[found.count] == line { found.append(UInt64(start)) }
    }
    take()
    while found.count < wanted.count, place < size {
      buffer.truncate(to: 0)
      let count = min(Self.step, size - place)
      guard Self.append(count, of: descriptor, at: place, to: &buffer), buffer.count > 0 else {
        return false
      }
      buffer.withSpan { text in
        let lines = Kernels.count(of: 10, in: text)
        // Skip the buffer if none of the wanted lines begins in it.
        if line + lines < wanted[found.count] {
          line += lines
          return
        }
        var next = 0
        while found.count < wanted.count,
          let newline = Kernels.firstIndex(of: 10, in: text, from: next)
        {
          line += 1
          next = newline + 1
          start = place + next
          take()
        }
      }
      place += buffer.count
    }
    if found.count < wanted.count { return false }
    let first = starts.count - found.count
    starts.withMutableSpan { starts in
      for (index, offset) in found.enumerated() { starts[first + index] = offset }
    }
    return true
  }
}
