internal import CKernels

extension Kernels {
  /// Takes whole blocks of 64 bytes up into the state of a SHA-256, with the 64 constants of FIPS 180-4; false, and
  /// nothing is done, where the processor has no instructions for it.
  package static func compressSHA256(
    _ blocks: Span<UInt8>, into state: inout SIMD8<UInt32>, _ constants: InlineArray<64, UInt32>
  ) -> Bool {
    precondition(blocks.count % 64 == 0, "only whole blocks are taken up")
    return unsafe withUnsafeMutableBytes(of: &state) { state in
      unsafe constants.span.withUnsafeBufferPointer { constants in
        unsafe blocks.withUnsafeBufferPointer { blocks in
          guard let words = unsafe state.baseAddress?.assumingMemoryBound(to: UInt32.self),
            let bytes = blocks.baseAddress, let table = constants.baseAddress
          else { return true }
          // SAFETY: the state has eight words, the table 64; so many blocks are lent.
          return unsafe ck_sha256(words, bytes, blocks.count / 64, table)
        }
      }
    }
  }
}
