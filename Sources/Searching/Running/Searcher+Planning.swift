internal import Corpora
internal import Synchronization
internal import Threading
internal import UnicodeText

/// The access path that a search uses, and the candidates that the path found.
struct SearchPlan {
  let name: String
  let answer: PathCandidates
  /// The reason why this path was chosen, to show in explanations.
  let reason: String
  /// Whether only the records of an earlier result are searched.
  var isNarrowed = false
}

extension Searcher {
  /// The extra cost of a candidate that is not adjacent to another candidate, in bytes of text.
  ///
  /// Such a candidate causes cache misses, and needs a scan of its own. The cost is the number of
  /// bytes that could be scanned in the same time.
  private static let startCost = 320

  /// The reason to show if the settings name the access path.
  private static let setReason = "selected by --path or :set path"

  /// Chooses the access path for a search.
  ///
  /// If the settings name a path that can test the requirement, that path is used. If the named
  /// path cannot test it, all text is read. If the settings name no path, the built path with the
  /// lowest cost is used.
  ///
  /// If the settings name no path, the plan can also limit the search to `narrowed`, the records of
  /// an earlier result.
  func plan(
    for matcher: any Matcher, _ setting: (any AccessPath.Type)?, within narrowed: ResultSet? = nil
  ) -> SearchPlan {
    let requirement = matcher.requirement.forIndexes(foldedBy: matcher.folding)
    guard let setting else {
      return cheapest(for: requirement, matcher.isRequirementSufficient, narrowed)
    }
    if setting.name == ScanPath.name {
      return SearchPlan(name: ScanPath.name, answer: PathCandidates(.all), reason: Self.setReason)
    }
    let built = kept.withLock { $0.paths[setting.name] }
    if let answer = built?.path.candidates(meeting: requirement) {
      return SearchPlan(name: setting.name, answer: answer, reason: Self.setReason)
    }
    let reason = "Reads all text: the selected path \(setting.name) cannot test this query."
    return SearchPlan(name: ScanPath.name, answer: PathCandidates(.all), reason: reason)
  }

  private func cheapest(
    for requirement: Requirement, _ isSufficient: Bool, _ narrowed: ResultSet?
  ) -> SearchPlan {
    let built = kept.withLock { $0.paths }
    let narrowedCost = narrowed.map { cost(of: $0) }
    let limit = min(corpus.textBytes, narrowedCost ?? .max)
    var best: (name: String, cost: Int, offer: PathOffer, isNarrowed: Bool)?
    for type in AccessPathCatalog.buildable {
      guard let path = built[type.name]?.path,
        let offer = Self.offer(requirement, isSufficient, by: path)
      else { continue }
      let estimate = offer.estimate
      let cost = estimate.indexBytes + estimate.textBytes + estimate.runs * estimate.runCost
      if cost < best?.cost ?? limit { best = (type.name, cost, offer, false) }
      guard let narrowedCost else { continue }
      // Assume that the path selects the same fraction of the records in the earlier result as in
      // the whole corpus.
      let share = Double(estimate.textBytes) / Double(max(1, corpus.textBytes))
      let both = estimate.indexBytes + Int(Double(narrowedCost) * min(1, share))
      if both < best?.cost ?? limit { best = (type.name, both, offer, true) }
    }
    if let best, let answer = best.offer.answer() {
      return SearchPlan(
        name: best.name, answer: answer, reason: describe(best.offer.estimate),
        isNarrowed: best.isNarrowed)
    }
    if narrowed != nil, limit < corpus.textBytes {
      let reason = "Reads only the records of an earlier result."
      return SearchPlan(
        name: ScanPath.name, answer: PathCandidates(.all), reason: reason, isNarrowed: true)
    }
    let reason =
      built.isEmpty || requirement == .nothing
      ? ScanPath.summary : "Reads all text: no index would skip enough text."
    return SearchPlan(name: ScanPath.name, answer: PathCandidates(.all), reason: reason)
  }

  /// The offer of a path: the path's cost estimate, and a closure that finds the path's candidates.
  ///
  /// If the path finds exactly the records that meet the requirement, and all these records match,
  /// the estimated amount of text to read is 0.
  private static func offer(
    _ requirement: Requirement, _ isSufficient: Bool, by path: any AccessPath
  ) -> PathOffer? {
    guard var offer = path.offer(requirement) else { return nil }
    if offer.estimate.isExact, isSufficient {
      offer.estimate.textBytes = 0
      offer.estimate.runs = 0
    }
    return offer
  }

  /// The cost of examining the records of a set, in bytes of text.
  private func cost(of records: ResultSet) -> Int {
    let recordSize = corpus.textBytes / max(1, corpus.count)
    return records.count * (recordSize + Self.startCost)
  }

  private func describe(_ estimate: PathEstimate) -> String {
    let all = max(1, corpus.textBytes)
    let permille = (estimate.textBytes * 1000 + all / 2) / all
    let share =
      estimate.textBytes == 0 ? "no text" : "about \(permille / 10).\(permille % 10) % of the text"
    return "Needs to read \(share)."
  }

  static func restrict(_ candidates: Candidates, to records: ResultSet?) -> Candidates {
    guard let records else { return candidates }
    return switch candidates {
    case .all: .some(records)
    case .some(let others): .some(others.intersection(records))
    case .runs(let runs): .some(records.intersection(runs))
    }
  }

  /// The outcome of a search without a scan; all candidates must be known to match.
  ///
  /// Returns `nil` if the hits must be counted, and `matcher` must read the records to count them.
  func known(
    _ candidates: Candidates, _ matcher: any Matcher, countingHits: Bool, limit: Int?
  ) -> Scan.Outcome? {
    guard case .some(let records) = candidates else { return nil }
    let isEnough = limit.map { records.count >= $0 } ?? false
    let results = limit.map { records.first($0) } ?? records
    var outcome = Scan.Outcome(universe: corpus.count)
    if countingHits {
      guard let hits = matcher.hitCount(ofMatching: results, in: corpus) else { return nil }
      outcome.hitCount = hits
    }
    outcome.results = results
    outcome.completion = isEnough ? .stoppedEarly : .complete
    return outcome
  }

  /// Whether there are so few candidates that folding them one by one costs less than folding the
  /// whole corpus.
  func isFew(_ candidates: Candidates) -> Bool {
    switch candidates {
    case .all: return false
    case .some(let records): return records.count <= corpus.count / 64
    case .runs(let runs):
      return runs.reduce(0) { $0 + $1.count } <= corpus.count / 64
    }
  }
}

// MARK: Explanations

extension Searcher {
  /// Explains how a query is interpreted, and how it would be run.
  ///
  /// - Throws: the error in the query, with its position.
  /// - Complexity: The cost of choosing an access path.
  public func explain(_ query: Query) throws(QueryError) -> Explanation {
    try explain(CompiledQuery(query))
  }

  /// Explains how a compiled query would be run.
  ///
  /// - Throws: the error in the query.
  /// - Complexity: The cost of choosing an access path.
  public func explain(_ compiled: CompiledQuery) throws(QueryError) -> Explanation {
    let query = compiled.query
    let setting = try AccessPathCatalog.path(for: query.options.accessPath)
    let matcher = try matcher(for: compiled)
    let plan = plan(for: matcher, setting)
    var lines = Explanation.lines(of: matcher, for: query)
    lines.append(.init("access path", "\(plan.name): \(plan.reason)"))
    lines += otherPaths(for: matcher, but: plan.name)
    let count =
      switch plan.answer.candidates {
      case .all: corpus.count
      case .some(let records): records.count
      case .runs(let runs): runs.reduce(0) { $0 + $1.count }
      }
    let isRead = !(plan.answer.isExact && matcher.isRequirementSufficient)
    let examined =
      isRead
      ? "\(count) of \(corpus.count)"
      : "none of \(count): the index alone decides which records match"
    lines.append(.init("records to examine", examined))
    return Explanation(query: query, lines: lines)
  }

  /// The explanations of the paths that were not chosen.
  private func otherPaths(for matcher: any Matcher, but chosen: String) -> [Explanation.Line] {
    let built = kept.withLock { $0.paths }
    let requirement = matcher.requirement.forIndexes(foldedBy: matcher.folding)
    return AccessPathCatalog.buildable.filter { $0.name != chosen }.map { type in
      guard let path = built[type.name]?.path else {
        return .init("not chosen", "\(type.name): not built")
      }
      let offer = Self.offer(requirement, matcher.isRequirementSufficient, by: path)
      guard let offer else {
        return .init("not chosen", "\(type.name): cannot test this query")
      }
      return .init("not chosen", "\(type.name): \(describe(offer.estimate))")
    }
  }
}

extension Explanation {
  /// Explains how a query is interpreted; the explanation is the same for every source.
  package static func lines(of matcher: any Matcher, for query: Query) -> [Line] {
    let requirement = matcher.requirement
    var lines = [
      Line("strategy", query.strategy.name), Line("folding", describe(matcher.folding)),
    ]
    lines += matcher.explanation
    lines.append(.init("requirement", requirement.description))
    let literals = requirement.requiredLiterals.map {
      "\"\(String(decoding: $0, as: UTF8.self))\""
    }
    lines.append(
      .init("required literals", literals.isEmpty ? "none" : literals.joined(separator: " ")))
    return lines
  }

  private static func describe(_ folding: Folding?) -> String {
    guard let folding else { return "none: the original text is searched" }
    return "case \(folding.ignoresCase ? "ignored" : "sensitive"), "
      + "diacritics \(folding.ignoresDiacritics ? "ignored" : "sensitive")"
  }
}
