internal import UnicodeText

/// Reads encoded numbers and texts from bytes, one after the other.
package struct ByteReader {
  private let bytes: [UInt8]
  private var at = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the next little-endian number.
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

  /// Reads a count of the values that follow; the count is stored in four bytes.
  ///
  /// Each value uses at least one byte, so a count above the number of remaining bytes is an error.
  package mutating func count() throws(IndexFault) -> Int {
    let count = Int(try number() as UInt32)
    guard count <= bytes.count - at else { throw .damaged }
    return count
  }

  /// Reads a range, which is encoded as its start and its length in eight bytes each.
  package mutating func place() throws(IndexFault) -> Range<Int> {
    let (start, length) = (try offset(), try offset())
    guard length <= Int.max - start else { throw .damaged }
    return start..<start + length
  }

  /// Reads a text, which is encoded as its length in four bytes, followed by its UTF-8.
  package mutating func text() throws(IndexFault) -> String {
    let count = try count()
    defer { at += count }
    return String(decoding: bytes[at..<at + count], as: UTF8.self)
  }
}

extension GrowableBuffer<UInt8> {
  /// Appends the length of a text in four bytes, and then the UTF-8 of the text.
  package mutating func append(text: String) {
    append(number: UInt32(text.utf8.count))
    append(copying: text.utf8.span)
  }
}
