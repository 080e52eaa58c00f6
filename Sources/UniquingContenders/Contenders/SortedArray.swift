extension UniquingContender {
  static let sortedArray = UniquingContender(
    name: "sorted-array",
    summary:
      "Keeps the array sorted and finds each element by binary search; the order becomes ascending.",
    keepsOrder: false,
    uniqueInts: { unique($0) },
    uniqueStrings: { unique($0) })
}

private func unique<Element: Comparable>(_ elements: [Element]) -> [Element] {
  var kept: [Element] = []
  for element in elements {
    let place = kept.firstPlace(notBelow: element)
    if place == kept.count || kept[place] != element { kept.insert(element, at: place) }
  }
  return kept
}

extension Array where Element: Comparable {
  /// The position of the first element that is not less than `element`, in a sorted array.
  fileprivate func firstPlace(notBelow element: Element) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
