extension Sequence where Element: Equatable {
  /// The elements without repeats, in order of first appearance; for short lists.
  func uniqued() -> [Element] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
