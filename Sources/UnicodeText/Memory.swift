#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The C heap, for blocks that grow without being copied.
enum Memory {
  static func allocate<T: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<T> {
    unsafe checked(malloc(count * MemoryLayout<T>.stride), count)
  }

  static func reallocate<T: BitwiseCopyable>(
    _ block: UnsafeMutablePointer<T>, _ count: Int
  ) -> UnsafeMutablePointer<T> {
    unsafe checked(realloc(block, count * MemoryLayout<T>.stride), count)
  }

  /// The block with room for `count` elements, nil if the system refuses; then `block` stays.
  static func reallocateIfPossible<T: BitwiseCopyable>(
    _ block: UnsafeMutablePointer<T>, _ count: Int
  ) -> UnsafeMutablePointer<T>? {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<T>.stride)
    if overflow { return nil }
    // SAFETY: `block` came from this heap; on refusal it is left as it was.
    guard let moved = unsafe realloc(block, bytes) else { return nil }
    return unsafe moved.bindMemory(to: T.self, capacity: count)
  }

  static func deallocate<T: BitwiseCopyable>(_ block: UnsafeMutablePointer<T>) {
    unsafe free(block)
  }

  private static func checked<T: BitwiseCopyable>(
    _ block: UnsafeMutableRawPointer?, _ count: Int
  ) -> UnsafeMutablePointer<T> {
    guard let block = unsafe block else {
      fatalError("out of memory: a block of \(count) elements was refused")
    }
    return unsafe block.bindMemory(to: T.self, capacity: count)
  }
}
