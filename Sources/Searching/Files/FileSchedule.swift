internal import Synchronization

/// The tasks of a search over files and what they gave, in the order of output, shared by the threads that work on it.
///
/// A thread takes the first task that is not taken. What it gives takes the task's place: findings, or the tasks that
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

    /// How many failures there are up to here, these findings included.
    let failures: Int
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
    case ready(Product?, bytes: Int, failures: Int)
    case delivered
  }

  private struct Node: Sendable {
    var stage: Stage

    /// The node after it in the order of output; -1 for none.
    var next: Int

    /// Its neighbors among the tasks that wait or are worked on; -1 for none.
    var taskBefore = -1
    var taskAfter = -1
  }

  private struct State: Sendable {
    var nodes: [Node] = []
    var unused: [Int] = []

    /// The node that is delivered next, and the first that is not numbered; -1 for none.
    var first: Int
    var frontier: Int

    /// The first task that waits or is worked on; -1 for none.
    var firstTask: Int

    /// The bytes of what is found and not delivered.
    var held = 0
    var isOver = false
    var numbering: FileNumbering

    /// Adds a node to the order of output.
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

    /// Adds a node to the tasks, after another one.
    mutating func insertTask(_ node: Int, after other: Int) {
      let next = nodes[other].taskAfter
      nodes[node].taskBefore = other
      nodes[node].taskAfter = next
      nodes[other].taskAfter = node
      if next >= 0 { nodes[next].taskBefore = node }
    }

    /// Puts findings in the place of a task, which is one no more.
    mutating func end(_ node: Int, _ findings: FileFindings) {
      let (before, after) = (nodes[node].taskBefore, nodes[node].taskAfter)
      if before >= 0 { nodes[before].taskAfter = after } else { firstTask = after }
      if after >= 0 { nodes[after].taskBefore = before }
      held += findings.memoryBytes
      nodes[node].stage = .found(findings)
    }
  }

  /// More bytes than these may not wait to be delivered, but for what the next task gives.
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
    var state = State(first: first, frontier: first, firstTask: first, numbering: numbering)
    for (index, task) in tasks.enumerated() {
      let next = index + 1 < tasks.count ? index + 1 : -1
      state.nodes.append(
        Node(stage: .waiting(task), next: next, taskBefore: index - 1, taskAfter: next))
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

  /// The first task that no thread has taken; tasks that may block go to the caller's thread, in their turn.
  ///
  /// - Complexity: O(*t*) in the tasks that are worked on.
  func take(onCallersThread isCaller: Bool) -> Turn {
    state.withLock { state in
      if state.isOver || state.firstTask < 0 { return .over }
      var node = state.firstTask
      while node >= 0 {
        if case .waiting(let task) = state.nodes[node].stage {
          // The task whose output is due always goes on, or nothing would ever be delivered.
          let isNext = node == state.first
          if state.held > mostHeld, !isNext { return .wait }
          if !task.mayBlock || (isCaller && isNext) {
            state.nodes[node].stage = .working
            return .task(node, task)
          }
        }
        node = state.nodes[node].taskAfter
      }
      return .wait
    }
  }

  /// Puts what a task gave in its place.
  func finish(_ node: Int, _ contents: [Content]) {
    state.withLock { state in
      var last = node
      var lastTask = node
      for content in contents.dropFirst() {
        switch content {
        case .task(let task):
          last = state.insert(.waiting(task), after: last)
          state.insertTask(last, after: lastTask)
          lastTask = last
        case .found(let findings):
          state.held += findings.memoryBytes
          last = state.insert(.found(findings), after: last)
        }
      }
      switch contents.first {
      case .task(let task): state.nodes[node].stage = .waiting(task)
      case .found(let findings): state.end(node, findings)
      case nil: state.end(node, FileFindings())
      }
    }
  }

  /// Puts findings in the place of a task that goes on after them.
  ///
  /// - Returns: the new place of the task.
  func add(_ findings: FileFindings, at node: Int) -> Int {
    state.withLock { state in
      let next = state.insert(.working, after: node)
      state.insertTask(next, after: node)
      state.end(node, findings)
      return next
    }
  }

  /// Whether a task that goes on must wait until what was found before it is delivered.
  func mustWait(at node: Int) -> Bool {
    state.withLock { $0.held > mostHeld && $0.first != node && !$0.isOver }
  }

  // MARK: Rendering and delivering

  /// The next findings in order, if they are there: they are to be rendered.
  ///
  /// What comes after the last row that is wanted is not counted.
  func claim() -> Numbered? {
    state.withLock { state in
      while !state.numbering.isFull, state.frontier >= 0,
        case .found(let findings) = state.nodes[state.frontier].stage
      {
        let node = state.frontier
        let base = state.numbering.add(findings)
        if state.numbering.isFull { state.isOver = true }
        state.frontier = state.nodes[node].next
        let failures = state.numbering.totals.failures.count
        if findings.parts.isEmpty || (skipsEmpty && findings.matches == 0 && findings.rows == nil) {
          state.held -= findings.memoryBytes
          state.nodes[node].stage = .ready(nil, bytes: 0, failures: failures)
          continue
        }
        state.nodes[node].stage = .rendering
        return Numbered(node: node, findings: findings, base: base, failures: failures)
      }
      return nil
    }
  }

  /// Takes what findings were rendered as, which holds about `bytes`.
  func deposit(_ product: Product?, bytes: Int, for numbered: Numbered) {
    state.withLock { state in
      state.held += bytes - numbered.findings.memoryBytes
      state.nodes[numbered.node].stage = .ready(
        product, bytes: bytes, failures: numbered.failures)
    }
  }

  /// The next product in order, if it is there, and how many failures there are up to it.
  func nextProduct() -> (product: Product, failures: Int)? {
    state.withLock { state in
      while state.first >= 0,
        case .ready(let product, let bytes, let failures) = state.nodes[state.first].stage
      {
        let node = state.first
        state.first = state.nodes[node].next
        // The node may not be used again for long: it keeps nothing.
        state.nodes[node].stage = .delivered
        state.unused.append(node)
        state.held -= bytes
        if let product { return (product, failures) }
      }
      return nil
    }
  }
}
