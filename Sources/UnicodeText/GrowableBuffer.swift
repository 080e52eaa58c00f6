/// A growable buffer of trivial values in one allocation; a buffer cannot be copied or shared.
///
/// If the capacity is exceeded, the buffer doubles its capacity. A large allocation grows by
/// remapping its pages, without copying. Reserved memory that was never written is not resident.
/// `freeze()` returns the unused memory to the system.
///
/// - Complexity: appending is amortized O(1) for each element.
@safe public struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int

  @usableFromInline var used: Int

  /// The number of elements.
  @inlinable public var count: Int { used }

  /// Creates an empty buffer with a capacity of at least `capacity` elements.
  public init(capacity: Int = 0) {
    self.capacity = max(capacity, 16)
    self.used = 0
    unsafe self.base = Memory.allocate(self.capacity)
  }

  deinit { unsafe Memory.deallocate(base, capacity) }

  /// Reserves capacity for `additional` more elements.
  ///
  /// - Complexity: O(*n*) if the *n* elements must be moved; otherwise O(1).
  @inlinable public mutating func reserve(_ additional: Int) {
    if capacity - count < additional { grow(by: additional) }
  }

  @usableFromInline mutating func grow(by additional: Int) {
    let wanted = max(count + additional, capacity * 2)
    unsafe base = Memory.reallocate(base, from: capacity, to: wanted)
    capacity = wanted
  }

  /// Appends an element.
  ///
  /// - Complexity: O(1), amortized.
  @inlinable public mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    // SAFETY: After growing, `count` is less than `capacity`.
    unsafe base[count] = element
    used = count + 1
  }

  /// Appends a copy of all `elements`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of new elements; amortized if the buffer grows.
  @inlinable public mutating func append(copying elements: Span<Element>) {
    let added = elements.count
    if added == 0 { return }
    reserve(added)
    // SAFETY: the capacity suffices for `added` more elements, and no span overlaps this uniquely
    // owned buffer.
    unsafe elements.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + count).update(from: start, count: added)
    }
    used = count + added
  }

  /// Appends up to `limit` elements that `body` writes.
  ///
  /// `body` receives uninitialized memory for `limit` elements. `body` writes elements at the start
  /// of this memory, and returns their number.
  ///
  /// - Complexity: O(*n*), where *n* is the number of new elements; amortized if the buffer grows.
  @inlinable public mutating func append<E: Error>(
    upTo limit: Int, _ body: (UnsafeMutableBufferPointer<Element>) throws(E) -> Int
  ) throws(E) {
    reserve(limit)
    // SAFETY: after `reserve`, the allocation has capacity for `limit` elements after `count`.
    let written = try unsafe body(UnsafeMutableBufferPointer(start: base + count, count: limit))
    precondition(written >= 0 && written <= limit)
    used = count + written
  }

  /// Appends up to `limit` elements that `body` appends to a span.
  ///
  /// If `body` throws, nothing is appended.
  ///
  /// - Complexity: O(*n*), where *n* is the number of new elements; amortized if the buffer grows.
  public mutating func append<E: Error>(
    upTo limit: Int, appending body: (inout OutputSpan<Element>) throws(E) -> Void
  ) throws(E) {
    try unsafe append(upTo: limit) { buffer throws(E) in
      var span = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
      try body(&span)
      return unsafe span.finalize(for: buffer)
    }
  }

  /// The element at an index.
  ///
  /// - Complexity: O(1).
  @inlinable public subscript(_ index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return unsafe base[index]
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  /// Removes all elements from index `newCount` on; the capacity does not change.
  ///
  /// - Complexity: O(1).
  @inlinable public mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    used = newCount
  }

  /// Calls `body` with the elements.
  ///
  /// - Complexity: the same as the complexity of `body`.
  @inlinable public func withSpan<R: ~Copyable, E: Error>(_ body: (Span<Element>) throws(E) -> R)
    throws(E) -> R
  {
    // SAFETY: the elements live as long as `self`, which the call borrows.
    try unsafe body(UnsafeBufferPointer(start: base, count: count).span)
  }

  /// Calls `body` with the elements, which `body` may change in place.
  ///
  /// - Complexity: the same as the complexity of `body`.
  public mutating func withMutableSpan<R: ~Copyable, E: Error>(
    _ body: (inout MutableSpan<Element>) throws(E) -> R
  ) throws(E) -> R {
    // SAFETY: the elements live as long as `self`, to which the call has exclusive access.
    var elements = unsafe UnsafeMutableBufferPointer(start: base, count: count).mutableSpan
    return try body(&elements)
  }

  /// Removes the first `number` elements.
  ///
  /// - Complexity: O(*n*), where *n* is the number of remaining elements.
  public mutating func removeFirst(_ number: Int) {
    precondition(number >= 0 && number <= count)
    // SAFETY: the elements from `number` on are inside the allocation; `update` allows overlaps.
    unsafe base.update(from: base + number, count: count - number)
    used = count - number
  }

  /// Calls `body` with the elements, which `body` may change in place.
  ///
  /// - Complexity: the same as the complexity of `body`.
  @inlinable public mutating func withUnsafeMutableBufferPointer<R: ~Copyable, E: Error>(
    _ body: (UnsafeMutableBufferPointer<Element>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeMutableBufferPointer(start: base, count: count))
  }

  /// Converts this buffer to an immutable buffer that can be shared, and frees unused capacity.
  ///
  /// - Complexity: O(*n*) if the *n* elements must be moved; otherwise O(1).
  public consuming func freeze() -> FrozenBuffer<Element> where Element: Sendable {
    let newCapacity = max(count, 1)
    let fitting = unsafe Memory.reallocate(base, from: capacity, to: newCapacity)
    let frozen = unsafe FrozenBuffer(adopting: fitting, count: count, capacity: newCapacity)
    discard self
    return frozen
  }
}

/// The buffer has one owner, and nothing else refers to its allocation.
extension GrowableBuffer: @unchecked Sendable where Element: Sendable {}

extension GrowableBuffer {
  /// A copy of the elements.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public func array() -> [Element] {
    // SAFETY: the array has capacity for `count` elements, and `count` elements of this buffer are
    // initialized.
    unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      let elements = unsafe UnsafeBufferPointer(start: base, count: count)
      initialized = unsafe buffer.initialize(from: elements).index
    }
  }
}

extension GrowableBuffer {
  /// Makes the memory for the next `count` elements resident, up to the capacity.
  ///
  /// See `Memory.makeResident`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public func makeResident(_ count: Int) {
    // SAFETY: the unused memory of the allocation begins after the `used` elements.
    unsafe Memory.makeResident(
      base + used, min(count, capacity - used), capacity: capacity - used)
  }

  /// Reserves capacity for `additional` more elements, unless the system refuses the memory.
  ///
  /// - Returns: whether the capacity was reserved; if false, the buffer is unchanged.
  /// - Complexity: O(*n*) if the *n* elements must be moved; otherwise O(1).
  public mutating func reserveIfPossible(_ additional: Int) -> Bool {
    if capacity - count >= additional { return true }
    let (needed, overflow) = count.addingReportingOverflow(additional)
    if overflow { return false }
    // If the system refuses to double the capacity, it may still grant the required size.
    for wanted in [max(needed, capacity * 2), needed] {
      if let moved = unsafe Memory.reallocateIfPossible(base, from: capacity, to: wanted) {
        unsafe base = moved
        capacity = wanted
        return true
      }
    }
    return false
  }
}

extension GrowableBuffer<UInt8> {
  /// Appends a number in little-endian byte order.
  @inlinable package mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(
    number: Number
  ) {
    let size = MemoryLayout<Number>.size
    reserve(size)
    // SAFETY: after `reserve`, the allocation has capacity for `size` bytes after `count`.
    unsafe UnsafeMutableRawPointer(base + count).storeBytes(
      of: number.littleEndian, as: Number.self)
    used = count + size
  }
}
