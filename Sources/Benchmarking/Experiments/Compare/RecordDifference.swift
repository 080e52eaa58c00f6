internal import Basics
internal import Corpora
package import Searching

/// The differences between two answers from the same corpus.
package struct RecordDifference: Hashable, Sendable {
  package let onlyInFirst: ResultSet
  package let onlyInSecond: ResultSet
  package let inBoth: ResultSet

  /// Compares two answers.
  ///
  /// - Complexity: O(*m* + *n*), where *m* and *n* are the sizes of the answers.
  package init(_ first: ResultSet, _ second: ResultSet) {
    onlyInFirst = first.subtracting(second)
    onlyInSecond = second.subtracting(first)
    inBoth = first.intersection(second)
  }

  package var isEmpty: Bool { onlyInFirst.isEmpty && onlyInSecond.isEmpty }

  /// The maximum number of differing records to list in a sentence.
  private static let named = 5

  /// A sentence that lists the numbers of the first records in which the two answers differ; the
  /// numbers start at 1.
  ///
  /// The second answer must be the answer of searchbench's scan.
  var sentence: String {
    let here = onlyInFirst.prefix(Self.named).map { ($0.rawValue, "extra") }
    let missing = onlyInSecond.prefix(Self.named).map { ($0.rawValue, "missing") }
    let first = (here + missing).sorted { $0.0 < $1.0 }.prefix(Self.named)
    let count = onlyInFirst.count + onlyInSecond.count
    let names = first.map { "\((Int($0.0) + 1).grouped) (\($0.1))" }.joined(separator: ", ")
    return
      "the answer differs from searchbench's scan in "
      + "\(count == 1 ? "record" : "\(count.grouped) records:") \(names)"
      + (count > first.count ? ", ..." : "")
  }
}
