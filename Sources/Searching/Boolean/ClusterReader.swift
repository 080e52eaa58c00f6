/// Walks a query by grapheme clusters, in byte offsets.
///
/// An operator, quote, parenthesis, backslash or blank counts only as a whole cluster. Between two ASCII characters there
/// is always a boundary, but in CR LF; only where that does not decide is the standard library asked.
struct ClusterReader {
  let text: String
  let bytes: [UInt8]

  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    self.bytes = Array(text.utf8)
  }

  /// Where the cluster that begins at `offset` ends.
  func end(ofClusterAt offset: Int) -> Int {
    let next = offset + 1
    if bytes[offset] < 0x80 {
      guard next < bytes.count else { return next }
      if bytes[next] < 0x80 {
        return bytes[offset] == 0x0D && bytes[next] == 0x0A ? next + 1 : next
      }
    }
    let utf8 = text.utf8
    let after = text.index(after: utf8.index(utf8.startIndex, offsetBy: offset))
    return utf8.distance(from: utf8.startIndex, to: after)
  }

  /// The character, if the cluster at `offset` is one ASCII byte.
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

  /// Whether the ASCII `word` stands at `offset`, each letter a whole cluster but for the last, which `follows` judges.
  func stands(_ word: StaticString, at offset: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard offset + length <= bytes.count else { return false }
    // SAFETY: a static string's UTF-8 lives for ever and is `length` bytes long.
    return word.withUTF8Buffer { letters in
      for index in 0..<length where unsafe ascii(at: offset + index) != letters[index] {
        return false
      }
      return true
    }
  }
}
