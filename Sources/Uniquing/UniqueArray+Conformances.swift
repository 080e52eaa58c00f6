extension UniqueArray: Equatable {
  /// Whether both arrays have equal elements in the same order.
  @inlinable
  public static func == (one: Self, other: Self) -> Bool { one.storage == other.storage }
}

extension UniqueArray: Hashable {
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

extension UniqueArray: ExpressibleByArrayLiteral {
  @inlinable
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension UniqueArray: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { storage.description }

  public var debugDescription: String { "UniqueArray(\(storage.debugDescription))" }
}

extension UniqueArray: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage, displayStyle: .collection)
  }
}
