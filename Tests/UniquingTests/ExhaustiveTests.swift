import Testing
import Uniquing

@Suite struct ExhaustiveTests {
  /// Appends every sequence of up to seven elements that are drawn from three letters.
  ///
  /// The elements are appended one by one to an array without an index and to an array with an
  /// index, and in one call to a third array.
  @Test func `short sequences keep the same elements as the reference`() {
    for length in 0...7 {
      for sequence in sequences(of: length, letters: 3) {
        let expected = Reference.unique(sequence)
        var compared = UniqueArray<Int>()
        var indexed = UniqueArray<Int>()
        indexed.reserveCapacity(17)
        for letter in sequence {
          let isNew = !compared.elements.contains(letter)
          let answers = [compared.appendIfUnique(letter), indexed.appendIfUnique(letter)]
          #expect(answers == [isNew, isNew])
        }
        #expect(indexed.slotCount > 0 && compared.slotCount == 0)
        #expect(compared.elements == expected)
        #expect(indexed.elements == expected)
        #expect(indexed.invariantViolation == nil)
        #expect(UniqueArray(sequence).elements == expected)
      }
    }
  }

  @Test func `short sequences of strings and colliding elements agree with the reference`() {
    let texts = ["a", "é", "e\u{301}", "a name too long to be small"]
    for sequence in sequences(of: 5, letters: 4) {
      let strings = sequence.map { texts[$0] }
      var indexed = UniqueArray<String>()
      indexed.reserveCapacity(17)
      indexed.append(contentsOf: strings)
      #expect(indexed.elements == Reference.unique(strings))

      let colliding = sequence.map(SameHash.init)
      var collided = UniqueArray<SameHash>()
      collided.reserveCapacity(17)
      for element in colliding { collided.appendIfUnique(element) }
      #expect(collided.elements == Reference.unique(colliding))
    }
  }

  /// All sequences of five steps.
  ///
  /// There are eight kinds of steps: four append a letter, and four remove a letter.
  @Test func `short sequences of appends and removals agree with the reference`() {
    for program in sequences(of: 5, letters: 8) {
      var reference = Reference<Int>()
      var compared = UniqueArray<Int>()
      var indexed = UniqueArray<SameHash>()
      indexed.reserveCapacity(17)
      for step in program {
        let letter = step % 4
        if step < 4 {
          reference.appendIfUnique(letter)
          compared.appendIfUnique(letter)
          indexed.appendIfUnique(SameHash(value: letter))
        } else {
          let removed = reference.elements.firstIndex(of: letter)
          if let removed { reference.elements.remove(at: removed) }
          let expected = removed == nil ? nil : letter
          let answers = [compared.remove(letter), indexed.remove(SameHash(value: letter))?.value]
          #expect(answers == [expected, expected])
        }
      }
      #expect(compared.elements == reference.elements)
      #expect(indexed.map(\.value) == reference.elements)
      #expect(indexed.invariantViolation == nil)
    }
  }
}
