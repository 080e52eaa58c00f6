/// Whether to use stored indexes.
struct IndexRequest: Equatable {
  /// Whether to require a stored index (true) or to use no index (false).
  ///
  /// If nil, an index is used only if it speeds up the search.
  var uses: Bool?

  static let parameters: [Parameter<IndexRequest>] = [
    .flag("--index", help: "Fail if no stored index can be used.") {
      $0.uses = true
    },
    .flag("--no-index", help: "Use no stored index; the results are the same.") {
      $0.uses = false
    },
  ]
}
