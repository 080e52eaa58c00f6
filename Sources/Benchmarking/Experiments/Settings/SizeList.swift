internal import Basics

/// The input sizes of an experiment, in elements, parsed from an option.
///
/// - `1000,10000` lists sizes.
/// - `1..1M` doubles the size repeatedly, from 1 up to at most 1,000,000.
/// - `10000..60000/10000` increases the size from 10,000 to 60,000 in steps of 10,000.
///
/// A list can contain sizes and ranges of all three forms, separated by commas. `k` is 1,000 and
/// `M` is 1,000,000.
package struct SizeList: Hashable, Sendable {
  /// Why a string is not a list of sizes.
  package enum Problem: Equatable, Sendable {
    case notANumber(String)
    case zero
    case negative(String)
    case reversed(Int, Int)
    case zeroStep
    /// A size has a step, but is not a range.
    case loneStep
    case overflow(String)
    case tooMany
  }

  /// The maximum number of sizes.
  package static let limit = 1_000

  /// The sizes: at least one, ascending, without duplicates.
  package let sizes: [Int]

  /// Parses a list of sizes, ranges and stepped ranges, such as `1000,1..1M,10000..60000/10000`.
  ///
  /// - Throws: `badSizes`.
  package init(parsing text: String) throws(BenchmarkError) {
    do throws(Problem) {
      var sizes: Set<Int> = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        sizes.formUnion(try Self.sizes(in: part))
        if sizes.count > Self.limit { throw .tooMany }
      }
      self.sizes = sizes.sorted()
    } catch {
      throw .badSizes(text, error)
    }
  }

  private static func sizes(in part: Substring) throws(Problem) -> [Int] {
    let pieces = part.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let ends = pieces[0].pieces(separatedBy: "..")
    let first = try size(ends[0][...])
    if ends.count == 1 {
      if pieces.count > 1 { throw .loneStep }
      return [first]
    }
    let last = try size(ends.dropFirst().joined(separator: "..")[...])
    if last < first { throw .reversed(first, last) }
    if pieces.count == 1 { return try range(first, last) { $0.multipliedReportingOverflow(by: 2) } }
    let step: Int
    do throws(Problem) { step = try size(pieces[1]) } catch {
      throw error == .zero ? .zeroStep : error
    }
    return try range(first, last) { $0.addingReportingOverflow(step) }
  }

  private static func range(
    _ first: Int, _ last: Int, next: (Int) -> (partialValue: Int, overflow: Bool)
  ) throws(Problem) -> [Int] {
    var sizes: [Int] = []
    var size = (partialValue: first, overflow: false)
    while !size.overflow && size.partialValue <= last {
      sizes.append(size.partialValue)
      if sizes.count > limit { throw .tooMany }
      size = next(size.partialValue)
    }
    return sizes
  }

  /// Parses digits with an optional unit.
  private static func size(_ word: Substring) throws(Problem) -> Int {
    let number = ScaledNumber(word, units: units)
    let isNegative = number.number.first == "-"
    guard ScaledNumber.isPlain(isNegative ? number.number.dropFirst() : number.number) else {
      throw .notANumber(String(word))
    }
    if isNegative { throw .negative(String(word)) }
    guard let size = number.value else { throw .overflow(String(word)) }
    if size == 0 { throw .zero }
    return size
  }

  private static let units: [Character: Int] = ["k": 1_000, "K": 1_000, "M": 1_000_000]
}

extension SizeList.Problem: Error {
  var message: String {
    switch self {
    case .notANumber(let word):
      "'\(word)' is not a number; write sizes like 1000,10k or 1k..1M or 10k..60k/10k"
    case .zero: "a size is at least 1"
    case .negative(let word): "\(word) is negative; a size is at least 1"
    case .reversed(let first, let last):
      "a range must ascend; write \(last)..\(first)"
    case .zeroStep: "the step of a range is at least 1"
    case .loneStep: "a step needs a range; write it like 10k..60k/10k"
    case .overflow(let word): "\(word) is too large; the largest size is \(Int.max)"
    case .tooMany:
      "it has more than \(SizeList.limit.grouped) sizes; use a larger step, or doubling"
    }
  }
}
