/// A growing run of plain values in one allocation, owned by one variable.
///
/// Growth doubles the capacity; the pages of a large block are moved, not copied, and memory that was reserved but never
/// written is not resident. `freeze()` gives the unused part back.
///
/// - Complexity: appending is amortised O(1) an element.
@safe public struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int

  @usableFromInline var used: Int

  /// The number of elements.
  @inlinable public var count: Int { used }

  /// Creates an empty buffer with room for `capacity` elements.
  public init(capacity: Int = 0) {
    self.capacity = max(capacity, 16)
    self.used = 0
    unsafe self.base = Memory.allocate(self.capacity)
  }

  deinit { unsafe Memory.deallocate(base, capacity) }

  /// Makes room for `additional` more elements.
  @inlinable public mutating func reserve(_ additional: Int) {
    if capacity - count < additional { grow(by: additional) }
  }

  @usableFromInline mutating func grow(by additional: Int) {
    let wanted = max(count + additional, capacity * 2)
    unsafe base = Memory.reallocate(base, from: capacity, to: wanted)
    capacity = wanted
  }

  @inlinable public mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    // SAFETY: `count < capacity` holds after growing.
    unsafe base[count] = element
    used = count + 1
  }

  /// Appends a copy of all of `elements`.
  @inlinable public mutating func append(copying elements: Span<Element>) {
    let added = elements.count
    if added == 0 { return }
    reserve(added)
    // SAFETY: `added` elements fit after `count`; a span never overlaps this buffer, which is uniquely owned.
    unsafe elements.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + count).update(from: start, count: added)
    }
    used = count + added
  }

  /// Lends room for at most `limit` elements at the end; `body` returns how many it wrote from the start of that room.
  @inlinable public mutating func append<E: Error>(
    upTo limit: Int, _ body: (UnsafeMutableBufferPointer<Element>) throws(E) -> Int
  ) throws(E) {
    reserve(limit)
    // SAFETY: the room of `limit` elements after `count` is allocated.
    let written = try unsafe body(UnsafeMutableBufferPointer(start: base + count, count: limit))
    precondition(written >= 0 && written <= limit)
    used = count + written
  }

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

  /// Forgets all elements from `newCount` on; the capacity stays.
  @inlinable public mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    used = newCount
  }

  /// Lends the elements.
  @inlinable public func withSpan<R: ~Copyable, E: Error>(_ body: (Span<Element>) throws(E) -> R)
    throws(E) -> R
  {
    // SAFETY: the elements live as long as `self`, which the call borrows.
    try unsafe body(UnsafeBufferPointer(start: base, count: count).span)
  }

  /// Lends the elements for changing in place.
  @inlinable public mutating func withUnsafeMutableBufferPointer<R: ~Copyable, E: Error>(
    _ body: (UnsafeMutableBufferPointer<Element>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeMutableBufferPointer(start: base, count: count))
  }

  /// Ends growth and hands the elements to an immutable buffer that can be shared; unused room is given back.
  public consuming func freeze() -> FrozenBuffer<Element> where Element: Sendable {
    let room = max(count, 1)
    let fitting = unsafe Memory.reallocate(base, from: capacity, to: room)
    let frozen = unsafe FrozenBuffer(adopting: fitting, count: count, room: room)
    discard self
    return frozen
  }
}

/// It has one owner, and nothing else knows its block.
extension GrowableBuffer: @unchecked Sendable where Element: Sendable {}
