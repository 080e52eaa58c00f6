internal import Searching
internal import UnicodeText

/// Resolves the names in a search request.
enum SearchChoices {
  /// The strategies with these names; all strategies if `names` is empty.
  static func strategies(_ names: [String]) throws(BenchmarkError) -> [String] {
    try choose(names, among: StrategyCatalog.all.map(\.name), kind: "strategy")
  }

  /// The name that lets the searcher choose the access path.
  static let automaticPath = "auto"

  /// The access paths with these names, which may include `auto`; if `names` is empty, all paths
  /// except `auto`.
  static func paths(_ names: [String]) throws(BenchmarkError) -> [String] {
    if names.isEmpty { return AccessPathCatalog.names }
    return try choose(names, among: AccessPathCatalog.names + [automaticPath], kind: "access path")
  }

  /// The chosen contenders that support at least one of `strategies`.
  static func contenders(
    _ choice: ContenderChoice, of process: (any SearchContenders)?, for strategies: [String],
    _ context: ExperimentContext
  ) throws(BenchmarkError) -> [ContenderInfo] {
    let all = process?.contenders ?? []
    switch choice {
    case .none: return []
    case .all:
      if process == nil { context.onNote(BenchmarkError.contendersNotInstalled.message) }
      return all.filter { $0.answersOne(of: strategies) }
    case .named(let names):
      if process == nil { throw .contendersNotInstalled }
      if names.isEmpty { throw .nothing("contender") }
      let chosen = try choose(names, among: all.map(\.name), kind: "contender")
      let infos = all.filter { chosen.contains($0.name) }
      if let unable = infos.first(where: { !$0.answersOne(of: strategies) }) {
        throw .unsupportedStrategies(contender: unable.name, strategies: strategies)
      }
      return infos
    }
  }

  /// Checks that all names are known, and removes duplicates; returns `known` if `names` is empty.
  private static func choose(
    _ names: [String], among known: [String], kind: String
  ) throws(BenchmarkError) -> [String] {
    if names.isEmpty { return known }
    var chosen: [String] = []
    for name in names where !chosen.contains(name) {
      guard known.contains(name) else {
        let nearest = Nearest.match(name, among: known)
        throw .unknown(
          kind: kind, name, nearest: nearest, known: nearest == nil ? known : [])
      }
      chosen.append(name)
    }
    return chosen
  }
}

extension ContenderInfo {
  fileprivate func answersOne(of strategies: [String]) -> Bool {
    self.strategies.contains(where: strategies.contains)
  }
}
