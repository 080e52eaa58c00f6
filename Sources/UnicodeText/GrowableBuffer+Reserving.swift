#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension GrowableBuffer {
  /// Makes room for `additional` more elements, unless the system has no memory for them.
  ///
  /// - Returns: false if it was refused; then nothing changed.
  public mutating func reserveIfPossible(_ additional: Int) -> Bool {
    if capacity - count >= additional { return true }
    let (needed, overflow) = count.addingReportingOverflow(additional)
    if overflow { return false }
    // Where doubling is refused, what is needed may still be granted.
    for wanted in [max(needed, capacity * 2), needed] {
      if let moved = unsafe Memory.reallocateIfPossible(base, wanted) {
        unsafe base = moved
        capacity = wanted
        return true
      }
    }
    return false
  }
}

extension Memory {
  /// The block with room for `count` elements, nil if the system refuses; then `block` stays.
  static func reallocateIfPossible<T: BitwiseCopyable>(
    _ block: UnsafeMutablePointer<T>, _ count: Int
  ) -> UnsafeMutablePointer<T>? {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<T>.stride)
    if overflow { return nil }
    // SAFETY: `block` came from this heap; on refusal it is left as it was.
    return unsafe realloc(block, bytes)?.bindMemory(to: T.self, capacity: count)
  }
}
