internal import Synchronization
internal import System

/// The tasks of a file search and their findings, in the order of output.
///
/// All threads of the search share the schedule.
///
/// A thread runs the first task that no other thread runs. The result of the task then replaces the
/// task in the list. The result is findings, smaller tasks, or both. Findings are counted in order,
/// so the findings of a task wait until all earlier findings are available. Several threads then
/// render the counted findings at the same time. The rendered products are delivered in order.
final class FileSchedule<Product: Sendable>: Sendable {
  /// An item that replaces a finished task: a further task, or findings.
  enum Content: Sendable {
    case task(FileTask)
    case found(FileFindings)
  }

  /// The findings of a task, with the counts of all findings that come earlier in the order of
  /// output.
  struct Numbered: Sendable {
    let node: Int
    let findings: FileFindings
    let base: FileNumbering.Base

    /// The number of failures so far, including the failures of these findings.
    let failures: Int
  }

  /// What a thread should do next.
  enum Turn: Sendable {
    case task(Int, FileTask)
    /// Wait, because other threads run all remaining tasks, or because findings must be delivered
    /// before a task can start.
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

    /// The next node in the order of output; -1 if this is the last node.
    var next: Int

    /// The neighbors of this node in the list of unfinished tasks; -1 where there is no neighbor.
    var taskBefore = -1
    var taskAfter = -1
  }

  private struct State: Sendable {
    var nodes: [Node] = []
    var unused: [Int] = []

    /// The next node to deliver; -1 if all nodes have been delivered.
    var first: Int
    /// The first node whose findings have not been counted; -1 if all findings have been counted.
    var frontier: Int

    /// The first unfinished task; -1 if all tasks are finished.
    var firstTask: Int

    /// The size, in bytes, of all findings that have not been delivered, whether rendered or not.
    var pendingBytes = 0
    var isOver = false
    var numbering: FileNumbering

    /// Inserts a node in the order of output; returns its index.
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

    /// Inserts a node in the list of unfinished tasks.
    mutating func insertTask(_ node: Int, after other: Int) {
      let next = nodes[other].taskAfter
      nodes[node].taskBefore = other
      nodes[node].taskAfter = next
      nodes[other].taskAfter = node
      if next >= 0 { nodes[next].taskBefore = node }
    }

    /// Replaces a task with its findings, and removes the task from the list of unfinished tasks.
    mutating func end(_ node: Int, _ findings: FileFindings) {
      let (before, after) = (nodes[node].taskBefore, nodes[node].taskAfter)
      if before >= 0 { nodes[before].taskAfter = after } else { firstTask = after }
      if after >= 0 { nodes[after].taskBefore = before }
      pendingBytes += findings.memoryBytes
      nodes[node].stage = .found(findings)
    }
  }

  /// The maximum size, in bytes, of all findings that wait for delivery.
  ///
  /// Above this limit, only the task whose output is due can start.
  private let maxPendingBytes: Int
  private let skipsEmpty: Bool
  private let state: Mutex<State>

  /// Signaled after each change that can end a wait.
  private let changes = Latch()

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - tasks: the first tasks, in the order of output.
  ///   - numbering: the initial counts.
  ///   - maxPendingBytes: the maximum size, in bytes, of all findings that wait for delivery.
  ///   - skipsEmpty: whether to skip the rendering of findings without a match.
  init(
    _ tasks: [FileTask], _ numbering: FileNumbering, maxPendingBytes: Int, skipsEmpty: Bool
  ) {
    self.skipsEmpty = skipsEmpty
    let first = tasks.isEmpty ? -1 : 0
    var state = State(first: first, frontier: first, firstTask: first, numbering: numbering)
    for (index, task) in tasks.enumerated() {
      let next = index + 1 < tasks.count ? index + 1 : -1
      state.nodes.append(
        Node(stage: .waiting(task), next: next, taskBefore: index - 1, taskAfter: next))
    }
    self.maxPendingBytes = maxPendingBytes
    self.state = Mutex(state)
  }

  /// The totals of the findings that have been counted so far.
  var numbering: FileNumbering { state.withLock { $0.numbering } }

  /// Whether the schedule has stopped handing out tasks.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Stops handing out tasks.
  func end() {
    state.withLock { $0.isOver = true }
    changes.signal()
  }

  /// The number of changes so far; each change can end a wait.
  var changeCount: Int { changes.count }

  /// Waits until there are more than `seen` changes, but at most a few milliseconds.
  ///
  /// The wait is short, so that the caller can check for cancellation.
  ///
  /// `isFirst` is whether this is the first wait after `seen` changes. The first wait spins,
  /// because a change usually comes sooner than a sleeping thread could wake up. Later waits do not
  /// spin, so a thread without work uses no processor time while an input or a reader is slow.
  func waitForChange(after seen: Int, isFirst: Bool) {
    _ = changes.wait(for: seen + 1, milliseconds: 3, spinningMicroseconds: isFirst ? 500 : 0)
  }

  // MARK: Tasks

  /// Takes the first task that can start.
  ///
  /// A task that may block is given only to the caller's thread, and only when its output is due.
  ///
  /// - Complexity: O(*t*) in the number of tasks in progress.
  func take(onCallersThread isCaller: Bool) -> Turn {
    state.withLock { state in
      if state.isOver || state.firstTask < 0 { return .over }
      var node = state.firstTask
      while node >= 0 {
        if case .waiting(let task) = state.nodes[node].stage {
          // Always allow the task whose output is due, because all later output waits for it.
          let isNext = node == state.first
          if state.pendingBytes > maxPendingBytes, !isNext { return .wait }
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

  /// Whether a thread other than the caller's could take a task.
  ///
  /// - Complexity: O(*t*) in the number of tasks in progress.
  var hasTaskForHelper: Bool {
    state.withLock { state in
      var node = state.firstTask
      while node >= 0 {
        if case .waiting(let task) = state.nodes[node].stage, !task.mayBlock { return true }
        node = state.nodes[node].taskAfter
      }
      return false
    }
  }

  /// Replaces a task with the tasks and findings that it produced.
  func finish(_ node: Int, _ contents: [Content]) {
    defer { changes.signal() }
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
          state.pendingBytes += findings.memoryBytes
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

  /// Inserts the partial findings of a running task before the task itself.
  ///
  /// - Returns: the new node of the task.
  func add(_ findings: FileFindings, at node: Int) -> Int {
    state.withLock { state in
      let next = state.insert(.working, after: node)
      state.insertTask(next, after: node)
      state.end(node, findings)
      return next
    }
  }

  /// Whether a running task must wait until earlier findings have been delivered.
  func mustWait(at node: Int) -> Bool {
    state.withLock { $0.pendingBytes > maxPendingBytes && $0.first != node && !$0.isOver }
  }

  // MARK: Rendering and delivery

  /// The next findings to render, in order; `nil` if they are not available yet.
  ///
  /// Once the limit of rows has been reached, the result is always `nil`.
  func claim() -> Numbered? {
    state.withLock { state in
      while !state.numbering.isFull, state.frontier >= 0,
        case .found(let found) = state.nodes[state.frontier].stage
      {
        let findings = state.numbering.drops(found) ? FileFindings() : found
        let node = state.frontier
        let base = state.numbering.add(findings)
        if state.numbering.isFull { state.isOver = true }
        state.frontier = state.nodes[node].next
        let failures = state.numbering.totals.failures.count
        if findings.parts.isEmpty || (skipsEmpty && findings.matches == 0 && findings.rows == nil) {
          state.pendingBytes -= found.memoryBytes
          state.nodes[node].stage = .ready(nil, bytes: 0, failures: failures)
          continue
        }
        state.nodes[node].stage = .rendering
        return Numbered(node: node, findings: findings, base: base, failures: failures)
      }
      return nil
    }
  }

  /// Stores the product that was rendered from findings; the product takes about `bytes` bytes of
  /// memory.
  func deposit(_ product: Product?, bytes: Int, for numbered: Numbered) {
    defer { changes.signal() }
    state.withLock { state in
      state.pendingBytes += bytes - numbered.findings.memoryBytes
      state.nodes[numbered.node].stage = .ready(
        product, bytes: bytes, failures: numbered.failures)
    }
  }

  /// The next product in order, and the number of failures so far.
  ///
  /// Returns `nil` if that product is not ready yet.
  func nextProduct() -> (product: Product, failures: Int)? {
    var isDelivered = false
    defer { if isDelivered { changes.signal() } }
    return state.withLock { state in
      while state.first >= 0,
        case .ready(let product, let bytes, let failures) = state.nodes[state.first].stage
      {
        let node = state.first
        state.first = state.nodes[node].next
        // The node may stay in the list of unused nodes for a long time, so it must not keep the
        // product alive.
        state.nodes[node].stage = .delivered
        state.unused.append(node)
        state.pendingBytes -= bytes
        isDelivered = true
        if let product { return (product, failures) }
      }
      return nil
    }
  }
}
