internal import CKernels

extension Kernels {
  /// Asks for the memory of some elements, which are about to be read; does not wait for it.
  package static func fetch<Element>(_ range: Range<Int>, of elements: Span<Element>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= elements.count)
    unsafe elements.withUnsafeBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      // SAFETY: the bytes lie inside the span; asking for memory reads nothing.
      unsafe ck_fetch(base + range.lowerBound, range.count * MemoryLayout<Element>.stride)
    }
  }
}
