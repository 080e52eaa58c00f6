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
    case strings(PatternStringFinder, isSufficient: Bool)
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
    var maker = BytePatternMaker(layout)
    let pattern = maker.pattern(of: node.core)
    let texts =
      choice == .vectorscan
      ? nil : PatternStrings(pattern, isExact: !maker.isWider, histogram)
    strings = texts.map { ($0, PatternStringFinder($0, histogram)) }
    programText = choice == .strings ? nil : VectorscanPattern(pattern)
  }

  /// What to find places with in so many bytes; `nil` to ask the library about all.
  func finder(forBytes count: Int) -> Finder? {
    if choice == .automatic, count < Self.leastForFinder { return nil }
    return state.withLock { state in
      state.seen += count
      if let strings, !state.areStringsGivenUp {
        let isEnough = strings.texts.isSufficient || !state.byStrings.isOver(Self.enough)
        if isEnough || choice == .strings || program(&state) == nil {
          if choice == .strings || strings.texts.isSufficient
            || !state.byStrings.isOver(Self.tooMuch)
          {
            return .strings(strings.finder, isSufficient: strings.texts.isSufficient)
          }
        }
        if state.byStrings.isOver(Self.tooMuch) { state.areStringsGivenUp = true }
      }
      return program(&state).map { .vectorscan($0) }
    }
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
