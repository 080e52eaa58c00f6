internal import Synchronization

/// The tasks of a search over files and what they gave, in the order of output, shared by the threads that work on it.
///
/// A thread takes the first task that nobody has taken. What it gives takes the task's place: findings, or the tasks that
/// it was split into. Findings are numbered in order, as soon as all before them are there; then they are rendered, by
/// several threads at once, and delivered in order.
final class FileSchedule<Product: Sendable>: Sendable {
  /// What may take the place of a task.
  enum Content: Sendable {
    case task(FileTask)
    case found(FileFindings)
  }

  /// Findings, and what comes before them.
  struct Numbered: Sendable {
    let node: Int
    let findings: FileFindings
    let base: FileNumbering.Base
  }

  /// What a thread is to do next.
  enum Turn: Sendable {
    case task(Int, FileTask)
    /// Others are at work, or what was found must be delivered first.
    case wait
    case over
  }

  private enum Stage: Sendable {
    case waiting(FileTask)
    case working
    case found(FileFindings)
    case rendering
    case ready(Product?, bytes: Int)
  }

  private struct Node: Sendable {
    var stage: Stage
    /// The node after it; -1 for none.
    var next: Int
  }

  private struct State: Sendable {
    var nodes: [Node] = []
    var unused: [Int] = []

    /// The node that is delivered next, and the first that is not numbered; -1 for none.
    var first: Int
    var frontier: Int

    /// How many tasks wait or are worked on.
    var unfinished: Int

    /// The bytes of what is found and not delivered.
    var held = 0
    var isOver = false
    var numbering: FileNumbering

    /// Puts something at a node; its former content is not counted any more.
    mutating func set(_ content: Content, at node: Int) {
      nodes[node].stage = counted(content)
    }

    mutating func insert(_ content: Content, after node: Int) {
      _ = insert(counted(content), after: node)
    }

    @discardableResult
    mutating func insert(_ stage: Stage, after node: Int) -> Int {
      let added = Node(stage: stage, next: nodes[node].next)
      if let place = unused.popLast() {
        nodes[place] = added
        nodes[node].next = place
      } else {
        nodes.append(added)
        nodes[node].next = nodes.count - 1
      }
      return nodes[node].next
    }

    mutating func counted(_ content: Content) -> Stage {
      switch content {
      case .task(let task):
        unfinished += 1
        return .waiting(task)
      case .found(let findings):
        held += findings.memoryBytes
        return .found(findings)
      }
    }
  }

  /// So many bytes may wait to be delivered.
  private let mostHeld: Int
  private let skipsEmpty: Bool
  private let state: Mutex<State>

  /// - Parameters:
  ///   - tasks: the first tasks, in the order of output.
  ///   - numbering: what is counted in that order.
  ///   - mostHeld: how many bytes may wait to be delivered.
  ///   - skipsEmpty: whether findings without a match are not rendered.
  init(
    _ tasks: [FileTask], _ numbering: FileNumbering, mostHeld: Int, skipsEmpty: Bool
  ) {
    self.skipsEmpty = skipsEmpty
    let first = tasks.isEmpty ? -1 : 0
    var state = State(
      first: first, frontier: first, unfinished: tasks.count, numbering: numbering)
    for (index, task) in tasks.enumerated() {
      let next = index + 1 < tasks.count ? index + 1 : -1
      state.nodes.append(Node(stage: .waiting(task), next: next))
    }
    self.mostHeld = mostHeld
    self.state = Mutex(state)
  }

  /// What was counted so far.
  var numbering: FileNumbering { state.withLock { $0.numbering } }

  /// Whether no more tasks are given out.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Gives out no more tasks.
  func end() { state.withLock { $0.isOver = true } }

  // MARK: Working

  /// The first task that nobody has taken; tasks that may block go to the caller's thread, in their turn.
  func take(onCallersThread isCaller: Bool) -> Turn {
    state.withLock { state in
      if state.isOver || state.unfinished == 0 { return .over }
      var node = state.frontier
      while node >= 0 {
        if case .waiting(let task) = state.nodes[node].stage {
          let isNext = node == state.frontier
          // Whoever is next always goes on, or nothing would ever be delivered.
          if state.held > mostHeld, !isNext { return .wait }
          if !task.mayBlock || (isCaller && isNext && node == state.first) {
            state.nodes[node].stage = .working
            return .task(node, task)
          }
        }
        node = state.nodes[node].next
      }
      return .wait
    }
  }

  /// Puts what a task gave in its place.
  func finish(_ node: Int, _ contents: [Content]) {
    state.withLock { state in
      state.unfinished -= 1
      guard let first = contents.first else {
        state.nodes[node].stage = .found(FileFindings())
        return
      }
      for content in contents.dropFirst().reversed() { state.insert(content, after: node) }
      state.set(first, at: node)
    }
  }

  /// Puts findings in the place of a task that goes on after them.
  ///
  /// - Returns: the new place of the task.
  func add(_ findings: FileFindings, at node: Int) -> Int {
    state.withLock { state in
      let next = state.insert(Stage.working, after: node)
      state.unfinished -= 1
      state.set(Content.found(findings), at: node)
      state.unfinished += 1
      return next
    }
  }

  /// Whether a task that goes on must wait until what was found is delivered.
  func mustWait(at node: Int) -> Bool {
    state.withLock { $0.held > mostHeld && $0.frontier != node && !$0.isOver }
  }

  // MARK: Rendering and delivering

  /// The next findings in order, if they are there: they are to be rendered.
  func claim() -> Numbered? {
    state.withLock { state in
      while state.frontier >= 0, case .found(let findings) = state.nodes[state.frontier].stage {
        let node = state.frontier
        let base = state.numbering.add(findings)
        if state.numbering.isFull { state.isOver = true }
        state.frontier = state.nodes[node].next
        if findings.parts.isEmpty || (skipsEmpty && findings.matches == 0 && findings.rows == nil) {
          state.held -= findings.memoryBytes
          state.nodes[node].stage = .ready(nil, bytes: 0)
          continue
        }
        state.nodes[node].stage = .rendering
        return Numbered(node: node, findings: findings, base: base)
      }
      return nil
    }
  }

  /// Takes what findings were rendered as, which holds about so many bytes.
  func deposit(_ product: Product?, bytes: Int, for numbered: Numbered) {
    state.withLock { state in
      state.held += bytes - numbered.findings.memoryBytes
      state.nodes[numbered.node].stage = .ready(product, bytes: bytes)
    }
  }

  /// The next product in order, if it is there.
  func nextProduct() -> Product? {
    state.withLock { state in
      while state.first >= 0, case .ready(let product, let bytes) = state.nodes[state.first].stage {
        let node = state.first
        state.first = state.nodes[node].next
        state.unused.append(node)
        state.held -= bytes
        if let product { return product }
      }
      return nil
    }
  }
}
