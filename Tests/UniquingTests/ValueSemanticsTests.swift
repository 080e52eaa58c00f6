import Testing
import Uniquing

@Suite struct ValueSemanticsTests {
  private typealias Change = @Sendable (inout UniqueArray<Int>) -> Void

  private static let changes: [Change] = [
    { $0.appendIfUnique(1_000) },
    { $0.append(contentsOf: Array(900..<1_100)) },
    { $0.remove(5) },
    { $0.remove(at: 0) },
    { $0.removeLast() },
    { $0.removeAll { $0 % 2 == 0 } },
    { $0.removeAll() },
    { $0.removeAll(keepingCapacity: true) },
    { $0.reserveCapacity(4_000) },
  ]

  @Test(arguments: [10, 30, 500])
  func `changing a copy does not change the original, and vice versa`(count: Int) {
    for change in Self.changes {
      let original = UniqueArray(0..<count)
      var copy = original
      change(&copy)
      #expect(original.elements == Array(0..<count))
      #expect(original.invariantViolation == nil)
      #expect(copy.invariantViolation == nil)

      var changed = original
      let kept = changed
      change(&changed)
      #expect(kept == original)
      #expect(kept.invariantViolation == nil)
      #expect(changed == copy)
    }
  }

  @Test func `copies of an array change independently`() {
    var arrays = Array(repeating: UniqueArray(0..<100), count: 5)
    for number in arrays.indices {
      for element in 0..<50 { arrays[number].appendIfUnique(1_000 * (number + 1) + element) }
      arrays[number].remove(number)
    }
    for (number, array) in arrays.enumerated() {
      #expect(array.count == 149)
      #expect(array.invariantViolation == nil)
      #expect(!array.contains(number))
      #expect(array.contains(1_000 * (number + 1) + 49))
      #expect(!array.contains(1_000 * (number + 2)))
    }
  }

  @Test func `an array can append its own elements`() {
    var array = UniqueArray(0..<100)
    array.append(contentsOf: array)
    array.append(contentsOf: array.elements)
    #expect(array.elements == Array(0..<100))
  }

  @Test func `elements are released with the last array that contains them`() {
    final class Token: Hashable {
      static func == (one: Token, other: Token) -> Bool { one === other }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    weak var last: Token?
    do {
      let tokens = (0..<40).map { _ in Token() }
      last = tokens.last
      var array = UniqueArray(tokens)
      let copy = array
      let removed = array.removeLast()
      #expect(removed === last)
      #expect(copy.count == 40)
    }
    #expect(last == nil)
  }
}
