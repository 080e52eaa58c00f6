import Corpora
import Searching

@testable import Benchmarking

/// Fake contenders that search in the test process, or fail as configured.
final class FakeContenders: SearchContenders {
  typealias Search = @Sendable (Query, Corpus) throws(ContenderError) -> [Int]

  private(set) var contenders: [ContenderInfo] = []
  private var searches: [String: Search] = [:]
  private var corpus: Corpus?
  private var sample: ResultSet?
  private var answered: String?

  /// The errors that `sample` throws, by contender; the first call for a contender never throws.
  var failures: [String: ContenderError] = [:]
  var loadFailure: ContenderError?
  private(set) var loads: [String] = []
  private(set) var answers: [String] = []
  private(set) var samples: [String] = []

  func add(
    _ name: String, _ strategies: [String], dialect: String? = nil, _ search: @escaping Search
  ) {
    contenders.append(
      ContenderInfo(
        name: name, strategies: strategies, summary: "Is a fake.", dialect: dialect))
    searches[name] = search
  }

  /// Finds the records whose text contains the query's text literally.
  static let contains: Search = { query, corpus in
    (0..<corpus.count).filter {
      corpus.text(of: RecordID(UInt64($0)), field: 0).contains(query.text)
    }
  }

  func load(_ corpus: Corpus, records: ResultSet?) throws(ContenderError) {
    if let loadFailure { throw loadFailure }
    self.corpus = corpus
    sample = records
    answered = nil
    loads.append("\(corpus.name) \(records?.count ?? corpus.count)")
  }

  func answer(
    _ contender: String, to query: Query, cutoff: UInt64, isCancelled: () -> Bool
  ) throws(ContenderError) -> ContenderAnswer {
    guard let corpus, let search = searches[contender] else { throw .absent }
    answers.append("\(contender) \(query.text)")
    let found = try search(query, corpus).map { RecordID(UInt64($0)) }
    answered = contender
    return ContenderAnswer(
      records: found.filter { sample?.contains($0) ?? true }, nanoseconds: 2_000_000)
  }

  func sample(
    _ iterations: Int, cutoff: UInt64, isCancelled: () -> Bool
  ) throws(ContenderError) -> UInt64 {
    guard let answered else { throw .absent }
    samples.append(answered)
    if let failure = failures[answered], samples.count(where: { $0 == answered }) > 1 {
      throw failure
    }
    return UInt64(iterations) * 2_000_000
  }
}
