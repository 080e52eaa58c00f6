/// An array without equal elements, with fast lookup of elements.
///
/// The elements are contiguous and in the order of insertion. If there are more than 16 elements, a
/// hash table with 8 bytes per slot contains their positions. Each element is therefore stored
/// only once.
///
/// ```swift
/// var names: UniqueArray = ["up", "down"]
/// names.appendIfUnique("left")         // true
/// names.appendIfUnique("down")         // false
/// print(names.firstIndex(of: "left"))  // Optional(2)
/// ```
///
/// Two unique arrays are equal if they have equal elements in the same order. Copies share their
/// storage until one of them changes.
@frozen
public struct UniqueArray<Element: Hashable> {
  /// The elements, in the order of insertion.
  public var elements: [Element] {
    @inlinable get { storage }
  }

  @usableFromInline var storage: [Element]

  /// The positions of the elements; nil if there are so few elements that a linear search is
  /// faster.
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
  /// The maximum number of elements for which a linear search is used.
  @inlinable @inline(__always)
  static var scanLimit: Int { 16 }

  /// Whether the array contains an element that is equal to `element`.
  ///
  /// - Complexity: O(1) on average, if the hashes of elements differ.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    firstIndex(of: element) != nil
  }

  /// The position of the element that is equal to `element`; nil if no element is equal.
  ///
  /// - Complexity: O(1) on average, if the hashes of elements differ.
  @inlinable
  public func firstIndex(of element: Element) -> Int? {
    guard let index else { return storage.firstIndex(of: element) }
    let (slot, isFound) = index.slot(of: index.seed.hash(element)) { storage[$0] == element }
    return isFound ? PositionIndex.position(of: index.slots[slot]) : nil
  }

  /// The position of the only element that is equal to `element`; the same as `firstIndex(of:)`.
  ///
  /// - Complexity: O(1) on average, if the hashes of elements differ.
  @inlinable
  public func index(of element: Element) -> Int? { firstIndex(of: element) }

  /// The position of the only element that is equal to `element`; the same as `firstIndex(of:)`.
  ///
  /// - Complexity: O(1) on average, if the hashes of elements differ.
  @inlinable
  public func lastIndex(of element: Element) -> Int? { firstIndex(of: element) }
}
