package import Corpora
internal import Synchronization
internal import Threading
package import UnicodeText

/// The records that a search has to look at.
package enum Candidates: Equatable, Sendable {
  case all
  case some(ResultSet)
  /// Runs of record numbers, ascending, none touching another.
  case runs([Range<Int>])
}

/// The text that access paths are built over: a corpus, folded so that case and diacritics are ignored.
package struct IndexedText: Sendable {
  package static let folding = Folding(ignoresCase: true, ignoresDiacritics: true)

  package let corpus: Corpus
  package let folded: FoldedCorpus

  package init(corpus: Corpus, folded: FoldedCorpus) {
    self.corpus = corpus
    self.folded = folded
  }
}

/// What a path expects a search to cost.
package struct PathEstimate: Hashable, Sendable {
  /// The bytes of the index that are read to find the candidates.
  package var indexBytes: Int
  /// The bytes of text in the candidates.
  package var textBytes: Int
  /// The candidates.
  package var records: Int
  /// The runs of neighbours that the candidates make up.
  package var runs: Int
  /// What a run costs besides its text, in bytes of text.
  package var runCost: Int
  /// Whether each candidate meets the requirement.
  package var isExact: Bool

  /// Creates an estimate; without `runs` each candidate lies apart from the others.
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

/// What a path found.
package struct PathAnswer: Sendable {
  package var candidates: Candidates

  /// Whether each candidate meets the requirement, so that a matcher for which that is enough need not look.
  package var isExact: Bool

  package init(_ candidates: Candidates, isExact: Bool = false) {
    self.candidates = candidates
    self.isExact = isExact
  }
}

/// What a path expects a search to cost, and the means to begin it.
package struct PathOffer {
  package var estimate: PathEstimate
  /// Gives the candidates; `nil` if the path cannot tell them after all.
  package let answer: () -> PathAnswer?

  package init(estimate: PathEstimate, answer: @escaping () -> PathAnswer?) {
    self.estimate = estimate
    self.answer = answer
  }
}

/// A way to narrow a search, built over one corpus.
///
/// The law: every record that meets the requirement is among the candidates. The matcher looks at each of them again, so
/// an access path changes how long a search takes and never its answer.
package protocol AccessPath: Sendable {
  /// The name in the setting `path`.
  static var name: String { get }

  /// One sentence for help.
  static var summary: String { get }

  /// Builds the path; `nil` if the monitor was cancelled.
  static func build(over text: IndexedText, threads: Int, monitor: BuildMonitor) -> Self?

  /// The bytes that it holds besides the text.
  var memoryBytes: Int { get }

  /// What finding and examining the candidates would cost; `nil` if this path cannot test the requirement.
  func estimate(_ requirement: Requirement) -> PathEstimate?

  /// The records that may meet the requirement; `nil` if this path cannot test it.
  func candidates(meeting requirement: Requirement) -> PathAnswer?

  /// The estimate, and the candidates for when it is accepted; `nil` if this path cannot test the requirement.
  ///
  /// Has a default that asks for the one and then for the other; a path does better where one has the other almost ready.
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
  /// Builds the path on other threads while the caller waits; `nil` once the caller's thread is told to stop.
  package static func build(
    over text: IndexedText, threads: Int, isCancelled: () -> Bool
  ) -> Self? {
    let monitor = BuildMonitor()
    let built = SharedResult<Self?>(nil)
    Workers.runAside(
      {
        let path = build(over: text, threads: threads, monitor: monitor)
        built.value.withLock { $0 = path }
      }, isCancelled: isCancelled, cancel: monitor.cancel)
    return built.value.withLock { $0 }
  }
}

/// What one thread makes and another takes.
private final class SharedResult<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}

/// Follows the building of access paths from another thread: how far it is, and whether it is to go on.
public final class BuildMonitor: Sendable {
  private let done = Atomic<Int>(0)
  private let total = Atomic<Int>(0)
  private let cancelled = Atomic<Bool>(false)

  public init() {}

  /// How much of the work is done, from 0 to 1.
  public var fraction: Double {
    let total = total.load(ordering: .relaxed)
    return total == 0 ? 0 : min(1, Double(done.load(ordering: .relaxed)) / Double(total))
  }

  public var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  public func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// Announces work, in any unit.
  package func expect(_ units: Int) { total.wrappingAdd(units, ordering: .relaxed) }

  /// Tells that so much more of it is done.
  package func advance(by units: Int) { done.wrappingAdd(units, ordering: .relaxed) }
}
