/// The simplest implementation of a unique array.
struct Reference<Element: Equatable>: Equatable {
  var elements: [Element] = []

  @discardableResult
  mutating func appendIfUnique(_ element: Element) -> Bool {
    for other in elements where other == element { return false }
    elements += [element]
    return true
  }

  static func unique(_ elements: some Sequence<Element>) -> [Element] {
    var reference = Reference()
    for element in elements { reference.appendIfUnique(element) }
    return reference.elements
  }
}

/// All sequences of `length` numbers below `letters`.
func sequences(of length: Int, letters: Int) -> [[Int]] {
  var all: [[Int]] = [[]]
  for _ in 0..<length {
    all = all.flatMap { start in (0..<letters).map { start + [$0] } }
  }
  return all
}
