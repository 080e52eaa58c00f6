internal import Basics
internal import Corpora
public import Searching

/// How two answers from the same corpus differ.
public struct RecordDifference: Hashable, Sendable {
  public let onlyInFirst: ResultSet
  public let onlyInSecond: ResultSet
  public let inBoth: ResultSet

  /// Parts two answers.
  ///
  /// - Complexity: O(*m* + *n*), where *m* and *n* are the sizes of the answers.
  public init(_ first: ResultSet, _ second: ResultSet) {
    onlyInFirst = first.subtracting(second)
    onlyInSecond = second.subtracting(first)
    inBoth = first.intersection(second)
  }

  public var isEmpty: Bool { onlyInFirst.isEmpty && onlyInSecond.isEmpty }

  /// How many of the differing records a sentence names.
  private static let named = 5

  /// What tells an answer from that of our scan, the second: the first differing records, counted from 1.
  var sentence: String {
    let here = onlyInFirst.prefix(Self.named).map { ($0.rawValue, "only here") }
    let missing = onlyInSecond.prefix(Self.named).map { ($0.rawValue, "missing") }
    let first = (here + missing).sorted { $0.0 < $1.0 }.prefix(Self.named)
    let count = onlyInFirst.count + onlyInSecond.count
    let names = first.map { "\((Int($0.0) + 1).grouped) (\($0.1))" }.joined(separator: ", ")
    return
      "differs from our scan in \(count == 1 ? "record" : "\(count.grouped) records:") \(names)"
      + (count > first.count ? ", ..." : "")
  }
}
