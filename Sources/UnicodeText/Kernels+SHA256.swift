internal import CKernels

extension Kernels {
  /// Adds whole blocks of 64 bytes to the state of a SHA-256 digest, with the 64 constants of FIPS 180-4.
  ///
  /// Returns false and does nothing if the processor has no SHA instructions.
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
          // SAFETY: the state has eight words and the table 64; the block count is that of the span.
          return unsafe ck_sha256(words, bytes, blocks.count / 64, table)
        }
      }
    }
  }
}
