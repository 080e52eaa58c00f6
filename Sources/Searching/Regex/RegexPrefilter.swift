internal import Synchronization
internal import UnicodeText

/// What finds places in front of the library: strings that every match has, or vectorscan, or nothing.
///
/// It learns while it is used: what finds so many places that looking at each costs more than it spares is given up. The
/// results never depend on it.
final class RegexPrefilter: Sendable {
  /// What may be used.
  enum Choice: Sendable {
    case automatic
    case nothing
    /// Always strings if there are some.
    case strings
    /// Always vectorscan if it takes the pattern, also if that takes time.
    case vectorscan
  }

  /// What finds places just now.
  enum Finder {
    case strings(PatternStringFinder)
    case vectorscan(Vectorscan.Program)
  }

  /// A program is compiled once so much text was searched without one.
  private static let leastForProgram = 1 << 18
  /// Shares are judged once so much text was searched.
  private static let leastForJudgement = 1 << 17
  /// Less text is not worth a finder.
  private static let leastForFinder = 1 << 10
  /// When strings leave more than this share of the text to the library, vectorscan may do better.
  private static let enough = 0.1
  /// When a finder leaves more than this, the library alone is faster.
  private static let tooMuch = 0.5

  let layout: TextLayout
  private let choice: Choice
  private let strings: (texts: PatternStrings, finder: PatternStringFinder)?
  private let programText: VectorscanPattern?
  private let state = Mutex(State())

  private struct State {
    var program: Vectorscan.Program?
    var isProgramTried = false
    var isProgramGivenUp = false
    var areStringsGivenUp = false
    var seen = 0
    var byStrings = Effort()
    var byProgram = Effort()
  }

  /// Bytes of text.
  private struct Effort {
    var searched = 0
    var asked = 0

    func isOver(_ share: Double) -> Bool {
      searched >= RegexPrefilter.leastForJudgement && Double(asked) > Double(searched) * share
    }
  }

  /// `node` is what the pattern says; `nil` if that is not sure, and then nothing is looked for.
  init(
    _ node: PatternNode?, _ layout: TextLayout, _ choice: Choice, _ histogram: ByteHistogram
  ) {
    self.layout = layout
    self.choice = choice
    guard let node, choice != .nothing else {
      strings = nil
      programText = nil
      return
    }
    let core = node.core
    var maker = BytePatternMaker(layout, resolvesBoundaries: true)
    let pattern = maker.pattern(of: core)
    let texts =
      choice == .vectorscan
      ? nil : PatternStrings(pattern, isExact: !maker.isWider, histogram)
    strings = texts.map { ($0, PatternStringFinder($0, unitsEndWith: layout.end, histogram)) }
    if choice == .strings {
      programText = nil
    } else {
      var maker = BytePatternMaker(layout, resolvesBoundaries: false)
      programText = VectorscanPattern(maker.pattern(of: core))
    }
  }

  /// What to find places with in so many bytes; `nil` to ask the library about all.
  func finder(forBytes count: Int) -> Finder? {
    if choice == .automatic, count < Self.leastForFinder { return nil }
    return state.withLock { state in
      state.seen += count
      if let strings, !state.areStringsGivenUp {
        if choice == .strings || !state.byStrings.isOver(Self.enough) {
          return .strings(strings.finder)
        }
        if program(&state) == nil, !state.byStrings.isOver(Self.tooMuch) {
          return .strings(strings.finder)
        }
        if state.byStrings.isOver(Self.tooMuch) { state.areStringsGivenUp = true }
      }
      return program(&state).map { .vectorscan($0) }
    }
  }

  /// Whether a record may match.
  enum Likelihood { case nowhere, perhaps, surely, cancelled }

  /// Looks for the first place in a long record that may match, with pauses to ask whether to go on.
  func firstPlace(in record: Span<UInt8>, isCancelled: () -> Bool) -> Likelihood {
    guard case .strings(let finder)? = finder(forBytes: record.count) else { return .perhaps }
    let step = 1 << 18
    // A string may begin in one step and end in the next.
    let overlap = PatternStrings.longest
    var places = FoundPlaces()
    var end = 0
    while end < record.count {
      if isCancelled() { return .cancelled }
      var start = max(0, end - overlap)
      end = min(record.count, end + step)
      finder.find(in: record.extracting(0..<end), from: &start, into: &places)
      if places.count > 0 {
        return (0..<places.count).contains { places.certain[$0] == 1 } ? .surely : .perhaps
      }
    }
    return .nowhere
  }

  /// Takes note of what a finder left to the library.
  func note(_ finder: Finder, searched: Int, asked: Int) {
    state.withLock { state in
      switch finder {
      case .strings:
        state.byStrings.searched += searched
        state.byStrings.asked += asked
      case .vectorscan:
        state.byProgram.searched += searched
        state.byProgram.asked += asked
        if choice == .automatic, state.byProgram.isOver(Self.tooMuch) {
          state.isProgramGivenUp = true
        }
      }
    }
  }

  /// Begins to compile for vectorscan if much text is to come and nothing else serves.
  func prepare(forBytes count: Int) {
    guard strings == nil else { return }
    state.withLock { state in
      state.seen += count
      _ = program(&state)
    }
  }

  /// The program, if it is there and serves.
  private func program(_ state: inout State) -> Vectorscan.Program? {
    guard let programText, !state.isProgramGivenUp else { return nil }
    if !state.isProgramTried {
      if choice == .automatic, state.seen < Self.leastForProgram { return nil }
      state.isProgramTried = true
      state.program = Vectorscan.Program(programText)
    }
    guard let program = state.program else { return nil }
    switch program.isReady(within: choice == .automatic ? 0 : 60_000) {
    case true?: return program
    case false?:
      state.isProgramGivenUp = true
      return nil
    case nil: return nil
    }
  }

  /// What it would begin with, for people.
  var explanation: String {
    if let strings { return "literals \(strings.texts)" }
    guard programText != nil else { return "none" }
    return switch Vectorscan.status {
    case .absent: "none"
    case .faulty(let version): "none: vectorscan \(version) misses matches and is not used"
    case .serves(let version): "vectorscan \(version)"
    }
  }
}
