internal import Corpora
internal import UnicodeText

/// Sorts the rows of a scan by the text of one column; rows with equal text keep their original
/// order.
///
/// A row contains only the cells that the query reads. All rows with the same text in that column
/// store their cells in one chain of blocks. Each block is twice as large as the previous block, up
/// to a maximum size.
struct OrderedRows: ~Copyable {
  private static let firstBlock = 32
  private static let lastBlock = 4096

  /// The size of a block's header in bytes; the header contains the offset of the next block.
  private static let link = 4

  /// The rows that have the same text in the sort column.
  private struct Group {
    var first = 0
    var block = 0
    var next = 0
    var end = 0
    var rows = 0
  }

  private var keys = TextTable()
  private var groups: [Group] = []
  private var blocks: [UInt8] = []
  private var keyBytes = 0
  private let limit: Int

  /// The group of the most recently added row.
  private var last = 0

  /// Creates an empty list with a memory limit of about `limit` bytes.
  init(limit: Int) { self.limit = limit }

  // MARK: Adding rows

  /// Adds a row; the caller must then add the row's cells with `append`.
  mutating func appendRow(_ key: Span<UInt8>) {
    last = keys.number(of: key)
    if last == groups.count {
      groups.append(Group())
      keyBytes += key.count + MemoryLayout<Group>.stride + 32
    }
    groups[last].rows += 1
  }

  /// Adds a cell to the last row.
  mutating func append(_ cell: Span<UInt8>) {
    for index in cell.indices { append(cell[index]) }
    append(Separator.field)
  }

  private mutating func append(_ byte: UInt8) {
    if groups[last].next == groups[last].end { addBlock() }
    blocks[groups[last].next] = byte
    groups[last].next += 1
  }

  private mutating func addBlock() {
    let group = groups[last]
    let size = group.end == 0 ? Self.firstBlock : Self.size(after: group.end - group.block)
    let start = blocks.count
    if blocks.capacity < start + size {
      blocks.reserveCapacity(min(limit, max(start * 2, 1 << 20)))
    }
    blocks.append(contentsOf: repeatElement(0, count: size))
    if group.end == 0 {
      groups[last].first = start
    } else {
      for index in 0..<Self.link {
        blocks[group.block + index] = UInt8(truncatingIfNeeded: start >> (8 * index))
      }
    }
    groups[last].block = start
    groups[last].next = start + Self.link
    groups[last].end = start + size
  }

  private static func size(after size: Int) -> Int { min(size * 2, lastBlock) }

  /// Whether one more block of rows could exceed the memory limit.
  var isTooLarge: Bool { blocks.count + keyBytes > limit - Self.lastBlock }

  // MARK: Reading rows

  /// The indices of the groups in sorted order; the current group is at `place - 1`.
  private var order: [Int] = []
  private var place = 0
  private var group = 0
  private var rowsLeft = 0
  private var at = 0
  private var block = 0
  private var blockEnd = 0
  private var row = GrowableBuffer<UInt8>()

  /// Sorts the rows and starts reading them; no more rows can be added.
  mutating func start(isDescending: Bool) {
    order = keys.sorted()
    if isDescending { order.reverse() }
  }

  /// Advances to the next row, which has `cells` cells; returns false after the last row.
  mutating func advance(cells: Int) -> Bool {
    while rowsLeft == 0 {
      guard place < order.count else { return false }
      group = order[place]
      place += 1
      rowsLeft = groups[group].rows
      block = groups[group].first
      at = block + Self.link
      blockEnd = block + Self.firstBlock
    }
    rowsLeft -= 1
    row.truncate(to: 0)
    var left = cells
    while left > 0 {
      if at == blockEnd { advanceBlock() }
      let byte = blocks[at]
      at += 1
      row.append(byte)
      if byte == Separator.field { left -= 1 }
    }
    return true
  }

  private mutating func advanceBlock() {
    let size = Self.size(after: blockEnd - block)
    block = (0..<Self.link).reduce(0) { $0 | Int(blocks[block + $1]) << (8 * $1) }
    at = block + Self.link
    blockEnd = block + size
  }

  /// Calls `body` with the current row's text in the sort column.
  func withKey(_ body: (Span<UInt8>) -> Void) { keys.withText(group, body) }

  /// Calls `body` with the cells of the current row.
  func withRow(_ body: (Span<UInt8>) -> Void) { row.withSpan(body) }
}
