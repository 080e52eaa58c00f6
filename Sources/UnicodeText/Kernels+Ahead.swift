internal import CKernels

extension Kernels {
  /// Prefetches elements that are about to be read, without waiting for them.
  package static func fetch<Element>(_ range: Range<Int>, of elements: Span<Element>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= elements.count)
    unsafe elements.withUnsafeBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      // SAFETY: the bytes lie inside the span; a prefetch reads nothing.
      unsafe ck_prefetch(base + range.lowerBound, range.count * MemoryLayout<Element>.stride)
    }
  }
}
