import Synchronization
import Testing

@testable import Benchmarking
@testable import UniquingContenders

@Suite struct UniqueExperimentTests {
  private static func contender(
    _ name: String, keepsOrder: Bool = true, ints: (@Sendable ([Int]) -> [Int])?,
    strings: (@Sendable ([String]) -> [String])? = nil
  ) -> UniquingContender {
    UniquingContender(
      name: name, summary: "Is a fake.", keepsOrder: keepsOrder, uniqueInts: ints,
      uniqueStrings: strings)
  }

  @Sendable private static func kept<Element: Hashable>(_ input: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return input.filter { seen.insert($0).inserted }
  }

  private static let right = contender("right", ints: { kept($0) }, strings: { kept($0) })

  private func request(
    _ contenders: [String], sizes: [Int] = [10, 100]
  ) -> UniqueExperiment.Request {
    var request = UniqueExperiment.Request()
    request.contenders = contenders
    request.sizes = sizes
    return request
  }

  @Test func `the defaults are those of the published table`() {
    let request = UniqueExperiment.Request()
    #expect(request.contenders == ["array-contains", "append-if-unique", "set-then-array"])
    #expect(request.sizes == [10_000, 20_000, 30_000, 40_000, 50_000, 60_000])
    #expect(request.elements == [.int] && request.orders == [.ascending])
    #expect(request.duplicates == [0])
  }

  @Test func `all contenders of the catalog agree on each kind of input`() throws {
    var request = request(["all"], sizes: [1, 7, 60])
    request.elements = [.int, .string]
    request.orders = ElementOrder.allCases
    request.duplicates = [0, 50, 99]
    let listener = Listener()
    let rows = try UniqueExperiment.run(request, listener.context())
    #expect(rows.allSatisfy { $0.status == .ok && !$0.samples.isEmpty })
    let ints = ContenderCatalog.all.count { $0.uniqueInts != nil }
    let strings = ContenderCatalog.all.count { $0.uniqueStrings != nil }
    #expect(rows.count == 27 * (ints + strings))
    #expect(
      listener.notes.contains("bit-set is left out: it cannot hold elements of type string"))
    for row in rows {
      #expect(Set(row.labels.keys) == ["contender", "element", "order"])
      #expect(Set(row.counts.keys) == ["n", "unique", "duplicates"])
      let contender = try #require(ContenderCatalog.named(row.labels["contender"] ?? ""))
      #expect((row.note == "the order of the elements is lost") == !contender.keepsOrder)
    }
  }

  @Test func `a row contains the number of distinct elements`() throws {
    var request = request(["right"], sizes: [200])
    request.duplicates = [25]
    let rows = try UniqueExperiment.run(
      request, Listener().context(), catalog: [Self.right])
    #expect(rows.map(\.counts) == [["n": 200, "unique": 150, "duplicates": 25]])
    #expect(
      rows.map(\.labels) == [["contender": "right", "element": "int", "order": "ascending"]])
  }

  static let wrong: [(UniquingContender, String)] = [
    (
      contender("drops-one", ints: { kept($0).dropLast() }),
      "the result has 99 elements, but the input has 100 distinct elements"
    ),
    (
      contender("reverses", ints: { kept($0).reversed() }),
      "element 1 of the result is wrong or not in input order"
    ),
    (
      contender("swaps-late", ints: { kept($0).dropLast(2) + kept($0).suffix(2).reversed() }),
      "element 99 of the result is wrong or not in input order"
    ),
    (
      contender("invents", keepsOrder: false, ints: { kept($0).map { $0 + 1 } }),
      "the result has elements that are not in the input"
    ),
    (
      contender("repeats", keepsOrder: false, ints: { Array(kept($0).dropLast()) + $0.prefix(1) }),
      "the result has elements that are not in the input"
    ),
  ]

  @Test(arguments: wrong)
  func `a contender that disagrees is detected and not timed`(
    _ contender: UniquingContender, _ note: String
  ) throws {
    let rows = try UniqueExperiment.run(
      request([contender.name, "right"], sizes: [100]), Listener().context(),
      catalog: [contender, Self.right])
    #expect(rows.map(\.status) == [.disagrees, .ok])
    #expect(rows[0].note == note && rows[0].blocks.isEmpty)
    #expect(!rows[1].samples.isEmpty)
  }

  @Test func `a contender that promises no order may return another order`() throws {
    let loose = Self.contender("loose", keepsOrder: false, ints: { Self.kept($0).reversed() })
    let rows = try UniqueExperiment.run(
      request(["loose"]), Listener().context(), catalog: [loose])
    #expect(rows.allSatisfy { $0.status == .ok && $0.note == "the order of the elements is lost" })
  }

  @Test func `a quadratic contender is cut off, and its row stays in the table`() throws {
    let clock = SimulatedClock()
    let quadratic = Self.contender(
      "quadratic",
      ints: { input in
        clock.advance(by: UInt64(input.count * input.count))
        return input
      })
    let linear = Self.contender(
      "linear",
      ints: { input in
        clock.advance(by: UInt64(input.count * 10))
        return input
      })
    let sizes = (0..<8).map { 1_000 << $0 }
    let rows = try UniqueExperiment.run(
      request(["quadratic", "linear"], sizes: sizes),
      Listener().context(clock, cutoff: 2_000_000_000), catalog: [quadratic, linear])
    #expect(rows.count == 16)
    for row in rows {
      let isLate = row.counts["n", default: 0] >= 64_000 && row.labels["contender"] == "quadratic"
      #expect(row.status == (isLate ? .cutOff : .ok))
      #expect(row.blocks.isEmpty == isLate)
      #expect(
        (row.note?.hasPrefix("cut off at 64,000: one run would take about ") == true) == isLate)
    }
    #expect(rows.contains { $0.note == "cut off at 64,000: one run would take about 4.1 s" })
  }

  @Test func `sizes that are close together and out of order do not cut off a fast contender`()
    throws
  {
    let clock = SimulatedClock()
    let fast = Self.contender(
      "fast",
      ints: { input in
        clock.advance(by: input.count == 10 ? 5_000 : UInt64(input.count * 40))
        return input
      })
    let rows = try UniqueExperiment.run(
      request(["fast"], sizes: [10, 7, 1_000]), Listener().context(clock), catalog: [fast])
    #expect(rows.map { $0.counts["n"] } == [7, 10, 1_000])
    #expect(rows.allSatisfy { $0.status == .ok && $0.note == nil && !$0.samples.isEmpty })
  }

  @Test func `a contender whose first run takes too long is also cut off`() throws {
    let clock = SimulatedClock()
    let slow = Self.contender(
      "slow",
      ints: { input in
        clock.advance(by: input.count > 100 ? 3_000_000_000 : 1_000)
        return input
      })
    let rows = try UniqueExperiment.run(
      request(["slow"], sizes: [50, 500, 900]),
      Listener().context(clock, cutoff: 2_000_000_000), catalog: [slow])
    #expect(rows.map(\.status) == [.ok, .cutOff, .cutOff])
    #expect(
      rows.map(\.note) == [
        nil, "cut off at 500: one run takes 3 s", "cut off at 500: one run takes 3 s",
      ])
  }

  @Test func `a request that cannot be run is refused before anything runs`() {
    func error(
      _ change: (inout UniqueExperiment.Request) -> Void, memory: Int? = nil
    ) -> BenchmarkError? {
      var request = request(["right"])
      change(&request)
      let runs = Mutex(0)
      let catalog = [
        Self.right,
        Self.contender(
          "ints-only",
          ints: {
            runs.withLock { $0 += 1 }
            return $0
          }),
      ]
      defer { #expect(runs.withLock { $0 } == 0) }
      do throws(BenchmarkError) {
        _ = try UniqueExperiment.run(
          request, Listener().context(memoryBytes: memory), catalog: catalog)
        return nil
      } catch {
        return error
      }
    }
    #expect(
      error { $0.contenders = ["ints-only", "rihgt"] }
        == .unknown(kind: "contender", "rihgt", nearest: "right"))
    #expect(error { $0.contenders = [] } == .nothing("contender"))
    #expect(
      error {
        $0.contenders = ["ints-only"]
        $0.elements = [.string]
      } == .unsupportedElement(contender: "ints-only", element: .string))
    #expect(error { $0.sizes = [] } == .nothing("size"))
    #expect(error { $0.sizes = [5, 0] } == .badSizes("0", .zero))
    #expect(error { $0.elements = [] } == .nothing("element type"))
    #expect(error { $0.orders = [] } == .nothing("order"))
    #expect(error { $0.duplicates = [] } == .nothing("share of duplicates"))
    #expect(error { $0.duplicates = [100] } == .badDuplicates(100))
    #expect(error { $0.duplicates = [-1] } == .badDuplicates(-1))
    #expect(
      error({ $0.sizes = [1_000_000_000] }, memory: 16_000_000_000)
        == .exceedsMemory(
          count: 1_000_000_000, needed: 160_000_000_000, available: 16_000_000_000))
    #expect(
      error { $0.sizes = [Int.max] } == .tooManyElements(Int.max, limit: Int(UInt32.max)))
  }

  @Test func `canceling keeps the samples taken so far`() throws {
    let runs = Mutex(0)
    let counting = Self.contender(
      "counting",
      ints: {
        runs.withLock { $0 += 1 }
        return Self.kept($0)
      })
    let listener = Listener()
    var context = listener.context()
    let rows = try UniqueExperiment.run(
      request(["counting"], sizes: [10, 20, 30]), context, catalog: [counting])
    #expect(rows.map { $0.counts["n"] } == [10, 20, 30])
    let whole = runs.withLock { $0 }
    context.isCancelled = { runs.withLock { $0 } >= whole + whole / 2 }
    let part = try UniqueExperiment.run(
      request(["counting"], sizes: [10, 20, 30]), context, catalog: [counting])
    #expect(part.count < 3 && !part.isEmpty)
    #expect(part.allSatisfy { $0.status == .ok && !$0.samples.isEmpty })
    #expect(listener.saved.last == part)
  }

  @Test func `the progress and the number of saved samples never decrease`() throws {
    let listener = Listener()
    let rows = try UniqueExperiment.run(
      request(["right"], sizes: [10, 20, 30]), listener.context(), catalog: [Self.right])
    #expect(listener.saved.last == rows)
    let counts = listener.saved.map { $0.reduce(0) { $0 + $1.samples.count } }
    #expect(counts == counts.sorted() && counts.count > 3)
    let done = listener.progress.map(\.done)
    #expect(done == done.sorted() && done.allSatisfy { (0...1).contains($0) })
    #expect(done.contains { $0 > 0.9 })
    #expect(listener.progress.contains { $0.current == "checking right, n = 20" })
  }
}
