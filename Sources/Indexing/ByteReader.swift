internal import UnicodeText

/// Reads numbers and texts one after the other.
package struct ByteReader {
  private let bytes: [UInt8]
  private var at = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next little-endian number.
  ///
  /// - Throws: `damaged` if there are not enough bytes.
  package mutating func number<Number: FixedWidthInteger & BitwiseCopyable>()
    throws(IndexFault) -> Number
  {
    let size = MemoryLayout<Number>.size
    guard size <= bytes.count - at else { throw .damaged }
    defer { at += size }
    return bytes.span.number(at: at, as: Number.self)
  }

  /// Reads a number of eight bytes, which is an offset and therefore not negative.
  package mutating func offset() throws(IndexFault) -> Int {
    let number: UInt64 = try number()
    guard let offset = Int(exactly: number) else { throw .damaged }
    return offset
  }

  /// Reads a number of four bytes, which is the number of values that follow.
  ///
  /// Each value takes at least one byte, so a number above the number of remaining bytes is damaged.
  package mutating func count() throws(IndexFault) -> Int {
    let count = Int(try number() as UInt32)
    guard count <= bytes.count - at else { throw .damaged }
    return count
  }

  /// Reads a range: its start and its length, in eight bytes each.
  package mutating func place() throws(IndexFault) -> Range<Int> {
    let (start, length) = (try offset(), try offset())
    guard length <= Int.max - start else { throw .damaged }
    return start..<start + length
  }

  /// Reads a text: its length in four bytes, and its UTF-8.
  package mutating func text() throws(IndexFault) -> String {
    let count = try count()
    defer { at += count }
    return String(decoding: bytes[at..<at + count], as: UTF8.self)
  }
}

extension GrowableBuffer<UInt8> {
  /// Appends a text: its length in four bytes, and its UTF-8.
  package mutating func append(text: String) {
    append(number: UInt32(text.utf8.count))
    append(copying: text.utf8.span)
  }
}
