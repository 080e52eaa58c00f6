internal import Basics
internal import UniquingContenders

/// Measures all contenders at all sizes, with one combination of element type, order and
/// duplicates.
struct UniqueSeries {
  struct Kind {
    let element: UniqueExperiment.Element
    let order: ElementOrder
    let duplicates: Int
    let seed: UInt64
  }

  private let kind: Kind
  private let sizes: [Int]
  private let contenders: [UniquingContender]
  private let context: ExperimentContext
  private let log: ExperimentLog

  init(
    _ kind: Kind, _ sizes: [Int], _ contenders: [UniquingContender],
    _ context: ExperimentContext, _ log: ExperimentLog
  ) {
    self.kind = kind
    self.sizes = sizes
    self.contenders = contenders
    self.context = context
    self.log = log
  }

  func run() {
    switch kind.element {
    case .int:
      run(contenders.compactMap { Implementation($0, $0.uniqueInts) }) {
        UniquenessInput.integers(
          count: $0, order: kind.order, duplicatePercent: kind.duplicates, seed: kind.seed)
      }
    case .string:
      run(contenders.compactMap { Implementation($0, $0.uniqueStrings) }) {
        UniquenessInput.strings(
          count: $0, order: kind.order, duplicatePercent: kind.duplicates, seed: kind.seed)
      }
    }
  }

  /// A contender for one type of element.
  private struct Implementation<Element> {
    let contender: UniquingContender
    let unique: ([Element]) -> [Element]

    init?(_ contender: UniquingContender, _ unique: (@Sendable ([Element]) -> [Element])?) {
      guard let unique else { return nil }
      self.contender = contender
      self.unique = unique
    }
  }

  /// The times of a contender at smaller sizes, and the note if the contender was cut off.
  private struct Past {
    var predictor: CutoffPredictor
    var cutOffNote: String?
  }

  private func run<Element: Hashable>(
    _ implementations: [Implementation<Element>], input make: (Int) -> [Element]
  ) {
    var pasts = implementations.map { _ in
      Past(predictor: CutoffPredictor(cutoff: context.plan.cutoff))
    }
    for size in sizes where !context.isCancelled() {
      log.announce("preparing n = \(size.grouped)")
      let input = make(size)
      var reference: UniqueReference<Element>? = UniqueReference(input)
      var group: [PreparedTrial] = []
      for (index, implementation) in implementations.enumerated() {
        guard let checked = reference, !context.isCancelled() else { break }
        log.announce("checking \(implementation.contender.name), n = \(size.grouped)")
        if let row = prepare(implementation, input, checked, &pasts[index]) { group.append(row) }
      }
      // Free the reference before the contenders are timed.
      reference = nil
      for row in log.sample(group, of: "n = \(size.grouped)") where row.status == .cutOff {
        let index = implementations.firstIndex { $0.contender.name == row.labels["contender"] }
        if let index { pasts[index].cutOffNote = pasts[index].cutOffNote ?? row.note }
      }
    }
  }

  /// Runs a contender once and checks its answer; returns nil if canceled.
  ///
  /// The contender does not run if the run is predicted to exceed the cut-off.
  private func prepare<Element: Hashable>(
    _ implementation: Implementation<Element>, _ input: [Element],
    _ reference: UniqueReference<Element>,
    _ past: inout Past
  ) -> PreparedTrial? {
    let name = implementation.contender.name
    var row = Measurement(
      labels: [
        "contender": name, "element": kind.element.rawValue, "order": kind.order.rawValue,
      ],
      counts: [
        "n": input.count, "unique": reference.kept.count, "duplicates": kind.duplicates,
      ])
    let cutOff = "cut off at \(input.count.grouped)"
    func stopped(_ note: String) -> PreparedTrial {
      past.cutOffNote = note
      row.status = .cutOff
      row.note = note
      return PreparedTrial(row)
    }
    if let note = past.cutOffNote { return stopped(note) }
    let predicted = past.predictor.time(at: input.count) { size in
      if context.isCancelled() { return nil }
      let part = Array(input.prefix(size))
      return time { Blackhole.consume(implementation.unique(part)) }
    }
    // If the predicted time is at most twice the cut-off, run the contender anyway, because some
    // predictions were twice the actual time.
    if predicted > 2 * Double(context.plan.cutoff) {
      let duration = TimeSpan(nanoseconds: UInt64(min(predicted, 1e18))).brief
      return stopped("\(cutOff): one run would take about \(duration)")
    }
    if context.isCancelled() { return nil }
    var answer: [Element] = []
    let taken = time { answer = implementation.unique(input) }
    past.predictor.add(size: input.count, nanoseconds: taken)
    if let fault = reference.fault(in: answer, keepsOrder: implementation.contender.keepsOrder) {
      row.status = .disagrees
      row.note = fault
      return PreparedTrial(row)
    }
    if taken > context.plan.cutoff {
      return stopped("\(cutOff): one run takes \(TimeSpan(nanoseconds: taken).brief)")
    }
    if !implementation.contender.keepsOrder { row.note = "the order of the elements is lost" }
    let trial = Trial(name, clock: context.clock) {
      Blackhole.consume(implementation.unique(input))
    }
    return PreparedTrial(row, trial, cutOffNote: cutOff)
  }

  private func time(_ body: () -> Void) -> UInt64 {
    let start = context.clock.now()
    body()
    return context.clock.now() - start
  }
}
