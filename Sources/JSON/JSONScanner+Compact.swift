package import UnicodeText

extension JSONScanner {
  /// Copies the array or object at `start`, without the whitespace between tokens.
  ///
  /// The open brackets are in a heap buffer, so that deep nesting cannot overflow the call stack.
  package mutating func compact(
    _ text: Span<UInt8>, _ start: Int, to output: inout GrowableBuffer<UInt8>
  ) throws(JSONScanError) -> Int {
    var open = GrowableBuffer<UInt8>()
    var at = start
    while true {
      let byte = try next(text, &at)
      var isValueDue = false
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        open.append(byte)
        output.append(byte)
        at += 1
        isValueDue = try next(text, &at) != Self.closing(byte)
        if isValueDue && byte == UInt8(ascii: "{") { try key(text, &at, to: &output) }
      } else {
        try raw(text, &at, to: &output)
      }
      while !isValueDue {
        if open.count == 0 { return at }
        isValueDue = try afterValue(text, &at, &open, to: &output)
      }
    }
  }

  /// Copies the comma or closing bracket after a value; in an object, also copies the key that
  /// follows a comma.
  ///
  /// - Returns: true if a comma was copied, so that a value must follow.
  private mutating func afterValue(
    _ text: Span<UInt8>, _ at: inout Int, _ open: inout GrowableBuffer<UInt8>,
    to output: inout GrowableBuffer<UInt8>
  ) throws(JSONScanError) -> Bool {
    let container = open[open.count - 1]
    let hasMore = try hasMore(text, &at, closing: Self.closing(container))
    output.append(text[at - 1])
    if !hasMore {
      open.truncate(to: open.count - 1)
    } else if container == UInt8(ascii: "{") {
      try key(text, &at, to: &output)
    }
    return hasMore
  }

  /// Copies a key and its colon.
  private mutating func key(
    _ text: Span<UInt8>, _ at: inout Int, to output: inout GrowableBuffer<UInt8>
  ) throws(JSONScanError) {
    try expect(UInt8(ascii: "\""), .keyExpected, text, &at)
    try raw(text, &at, to: &output)
    try expect(UInt8(ascii: ":"), .colonExpected, text, &at)
    output.append(UInt8(ascii: ":"))
    at += 1
  }

  /// Copies the scalar value at `at` verbatim.
  private mutating func raw(
    _ text: Span<UInt8>, _ at: inout Int, to output: inout GrowableBuffer<UInt8>
  ) throws(JSONScanError) {
    let (length, replaced) = (output.count, self.replaced)
    let end = try scalar(text, at, to: &output)
    output.truncate(to: length)
    self.replaced = replaced
    output.append(copying: text.extracting(at..<end))
    at = end
  }

  /// Writes the decoded text of the string, number or literal at `start`.
  package mutating func scalar(
    _ text: Span<UInt8>, _ start: Int, to output: inout GrowableBuffer<UInt8>
  ) throws(JSONScanError) -> Int {
    if text[start] == UInt8(ascii: "\"") { return try string(text, start, to: &output) }
    return try word(text, start, to: &output)
  }

  /// The closing bracket for `opening`; its ASCII code is that of `opening` plus 2.
  static func closing(_ opening: UInt8) -> UInt8 { opening + 2 }
}
