internal import Synchronization
internal import Threading

/// Hands what was found in strips on in order, while later strips are searched.
///
/// What a strip found is made ready for output as soon as it is known how many lines come before it, by whichever
/// thread learns that. Not more than a few strips are ahead of the one that is handed on next.
final class StripDelivery<Product: Sendable>: Sendable {
  typealias Found = StripSearch.Result

  private enum Slot {
    case found(Found)
    /// Some thread makes it ready.
    case taken
    case ready(Product?)
  }

  private struct State {
    /// What became of each strip; `nil` before it is searched and after it was handed on.
    var slots: [Slot?]
    /// The strip to be handed on next.
    var next = 0
    /// The first strip that is not yet searched, or that nobody has asked about.
    var known = 0
    /// The lines of the file of that strip before it.
    var lines = 0
  }

  private let strips: [Strip]
  private let ahead: Int
  private let render: @Sendable (Found, _ linesBefore: Int) -> Product?
  private let state: Mutex<State>
  private let hasReady = Atomic<Bool>(false)

  /// What a strip found is made ready by `render`.
  init(
    _ strips: [Strip], threads: Int,
    render: @escaping @Sendable (Found, _ linesBefore: Int) -> Product?
  ) {
    self.strips = strips
    state = Mutex(State(slots: Array(repeating: nil, count: strips.count)))
    self.render = render
    ahead = 4 * threads + 4
  }

  /// Waits, before a strip is searched, until it is not too far ahead; `false` if cancelled.
  func waitForTurn(_ strip: Int, isCancelled: () -> Bool) -> Bool {
    while state.withLock({ strip >= $0.next + ahead }) {
      if isCancelled() { return false }
      Workers.pause()
    }
    return true
  }

  /// Takes what a strip found, and makes ready what can be.
  func deposit(_ strip: Int, _ found: Found) {
    state.withLock { $0.slots[strip] = .found(found) }
    while let (strip, found, lines) = claim() {
      let product = render(found, lines)
      state.withLock { $0.slots[strip] = .ready(product) }
      hasReady.store(true, ordering: .relaxed)
    }
  }

  /// The next strip to be made ready, if what it found is there.
  private func claim() -> (Int, Found, Int)? {
    state.withLock { state in
      let strip = state.known
      guard strip < strips.count, case .found(let found)? = state.slots[strip] else { return nil }
      state.slots[strip] = .taken
      let lines = state.lines
      state.known += 1
      let isSame =
        strip + 1 < strips.count && strips[strip].part != nil
        && strips[strip + 1].files == strips[strip].files
      state.lines = isSame ? lines + found.lines : 0
      return (strip, found, lines)
    }
  }

  /// Calls `body` with what is ready and due, in order, until it returns `false`; whether to go on.
  ///
  /// Called on one thread only.
  func handOn<E: Error>(_ body: (Product) throws(E) -> Bool) throws(E) -> Bool {
    guard hasReady.exchange(false, ordering: .relaxed) else { return true }
    while true {
      let product: Product?? = state.withLock { state in
        guard state.next < strips.count, case .ready(let product)? = state.slots[state.next] else {
          return nil
        }
        state.slots[state.next] = nil
        state.next += 1
        return .some(product)
      }
      guard let product else { return true }
      if let product, try !body(product) { return false }
    }
  }
}
