internal import Terminal

extension FuzzTarget {
  /// An input consists of a byte that chooses a chunk size, and terminal input to decode in chunks
  /// of that size.
  static let keys = FuzzTarget(name: "keys", oracle: "the same keys, however input arrives") {
    input in
    var input = input
    let size = 1 + input.number(below: 7)
    let bytes = input.remainder()
    var whole = KeyDecoder()
    let wanted = whole.feed(bytes)
    var decoder = KeyDecoder()
    var found: [Key] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      found += decoder.feed(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    expectEqual(joined(found), joined(wanted), "pieces of \(size) of \(bytes)")
    expectEqual(decoder.isPending, whole.isPending, "pending after \(bytes)")
    let end = whole.flush()
    expectEqual(decoder.flush(), end, "flush after \(bytes)")
    expect(!whole.isPending, "pending after a flush of \(bytes)")
  }
}

/// The keys; adjacent text keys are combined into one text key.
private func joined(_ keys: [Key]) -> [Key] {
  keys.reduce(into: []) { result, key in
    if case .text(let more) = key, case .text(let text)? = result.last {
      result[result.count - 1] = .text(text + more)
    } else {
      result.append(key)
    }
  }
}
