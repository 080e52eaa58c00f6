/// Whether to use stored indexes.
struct IndexRequest: Equatable {
  /// Always (true) or never (false); nil if there is one that helps.
  var uses: Bool?

  static let parameters: [Parameter<IndexRequest>] = [
    .flag("--index", help: "Fail if no stored index (searchbench index) helps.") {
      $0.uses = true
    },
    .flag("--no-index", help: "Use no stored index; the results are the same.") {
      $0.uses = false
    },
  ]
}
