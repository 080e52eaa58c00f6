internal import UnicodeText

@testable internal import Corpora

extension FuzzTarget {
  /// An input is gzip data, or text that the target packs into gzip members; the first bytes choose
  /// the header fields.
  static let gzip = FuzzTarget(
    name: "gzip", oracle: "zlib's answer equals libdeflate's and that of the plain text"
  ) { input in
    var input = input
    let isWrapped = input.flag()
    let step = 4 + input.number(below: 200)
    var text: [UInt8]?
    var file: [UInt8] = []
    if isWrapped {
      let flags = input.byte()
      let size = 1 + input.number(below: 100)
      let plain = input.remainder()
      text = plain
      for start in stride(from: 0, to: max(1, plain.count), by: size) {
        file += member(Array(plain[start..<min(start + size, plain.count)]), flags)
      }
    } else {
      file = input.remainder()
    }
    if !isGzip(file) { return }
    let note = "step \(step), \(file)"
    let found = rows(file, step)
    var inflated = GrowableBuffer<UInt8>()
    if SmallGzip().inflate(file.span, into: &inflated) {
      let whole = inflated.array()
      if let text { expectEqual(whole, text, "inflated: \(note)") }
      text = whole
    }
    guard let text else { return }
    // If the decompressed text itself begins like gzip data, loading the text as a plain file would
    // decompress it again.
    if isGzip(text) { return }
    expectEqual(found, rows(text, 1 << 18), note)
  }
}

/// The rows of the bytes loaded as a file of lines; nil if gzip data are damaged.
private func rows(_ bytes: [UInt8], _ step: Int) -> [[String]]? {
  let path = FuzzFile.write(bytes, to: "lines")
  let options = LoadOptions(type: "lines")
  do throws(CorpusError) {
    return try CorpusLoader.load([path], options: options, limit: Segment.limit, step: step)
      .corpus.cells
  } catch {
    switch error.code {
    case .truncatedGzip, .damagedGzip: return nil
    default: fail("\(error): \(bytes)")
    }
  }
}

/// A gzip member with one stored block (RFC 1952, RFC 1951).
private func member(_ text: [UInt8], _ flags: UInt8) -> [UInt8] {
  var bytes: [UInt8] = [0x1F, 0x8B, 8, flags & 0x1E, 1, 2, 3, 4, 0, 255]
  if flags & 0x04 != 0 { bytes += [3, 0, 7, 8, 9] }
  if flags & 0x08 != 0 { bytes += Array("name".utf8) + [0] }
  if flags & 0x10 != 0 { bytes += Array("comment".utf8) + [0] }
  if flags & 0x02 != 0 { bytes += number(crc(bytes) & 0xFFFF).prefix(2) }
  let length = UInt32(text.count)
  bytes += [1] + number(length).prefix(2) + number(~length).prefix(2)
  return bytes + text + number(crc(text)) + number(length)
}

private func number(_ value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
}

/// The CRC-32 of the bytes, computed bit by bit.
private func crc(_ bytes: [UInt8]) -> UInt32 {
  var sum = UInt32.max
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
  return ~sum
}
