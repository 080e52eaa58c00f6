internal import CSystem

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Allocates memory that can grow without being copied.
///
/// Small allocations come from the C heap, and large allocations are mapped from the system in huge
/// pages. Only the size of an allocation determines which method is used, so the caller needs to
/// store only the size.
enum Memory {
  /// The minimum size, in bytes, of an allocation that is mapped from the system.
  #if os(Linux)
  static let minimumMappedSize = 4 << 20
  #else
  static let minimumMappedSize = Int.max
  #endif

  static func allocate<T: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<T> {
    unsafe bound(allocate(bytes: size(of: T.self, count)), count)
  }

  /// Resizes the allocation `block` from `old` to `count` elements, and returns its new address.
  static func reallocate<T: BitwiseCopyable>(
    _ block: UnsafeMutablePointer<T>, from old: Int, to count: Int
  ) -> UnsafeMutablePointer<T> {
    let (before, after) = (size(of: T.self, old), size(of: T.self, count))
    return unsafe bound(resize(block, before, after), count)
  }

  /// Resizes an allocation like `reallocate`; returns nil, and leaves `block` unchanged, if the
  /// system refuses the memory.
  static func reallocateIfPossible<T: BitwiseCopyable>(
    _ block: UnsafeMutablePointer<T>, from old: Int, to count: Int
  ) -> UnsafeMutablePointer<T>? {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<T>.stride)
    if overflow { return nil }
    guard let moved = unsafe resize(block, size(of: T.self, old), bytes) else { return nil }
    return unsafe moved.bindMemory(to: T.self, capacity: count)
  }

  /// Makes whole huge pages of an allocation resident.
  ///
  /// These are the pages that begin within the first `count` elements after `start`, and end within
  /// the first `capacity` elements.
  ///
  /// Making pages resident in advance is faster than a page fault at the first write to each page.
  /// The contents of the pages do not change.
  static func makeResident<T: BitwiseCopyable>(
    _ start: UnsafeMutablePointer<T>, _ count: Int, capacity: Int
  ) {
    // SAFETY: the call affects only whole pages inside `capacity`, and does not change their
    // contents.
    unsafe csys_make_resident(start, size(of: T.self, count), size(of: T.self, capacity))
  }

  static func deallocate<T: BitwiseCopyable>(_ block: UnsafeMutablePointer<T>, _ count: Int) {
    unsafe deallocate(block, bytes: size(of: T.self, count))
  }

  private static func size<T>(of: T.Type, _ count: Int) -> Int { count * MemoryLayout<T>.stride }

  private static func allocate(bytes: Int) -> UnsafeMutableRawPointer? {
    unsafe bytes >= minimumMappedSize ? csys_map(bytes) : malloc(bytes)
  }

  private static func deallocate(_ block: UnsafeMutableRawPointer, bytes: Int) {
    if bytes >= minimumMappedSize { unsafe csys_unmap(block, bytes) } else { unsafe free(block) }
  }

  /// Resizes the allocation and returns its new address; nil if the system refuses the memory.
  private static func resize(
    _ block: UnsafeMutableRawPointer, _ before: Int, _ after: Int
  ) -> UnsafeMutableRawPointer? {
    // SAFETY: the size determines how the block was allocated; if the system refuses the memory,
    // the block is unchanged.
    if before >= minimumMappedSize && after >= minimumMappedSize {
      return unsafe csys_map_resize(block, before, after)
    }
    if before < minimumMappedSize && after < minimumMappedSize {
      return unsafe realloc(block, after)
    }
    guard let moved = unsafe allocate(bytes: after) else { return nil }
    unsafe moved.copyMemory(from: block, byteCount: min(before, after))
    unsafe deallocate(block, bytes: before)
    return unsafe moved
  }

  private static func bound<T: BitwiseCopyable>(
    _ block: UnsafeMutableRawPointer?, _ count: Int
  ) -> UnsafeMutablePointer<T> {
    guard let block = unsafe block else {
      csys_end_without_memory()
    }
    return unsafe block.bindMemory(to: T.self, capacity: count)
  }
}

extension Kernels {
  /// Whether both buffers contain the same bytes.
  package static func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    if a.count != b.count { return false }
    return unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in
        guard let left = a.baseAddress, let right = b.baseAddress else { return true }
        // SAFETY: both buffers are `a.count` bytes long.
        return unsafe memcmp(left, right, a.count) == 0
      }
    }
  }
}

/// A buffer that several threads fill in parallel; each thread writes to a different range.
///
/// - Precondition: Ranges that are in use at the same time do not overlap, and the buffer outlives
///   their use.
@safe package struct SharedBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
  private let start: UnsafeMutablePointer<Element>?
  private let count: Int

  @unsafe package init(_ buffer: UnsafeMutableBufferPointer<Element>) {
    unsafe start = buffer.baseAddress
    count = buffer.count
  }

  /// The elements in `range`, relative to the start of the buffer.
  @unsafe package func part(_ range: Range<Int>) -> UnsafeMutableBufferPointer<Element> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    // SAFETY: the precondition checked the range.
    return unsafe UnsafeMutableBufferPointer(
      start: start.map { unsafe $0 + range.lowerBound }, count: range.count)
  }

  /// Makes the memory of the elements in `range` resident; other threads may write to it at the
  /// same time.
  ///
  /// See `Memory.makeResident`.
  package func makeResident(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    guard let start = unsafe start else { return }
    // SAFETY: the precondition checked the range.
    unsafe Memory.makeResident(
      start + range.lowerBound, range.count, capacity: count - range.lowerBound)
  }
}
