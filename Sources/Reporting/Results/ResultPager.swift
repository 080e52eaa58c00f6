/// A reader's place in a result: which rows the last page showed, and which come next.
///
/// Pages are ranges of rows for `EncodingOptions.rows`; showing one searches nothing again.
public struct ResultPager: Hashable, Sendable {
  /// The rows there are.
  public let count: Int

  /// The rows of a page, at least 1.
  public var pageSize: Int

  /// The rows of the last page, empty before the first.
  public private(set) var page = 0..<0

  public init(count: Int, pageSize: Int) {
    self.count = count
    self.pageSize = max(1, pageSize)
  }

  /// Whether rows follow the last page.
  public var hasMore: Bool { page.upperBound < count }

  /// Moves to the page after the last; nil at the end.
  public mutating func next() -> Range<Int>? {
    if !hasMore { return nil }
    page = page.upperBound..<min(count, page.upperBound + pageSize)
    return page
  }

  /// Moves to the page before the last; nil at the start.
  public mutating func previous() -> Range<Int>? {
    if page.lowerBound == 0 { return nil }
    let start = max(0, page.lowerBound - pageSize)
    page = start..<min(count, start + pageSize)
    return page
  }

  /// Moves to the rows `first...last`, counted from 1 as people count; nil if there is no such row.
  public mutating func go(to rows: ClosedRange<Int>) -> Range<Int>? {
    guard rows.lowerBound >= 1, rows.lowerBound <= count else { return nil }
    page = rows.lowerBound - 1..<min(count, rows.upperBound)
    return page
  }

  /// What stands under a page: `rows 21-40 of 1,204 · Enter shows more`; nil if all rows are on it.
  public func footer(isUTF8: Bool = true) -> String? {
    if page.isEmpty || page == 0..<count { return nil }
    let rows = "rows \(NumberFormat.grouped(page.lowerBound + 1))"
    let range = page.count == 1 ? rows : rows + "-\(NumberFormat.grouped(page.upperBound))"
    let text = "\(range) of \(NumberFormat.grouped(count))"
    return hasMore ? text + (isUTF8 ? " · " : " | ") + "Enter shows more" : text
  }
}
