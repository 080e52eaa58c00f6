#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A block of memory between two inaccessible pages.
@safe final class GuardedBlock {
  private let base: UnsafeMutableRawPointer
  private let page = Int(getpagesize())
  /// The number of accessible bytes.
  private let capacity: Int

  init?(capacity wanted: Int = 1) {
    capacity = (max(wanted, 1) + page - 1) / page * page
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    let map = unsafe mmap(nil, capacity + 2 * page, PROT_NONE, flags, -1, 0)
    guard let map = unsafe map, unsafe map != MAP_FAILED else { return nil }
    unsafe base = map
    guard unsafe mprotect(map + page, capacity, PROT_READ | PROT_WRITE) == 0 else { return nil }
  }

  deinit { unsafe munmap(base, capacity + 2 * page) }

  /// Calls `body` with a copy of `bytes` at the end (or beginning) of the accessible memory.
  func lend<R>(_ bytes: [UInt8], atEnd: Bool, _ body: (Span<UInt8>) -> R) -> R {
    precondition(bytes.count <= capacity)
    let start = unsafe base + page + (atEnd ? capacity - bytes.count : 0)
    for (index, byte) in bytes.enumerated() {
      unsafe start.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    let typed = unsafe UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    return unsafe body(typed.span)
  }
}
