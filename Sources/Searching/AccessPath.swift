package import Corpora
internal import Synchronization
internal import Threading
package import UnicodeText

/// The records that a search has to examine.
package enum Candidates: Equatable, Sendable {
  case all
  case some(ResultSet)
  /// Runs of record numbers in ascending order; no two runs touch or overlap.
  case runs([Range<Int>])
}

/// The text that access paths index: a corpus, and its copy folded to ignore case and diacritics.
package struct IndexedText: Sendable {
  package static let folding = Folding(ignoresCase: true, ignoresDiacritics: true)

  package let corpus: Corpus
  package let folded: FoldedCorpus

  package init(corpus: Corpus, folded: FoldedCorpus) {
    self.corpus = corpus
    self.folded = folded
  }
}

/// An access path's estimate of the cost of a search.
package struct PathEstimate: Hashable, Sendable {
  /// The number of bytes of the index that are read to find the candidates.
  package var indexBytes: Int
  /// The number of bytes of text in the candidates.
  package var textBytes: Int
  /// The number of candidates.
  package var records: Int
  /// The number of runs of adjacent records among the candidates.
  package var runs: Int
  /// The cost of starting a run: the number of bytes of text that a scan reads in the same time.
  package var runCost: Int
  /// Whether every candidate is certain to meet the requirement.
  package var isExact: Bool

  /// Creates an estimate; if `runs` is `nil`, assumes that no two candidates are adjacent.
  package init(
    indexBytes: Int, textBytes: Int, records: Int, runs: Int? = nil, runCost: Int = 1024,
    isExact: Bool = false
  ) {
    self.indexBytes = indexBytes
    self.textBytes = textBytes
    self.records = records
    self.runs = runs ?? records
    self.runCost = runCost
    self.isExact = isExact
  }
}

/// The candidates that an access path found.
package struct PathCandidates: Sendable {
  package var candidates: Candidates

  /// Whether every candidate is certain to meet the requirement.
  ///
  /// If true, a matcher whose requirement is sufficient does not check the candidates.
  package var isExact: Bool

  package init(_ candidates: Candidates, isExact: Bool = false) {
    self.candidates = candidates
    self.isExact = isExact
  }
}

/// An estimate of a search's cost, and a closure that finds the candidates.
package struct PathOffer {
  package var estimate: PathEstimate
  /// Finds the candidates; returns `nil` if the access path cannot test the requirement.
  package let answer: () -> PathCandidates?

  package init(estimate: PathEstimate, answer: @escaping () -> PathCandidates?) {
    self.estimate = estimate
    self.answer = answer
  }
}

/// Finds the records of a corpus that a search has to examine.
///
/// Every record that meets the requirement must be among the candidates. The matcher then checks
/// each candidate. The check is skipped if two conditions hold: every candidate is certain to meet
/// the requirement, and every record that meets the requirement matches the query. An access path
/// therefore changes the time of a search, but never its result.
package protocol AccessPath: Sendable {
  /// The value of the setting `path` that selects this access path.
  static var name: String { get }

  /// A summary for the help, in one sentence.
  static var summary: String { get }

  /// Builds the access path; returns `nil` if the build was canceled through `monitor`.
  static func build(over text: IndexedText, threads: Int, monitor: BuildMonitor) -> Self?

  /// The memory of the access path, in bytes; the text is not included.
  var memoryBytes: Int { get }

  /// The expected cost of finding and checking the candidates.
  ///
  /// Returns `nil` if this path cannot test the requirement.
  func estimate(_ requirement: Requirement) -> PathEstimate?

  /// The records that may meet the requirement; `nil` if this path cannot test the requirement.
  func candidates(meeting requirement: Requirement) -> PathCandidates?

  /// An estimate of the search's cost, and a closure that finds the candidates.
  ///
  /// Returns `nil` if this path cannot test the requirement.
  ///
  /// The default implementation calls `estimate(_:)` now and `candidates(meeting:)` later.
  /// Implement this method if the estimate and the search for candidates can share work.
  func offer(_ requirement: Requirement) -> PathOffer?
}

extension AccessPath {
  package func offer(_ requirement: Requirement) -> PathOffer? {
    estimate(requirement).map { estimate in
      PathOffer(estimate: estimate) { candidates(meeting: requirement) }
    }
  }
}

extension AccessPath {
  /// Builds the access path on other threads and waits until it is built.
  ///
  /// Returns `nil` if `isCancelled` stops the build.
  package static func build(
    over text: IndexedText, threads: Int, isCancelled: () -> Bool
  ) -> Self? {
    let monitor = BuildMonitor()
    let built = SharedResult<Self?>(nil)
    Workers.runOnSeparateThread(
      {
        let path = build(over: text, threads: threads, monitor: monitor)
        built.value.withLock { $0 = path }
      }, isCancelled: isCancelled, cancel: monitor.cancel)
    return built.value.withLock { $0 }
  }
}

/// A value that one thread sets and another reads.
private final class SharedResult<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}

/// Shows the progress of a build of access paths to another thread, which can cancel the build.
package final class BuildMonitor: Sendable {
  private let done = Atomic<Int>(0)
  private let total = Atomic<Int>(0)
  private let cancelled = Atomic<Bool>(false)

  package init() {}

  /// How much of the work is done, from 0 to 1.
  package var fraction: Double {
    let total = total.load(ordering: .relaxed)
    return total == 0 ? 0 : min(1, Double(done.load(ordering: .relaxed)) / Double(total))
  }

  package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  package func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// Adds units of work to the total amount of work.
  package func expect(_ units: Int) { total.wrappingAdd(units, ordering: .relaxed) }

  /// Marks units of work as done.
  package func advance(by units: Int) { done.wrappingAdd(units, ordering: .relaxed) }
}
