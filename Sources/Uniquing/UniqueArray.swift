/// An array without equal elements, which tells fast whether an element is in it.
///
/// The elements are contiguous and in the order of insertion. Beside more than a few of them, a hash table holds their
/// positions, 8 bytes a slot, so that an element is stored once and nothing is allocated for it.
///
/// ```swift
/// var names: UniqueArray = ["up", "down"]
/// names.appendIfUnique("left")         // true
/// names.appendIfUnique("down")         // false
/// print(names.firstIndex(of: "left"))  // Optional(2)
/// ```
///
/// Two unique arrays are equal if they have equal elements in the same order. Copies share their storage until one of
/// them changes.
@frozen
public struct UniqueArray<Element: Hashable> {
  /// The elements, in the order of insertion.
  public var elements: [Element] {
    @inlinable get { storage }
  }

  @usableFromInline var storage: [Element]

  /// Where the elements are; nil while they are so few that looking at each is faster.
  @usableFromInline var index: PositionIndex?

  /// Creates an empty array.
  @inlinable
  public init() {
    self.storage = []
    self.index = nil
  }
}

extension UniqueArray: Sendable where Element: Sendable {}

extension UniqueArray {
  /// The number of elements up to which they are compared one by one.
  @inlinable @inline(__always)
  static var scanLimit: Int { 16 }

  /// Whether an element of the array is equal to the given one.
  ///
  /// - Complexity: O(1) on average, if the hashes of elements differ.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    firstIndex(of: element) != nil
  }

  /// The position of the element that is equal to the given one.
  ///
  /// - Complexity: O(1) on average, if the hashes of elements differ.
  @inlinable
  public func firstIndex(of element: Element) -> Int? {
    guard let index else { return storage.firstIndex(of: element) }
    let (slot, isFound) = index.slot(of: index.seed.hash(element)) { storage[$0] == element }
    return isFound ? PositionIndex.position(of: index.slots[slot]) : nil
  }

  /// The position of the element that is equal to the given one: there is no other, first or last.
  ///
  /// - Complexity: O(1) on average, if the hashes of elements differ.
  @inlinable
  public func index(of element: Element) -> Int? { firstIndex(of: element) }

  /// The position of the element that is equal to the given one, which is also its last.
  ///
  /// - Complexity: O(1) on average, if the hashes of elements differ.
  @inlinable
  public func lastIndex(of element: Element) -> Int? { firstIndex(of: element) }
}
