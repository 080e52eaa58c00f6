package import Synchronization
package import System
internal import UnicodeText

/// A large file of lines or rows that several threads read in parts, which are byte ranges.
///
/// Each line or row is one record.
///
/// Each part begins at the start of a line. In a delimited file, a line can begin inside a quoted
/// cell. Only reading the file from its start shows for certain which lines begin inside a cell.
/// Therefore, the start of a part is guessed from the quotes after it. If the guess is wrong, the
/// preceding part ends inside a quoted cell, and reading that part fails. The caller must then read
/// the failed part and all later parts as one text.
package final class RecordFile: Sendable {
  /// The byte ranges of the parts.
  package let parts: [Range<Int>]

  /// The last part whose records are used.
  package let last = LastPart()

  /// Whether the records are rows of cells, so that the first row determines all columns.
  package let isDelimited: Bool

  private let descriptor: Int32
  private let stream: RecordStream

  /// The fields of the first records, which the reader of each part gets in advance.
  ///
  /// Without these fields, reading JSON Lines would take longer, because lines with unknown fields
  /// cannot be skipped.
  package let firstFields: [Field]

  /// The columns of a delimited file.
  private let columns: [String]?

  /// The number of newlines before each part, up to the last part for which `line(ofPart:)` was
  /// called.
  private let newlines = Mutex([0])

  /// Opens a file.
  ///
  /// The result is `nil` if the file is small, compressed, unreadable or not a regular file. The
  /// result is also `nil` if the format does not have one record per line or row.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - stream: how to read the file.
  ///   - partBytes: the approximate size of a part.
  ///   - minimumBytes: the minimum size of a file that is read in parts.
  ///   - isCancelled: called before each read.
  package init?(
    _ path: FilePath, _ stream: RecordStream, partBytes: Int, minimumBytes: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    guard let delimiter = stream.partDelimiter,
      let descriptor = try? Platform.open(path, for: .readingWithoutWaiting)
    else { return nil }
    self.descriptor = descriptor
    self.stream = stream
    let file = PlainFile(descriptor: descriptor, size: 0, start: 0)
    var head = GrowableBuffer<UInt8>(capacity: TextStart.sniffed)
    guard case .file(let size) = try? Platform.kind(of: descriptor), size >= minimumBytes,
      file.append(TextStart.sniffed, at: 0, to: &head),
      !head.withSpan({ TextStart.isEncoded($0) }),
      !stream.skipsBinary || !head.withSpan({ TextStart.isBinary($0) })
    else {
      Platform.close(descriptor)
      return nil
    }
    let start = head.withSpan { TextStart.length(ofMarkIn: $0) }
    parts = Self.parts(of: file, start..<max(start, size), by: partBytes, delimiter)
    // Read only the first lines of JSON Lines: usually, no later line has other fields.
    isDelimited = delimiter != .none
    let end =
      isDelimited
      ? size
      : Self.start(in: start..<size, of: file, near: start + Self.firstBytes, delimiter) ?? start
    let first = stream.reading(
      .part(FilePart(descriptor, start..<max(start, end), line: 1, columns: nil)))
    let (fields, ending) = first.columns(after: [], isCancelled: isCancelled)
    firstFields = isDelimited || ending.error != nil ? [] : fields
    columns = ending.columnNames
    if parts.count < 2 || isDelimited && (columns == nil || ending.error != nil) { return nil }
    // The matches in a part stay in memory until the part ends, so no part may be much larger than
    // intended.
    let largest = max(partBytes, Self.windows[1]) * Self.maximumGrowth
    if parts.contains(where: { $0.count > largest }) { return nil }
  }

  deinit { Platform.close(descriptor) }

  /// The stream of the records in consecutive parts.
  ///
  /// If `countsLines` is true, line numbers count from the start of the file; otherwise, from the
  /// start of the first part.
  package func stream(of parts: Range<Int>, countsLines: Bool) -> RecordStream {
    let last = self.parts[parts.upperBound - 1]
    let bytes = self.parts[parts.lowerBound].lowerBound..<last.upperBound
    let line = countsLines ? line(ofPart: parts.lowerBound) : 1
    let columns = parts.lowerBound == 0 ? nil : columns
    return stream.reading(.part(FilePart(descriptor, bytes, line: line, columns: columns)))
  }

  /// The number of the line, from 1, where a part begins.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes before the part that no earlier call
  ///   has scanned for newlines.
  package func line(ofPart part: Int) -> Int {
    newlines.withLock { newlines in
      let file = PlainFile(descriptor: descriptor, size: 0, start: 0)
      var buffer = GrowableBuffer<UInt8>(capacity: Self.countedBytes)
      while newlines.count <= part {
        let counted = parts[newlines.count - 1]
        var count = newlines[newlines.count - 1]
        for start in stride(from: counted.lowerBound, to: counted.upperBound, by: Self.countedBytes)
        {
          buffer.truncate(to: 0)
          let bytes = min(Self.countedBytes, counted.upperBound - start)
          guard file.append(bytes, at: start, to: &buffer) else { break }
          count += buffer.withSpan { Kernels.count(of: UInt8(ascii: "\n"), in: $0) }
        }
        newlines.append(count)
      }
      return newlines[part] + 1
    }
  }

  /// The number of bytes that are read at a time to count newlines.
  private static let countedBytes = 1 << 18

  // MARK: Starts of parts

  /// The approximate number of bytes at the start of a file that are read to find `firstFields`.
  private static let firstBytes = 1 << 12

  /// The maximum size of a part, as a multiple of the intended size.
  ///
  /// A file that would have a larger part is not divided.
  private static let maximumGrowth = 8

  /// The numbers of bytes to read after the intended start of a part to find the start of a record.
  ///
  /// The larger number is used if the smaller number of bytes does not contain the start of a
  /// record.
  private static let windows = [1 << 12, 1 << 16]

  private static func parts(
    of file: PlainFile, _ text: Range<Int>, by step: Int, _ delimiter: PartDelimiter
  ) -> [Range<Int>] {
    let step = max(1, step)
    var parts: [Range<Int>] = []
    var start = text.lowerBound
    var next = start + step
    while next < text.upperBound {
      if let found = self.start(in: text, of: file, near: next, delimiter) {
        parts.append(start..<found)
        start = found
      }
      next = max(next, start) + step
    }
    parts.append(start..<text.upperBound)
    return parts
  }

  /// The likely start of the first record at or after `offset`; `nil` if no record starts near
  /// `offset`.
  private static func start(
    in text: Range<Int>, of file: PlainFile, near offset: Int, _ delimiter: PartDelimiter
  ) -> Int? {
    if offset >= text.upperBound { return nil }
    var bytes = GrowableBuffer<UInt8>(capacity: windows[0])
    for window in windows {
      bytes.truncate(to: 0)
      guard file.append(min(window, text.upperBound - offset + 1), at: offset - 1, to: &bytes)
      else { return nil }
      if let found = bytes.withSpan({ delimiter.firstRow(in: $0) }) {
        let start = offset - 1 + found
        return start < text.upperBound ? start : nil
      }
    }
    return nil
  }
}

/// The number of the last part whose records are used.
///
/// `number` is lowered when a part has an error or contains enough matches; the records of later
/// parts are then dropped. This object can outlive its `RecordFile`, which is closed when all parts
/// have been read.
package final class LastPart: Sendable {
  package let number = Atomic(Int.max)
}

/// How the start of a record in the middle of a file is found.
enum PartDelimiter: Equatable {
  /// Each line is a record, so a record starts after each newline.
  case none
  /// Records are rows of cells, and a quoted cell can contain line ends; the value is the
  /// delimiter.
  case cells(UInt8)

  /// The offset after the first newline that probably ends a record; `nil` if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func firstRow(in bytes: Span<UInt8>) -> Int? {
    guard case .cells(let delimiter) = self else {
      return Kernels.firstIndex(of: UInt8(ascii: "\n"), in: bytes).map { $0 + 1 }
    }
    var isQuoted = Self.beginsQuoted(bytes, delimiter)
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\n"): if !isQuoted { return index + 1 }
      default: break
      }
    }
    return nil
  }

  /// Whether the bytes probably begin inside a quoted cell.
  ///
  /// The first quote that has a delimiter or line end on exactly one side decides. If the delimiter
  /// or line end is before the quote, the quote opens a cell; otherwise, the quote closes a cell.
  private static func beginsQuoted(_ bytes: Span<UInt8>, _ delimiter: UInt8) -> Bool {
    func isEdge(_ byte: UInt8) -> Bool {
      byte == delimiter || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
    let quote = UInt8(ascii: "\"")
    var quotes = 0
    for index in bytes.indices where bytes[index] == quote {
      if index > 0, index + 1 < bytes.count, bytes[index - 1] != quote, bytes[index + 1] != quote,
        isEdge(bytes[index - 1]) != isEdge(bytes[index + 1])
      {
        return isEdge(bytes[index + 1]) != (quotes % 2 == 1)
      }
      quotes += 1
    }
    return false
  }
}

extension RecordStream {
  /// How to divide a file into parts; `nil` if its records cannot be read in parts.
  fileprivate var partDelimiter: PartDelimiter? {
    if !continues { return nil }
    guard let format = format as? DelimitedFormat else {
      // A strict reader reports replaced surrogates at the end of the file, after all records.
      return options.isStrict ? nil : PartDelimiter.none
    }
    // A lenient reader accepts text after a quoted cell, so quotes do not show where rows begin.
    if options.isLenient { return nil }
    return (try? format.delimiter(options)).map { .cells($0) }
  }
}
