import Foundation
import Testing
import Uniquing

@Suite struct ConformanceTests {
  @Test(arguments: [0, 3, 40])
  func `a unique array is read like an array`(count: Int) {
    let elements = (0..<count).map { $0 * 3 }
    let array = UniqueArray(elements)
    #expect(array.count == count && array.isEmpty == (count == 0))
    #expect(Array(array) == elements)
    #expect(array.reversed() == elements.reversed())
    #expect(array.first == elements.first && array.last == elements.last)
    #expect(array.indices == elements.indices)
    #expect(array.indices.map { array[$0] } == elements)
    #expect(Array(array.dropFirst()) == Array(elements.dropFirst()))
    let stored = unsafe array.withContiguousStorageIfAvailable { unsafe Array($0) }
    #expect(stored == elements)
    #expect(array.contains(6) == elements.contains(6))
    #expect(array.description == elements.description)
    #expect(array.debugDescription == "UniqueArray(\(elements))")
    #expect(array.customMirror.children.count == count)
  }

  @Test func `equal arrays have the same elements in the same order`() {
    let one: UniqueArray = [1, 2, 3, 2]
    #expect(one == UniqueArray([1, 1, 2, 3]))
    #expect(one != [1, 3, 2])
    #expect(one != [1, 2])
    #expect(Set([one, [1, 2, 3], [3, 2, 1]]).count == 2)
  }

  @Test(arguments: [0, 1, 16, 17, 1_000])
  func `encoded elements are decoded`(count: Int) throws {
    let array = UniqueArray((0..<count).map { "name \($0 % 700)" })
    let data = try JSONEncoder().encode(array)
    #expect(try JSONDecoder().decode([String].self, from: data) == array.elements)
    let decoded = try JSONDecoder().decode(UniqueArray<String>.self, from: data)
    #expect(decoded == array)
    #expect(decoded.invariantViolation == nil)
  }

  @Test func `decoding an array with repeated elements is an error`() throws {
    for text in [#"["a", "b", "a"]"#, #"["\u00e9", "e\u0301"]"#] {
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(UniqueArray<String>.self, from: Data(text.utf8))
      }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("\(String(describing: error)) is not about corrupted data")
        continue
      }
      #expect(context.debugDescription.contains("is not unique"))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(UniqueArray<String>.self, from: Data(#"{"a": 1}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(UniqueArray<Int>.self, from: Data(#"[1, "b"]"#.utf8))
    }
  }

  @Test func `an array appends only elements that it does not contain`() {
    var array = [3, 1]
    let isNew = [array.appendIfUnique(2), array.appendIfUnique(1)]
    #expect(isNew == [true, false])
    array.appendIfUnique(3)
    #expect(array == [3, 1, 2])
  }
}
