internal import Corpora
internal import UnicodeText

/// An index that finds the records that contain a token with a given prefix.
///
/// Text is split into tokens as in the token-prefix strategy with its standard separators. Tokens
/// are sorted by their bytes, so all tokens with a common prefix are adjacent. The posting lists
/// are in the order of their tokens.
///
/// The index of a corpus of 2³² records or more is empty, and cannot test any requirement.
package struct TokenIndex: AccessPath {
  package static let name = "tokens"
  package static let summary = "Finds records by the starts of their words."

  let dictionary: TokenDictionary
  let postings: PrefixPostings

  /// The number of bytes of the folded text.
  let textBytes: Int

  /// Whether record numbers fit in 32 bits.
  let isUsable: Bool

  package var memoryBytes: Int { dictionary.memoryBytes + postings.memoryBytes }

  package static func build(
    over text: IndexedText, threads: Int, monitor: BuildMonitor
  ) -> TokenIndex? {
    TokenIndexBuilder(text, threads: threads, monitor: monitor).build()
  }

  // MARK: Finding candidates

  package func candidates(meeting requirement: Requirement) -> PathCandidates? {
    guard isUsable, let found = find(requirement) else { return nil }
    return PathCandidates(
      .some(found.records.resultSet(of: postings.universe)), isExact: found.isExact)
  }

  /// A superset of the records that meet a requirement.
  private struct Found {
    var records: RecordBits
    var isExact: Bool
  }

  private func find(_ requirement: Requirement) -> Found? {
    switch requirement {
    case .nothing, .substring: return nil
    case .tokenPrefix(let prefix):
      guard let slice = slice(of: prefix) else { return nil }
      return Found(
        records: RecordBits(slice, of: postings), isExact: Self.isExact(prefix))
    case .all(let parts): return findAll(parts)
    case .any(let parts):
      var found = Found(records: .list([]), isExact: true)
      for part in parts {
        guard let other = find(part) else { return nil }
        found.records.formUnion(other.records, of: postings.universe)
        found.isExact = found.isExact && other.isExact
      }
      return found
    }
  }

  /// Finds the records that meet all requirements in `parts`, but ignores requirements that the
  /// index cannot test.
  ///
  /// The prefixes with the fewest records are intersected first.
  private func findAll(_ parts: [Requirement]) -> Found? {
    var slices: [PrefixPostings.Slice] = []
    var found: Found?
    var isExact = true
    for part in parts {
      if case .tokenPrefix(let prefix) = part, let slice = slice(of: prefix) {
        // No token has this prefix, so no record meets the requirement.
        if slice.maximumCount == 0 { return Found(records: .list([]), isExact: true) }
        slices.append(slice)
        isExact = isExact && Self.isExact(prefix)
      } else if let other = find(part) {
        isExact = isExact && other.isExact
        if found == nil { found = other } else { found?.records.formIntersection(other.records) }
      } else {
        isExact = false
      }
    }
    for slice in slices.sorted(by: { $0.maximumCount < $1.maximumCount }) {
      if found == nil {
        found = Found(records: RecordBits(slice, of: postings), isExact: true)
      } else {
        found?.records.formIntersection(slice, of: postings)
      }
    }
    found?.isExact = isExact
    return found
  }

  private func slice(of prefix: [UInt8]) -> PrefixPostings.Slice? {
    if prefix.isEmpty { return nil }
    return postings.slice(of: prefix, dictionary.run(of: prefix.span))
  }

  /// Whether the prefix is short enough to be compared completely.
  ///
  /// The index stores only the first `tokenLimit` bytes of each token.
  private static func isExact(_ prefix: [UInt8]) -> Bool {
    prefix.count <= TokenDictionary.tokenLimit
  }

  // MARK: Estimating

  package func estimate(_ requirement: Requirement) -> PathEstimate? {
    guard isUsable, let cost = cost(requirement) else { return nil }
    let universe = postings.universe
    let records = Int(cost.share * Double(universe) + 0.5)
    let recordSize = textBytes / max(1, universe)
    return PathEstimate(
      indexBytes: cost.bytes, textBytes: records * recordSize, records: records,
      runs: Int(cost.share * (1 - cost.share) * Double(universe) + 1), isExact: cost.isExact)
  }

  private struct Cost {
    var bytes: Int
    /// The expected fraction of all records that are candidates.
    var share: Double
    var isExact: Bool
  }

  private func cost(_ requirement: Requirement) -> Cost? {
    switch requirement {
    case .nothing, .substring: return nil
    case .tokenPrefix(let prefix):
      guard let slice = slice(of: prefix) else { return nil }
      return Cost(
        bytes: postings.bytes(of: slice),
        share: Double(slice.maximumCount) / Double(max(1, postings.universe)),
        isExact: Self.isExact(prefix))
    case .all(let parts):
      let costs = parts.map { cost($0) }
      let known = costs.compactMap(\.self)
      if known.isEmpty { return nil }
      return Cost(
        bytes: known.reduce(0) { $0 + $1.bytes }, share: known.reduce(1) { $0 * $1.share },
        isExact: known.count == costs.count && known.allSatisfy(\.isExact))
    case .any(let parts):
      var sum = Cost(bytes: 0, share: 0, isExact: true)
      for part in parts {
        guard let cost = cost(part) else { return nil }
        sum.bytes += cost.bytes
        sum.share = min(1, sum.share + cost.share)
        sum.isExact = sum.isExact && cost.isExact
      }
      return sum
    }
  }
}
