extension Kernels {
  /// Sets each bit of `bits` that is set in `others`.
  package static func formUnion(_ bits: inout MutableSpan<UInt64>, _ others: Span<UInt64>) {
    precondition(bits.count == others.count)
    for index in bits.indices { bits[index] |= others[index] }
  }

  /// Clears each bit of `bits` that is not set in `others`.
  package static func formIntersection(
    _ bits: inout MutableSpan<UInt64>, _ others: Span<UInt64>
  ) {
    precondition(bits.count == others.count)
    for index in bits.indices { bits[index] &= others[index] }
  }

  /// The number of set bits.
  package static func count(_ bits: Span<UInt64>) -> Int {
    // The loop is written so that the compiler vectorizes it.
    var total: UInt64 = 0
    for index in bits.indices {
      var word = bits[index]
      word &-= word &>> 1 & 0x5555_5555_5555_5555
      word = (word & 0x3333_3333_3333_3333) &+ (word &>> 2 & 0x3333_3333_3333_3333)
      word = (word &+ (word &>> 4)) & 0x0F0F_0F0F_0F0F_0F0F
      word &+= word &>> 8
      word &+= word &>> 16
      total &+= (word &+ (word &>> 32)) & 0x7F
    }
    return Int(total)
  }

  /// The indices of the set bits, in ascending order.
  ///
  /// - Precondition: `count` bits are set.
  package static func list(_ bits: Span<UInt64>, count: Int) -> [UInt32] {
    precondition(self.count(bits) == count)
    return [UInt32](capacity: count) { list in
      for index in bits.indices {
        var word = bits[index]
        while word != 0 {
          list.append(UInt32(truncatingIfNeeded: index &<< 6 | word.trailingZeroBitCount))
          word &= word &- 1
        }
      }
    }
  }
}
