internal import UnicodeText
package import UniquingContenders

/// Measures implementations that remove duplicate elements, with inputs of several sizes.
package enum UniqueExperiment {
  /// The type of the elements.
  package enum Element: String, Sendable, CaseIterable {
    case int
    case string

    /// The approximate maximum memory per element while an answer is checked, in bytes.
    ///
    /// The input, the reference answer and the answer each need an array and a hash table. The
    /// capacity of each array and of each table may have just doubled.
    var footprint: Int {
      switch self {
      case .int: 160
      case .string: 320
      }
    }

    /// The maximum number of elements, limited by the 32-bit positions in hash tables, or by the
    /// number of distinct strings that can be generated.
    var limit: Int {
      switch self {
      case .int: Int(UInt32.max)
      case .string: 1 << 28
      }
    }
  }

  /// What to measure; the default values reproduce the measurements in `PublishedTable`.
  package struct Request: Hashable, Sendable {
    /// The names of contenders; `all` means every contender that supports the elements.
    package var contenders = ["array-contains", "append-if-unique", "set-then-array"]
    package var sizes = Array(stride(from: 10_000, through: 60_000, by: 10_000))
    package var elements = [Element.int]
    package var orders = [ElementOrder.ascending]

    /// The percentages of elements that are equal to an earlier element; each percentage is
    /// measured.
    package var duplicates = [0]
    package var seed: UInt64 = 1

    package init() {}
  }

  /// Measures each contender with each combination of element type, order and duplicates, from the
  /// smallest to the largest size.
  ///
  /// Each answer is compared with a reference answer before the contender is timed. A contender
  /// that would exceed the cut-off gets a row with a note instead of times, at that size and all
  /// larger sizes. The contenders for one input are sampled alternately.
  ///
  /// - Returns: The measurements; after a cancellation, the measurements so far.
  /// - Throws: An error before any contender runs, if the request is invalid.
  package static func run(
    _ request: Request, _ context: ExperimentContext
  ) throws(BenchmarkError) -> [Measurement] {
    try run(request, context, catalog: ContenderCatalog.all)
  }

  static func run(
    _ request: Request, _ context: ExperimentContext, catalog: [UniquingContender]
  ) throws(BenchmarkError) -> [Measurement] {
    let contenders = try contenders(of: request, in: catalog, context)
    try check(request, memoryBytes: context.memoryBytes)
    let sizes = Set(request.sizes).sorted()
    let kinds = request.orders.count * request.duplicates.count
    let rows = contenders.values.reduce(0) { $0 + $1.count } * kinds * sizes.count
    let log = ExperimentLog(context, expecting: rows)
    for element in request.elements {
      for order in request.orders {
        for percent in request.duplicates {
          let kind = UniqueSeries.Kind(
            element: element, order: order, duplicates: percent, seed: request.seed)
          let series = UniqueSeries(kind, sizes, contenders[element] ?? [], context, log)
          series.run()
        }
      }
    }
    return log.measurements
  }
}

// MARK: Checking the request

extension UniqueExperiment {
  /// The requested contenders for each type of element.
  private static func contenders(
    of request: Request, in catalog: [UniquingContender], _ context: ExperimentContext
  ) throws(BenchmarkError) -> [Element: [UniquingContender]] {
    var named: [UniquingContender] = []
    var takesAll = false
    for name in request.contenders {
      if name == "all" {
        takesAll = true
      } else if let contender = catalog.first(where: { $0.name == name }) {
        if !named.contains(where: { $0.name == name }) { named.append(contender) }
      } else {
        let names = catalog.map(\.name) + ["all"]
        let nearest = Nearest.match(name, among: names)
        throw .unknown(
          kind: "contender", name, nearest: nearest, known: nearest == nil ? names : [])
      }
    }
    if named.isEmpty && !takesAll { throw .nothing("contender") }
    var result: [Element: [UniquingContender]] = [:]
    for element in request.elements {
      if let unable = named.first(where: { !$0.canHold(element) }) {
        throw .unsupportedElement(contender: unable.name, element: element)
      }
      var chosen = named
      if takesAll {
        chosen = catalog.filter { $0.canHold(element) }
        for unable in catalog where !unable.canHold(element) {
          context.onNote(
            "\(unable.name) is left out: it cannot hold elements of type \(element.rawValue)")
        }
      }
      result[element] = chosen
    }
    return result
  }

  private static func check(
    _ request: Request, memoryBytes: Int?
  ) throws(BenchmarkError) {
    guard let largest = request.sizes.max() else { throw .nothing("size") }
    if request.elements.isEmpty { throw .nothing("element type") }
    if request.orders.isEmpty { throw .nothing("order") }
    if request.duplicates.isEmpty { throw .nothing("share of duplicates") }
    if let least = request.sizes.min(), least < 1 { throw .badSizes("\(least)", .zero) }
    for percent in request.duplicates where !(0...99).contains(percent) {
      throw .badDuplicates(percent)
    }
    for element in request.elements {
      if largest > element.limit { throw .tooManyElements(largest, limit: element.limit) }
      let needed = largest * element.footprint
      if let memoryBytes, needed > memoryBytes {
        throw .exceedsMemory(count: largest, needed: needed, available: memoryBytes)
      }
    }
  }
}

extension UniquingContender {
  fileprivate func canHold(_ element: UniqueExperiment.Element) -> Bool {
    switch element {
    case .int: uniqueInts != nil
    case .string: uniqueStrings != nil
    }
  }
}
