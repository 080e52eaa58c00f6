/// Reads a query one grapheme cluster at a time; positions are byte offsets.
///
/// An operator, quote, parenthesis, backslash or whitespace character has its special meaning only
/// if it is a whole grapheme cluster. There is always a cluster boundary between two ASCII
/// characters, except in CR LF. The standard library is called only to find cluster boundaries next
/// to non-ASCII characters.
struct ClusterReader {
  let text: String
  let bytes: [UInt8]

  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    self.bytes = Array(text.utf8)
  }

  /// The end of the cluster that begins at `offset`.
  func end(ofClusterAt offset: Int) -> Int {
    let next = offset + 1
    if bytes[offset] < 0x80 {
      guard next < bytes.count else { return next }
      if bytes[next] < 0x80 {
        return bytes[offset] == 0x0D && bytes[next] == 0x0A ? next + 1 : next
      }
    }
    let utf8 = text.utf8
    // The start of a substring is always a cluster boundary, so the library does not look for a
    // boundary in the text before the substring.
    let start = utf8.index(utf8.startIndex, offsetBy: offset)
    let rest = text[start...]
    let after = rest.index(after: start)
    return utf8.distance(from: utf8.startIndex, to: after)
  }

  /// The byte at `offset`, if it is ASCII and a whole cluster.
  func ascii(at offset: Int) -> UInt8? {
    guard offset < bytes.count, bytes[offset] < 0x80, end(ofClusterAt: offset) == offset + 1 else {
      return nil
    }
    return bytes[offset]
  }

  /// The scalars of the cluster at `offset`.
  func scalars(ofClusterAt offset: Int) -> String.UnicodeScalarView {
    String(decoding: bytes[offset..<end(ofClusterAt: offset)], as: UTF8.self).unicodeScalars
  }

  /// Whether the ASCII `word` is at `offset`, and each of its letters is a whole cluster.
  func hasKeyword(_ word: String, at offset: Int) -> Bool {
    let letters = word.utf8.span
    guard offset + letters.count <= bytes.count else { return false }
    for index in letters.indices where ascii(at: offset + index) != letters[index] { return false }
    return true
  }
}
