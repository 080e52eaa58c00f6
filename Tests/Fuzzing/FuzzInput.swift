/// The bytes of a fuzz input, consumed from the front.
///
/// Reading beyond the end gives 0. Most inputs begin with a few bytes that choose options, and
/// continue with text. Therefore, people can read the seed inputs, and most mutations still give
/// valid inputs.
struct FuzzInput {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// Reads one byte as a number below `bound`.
  mutating func number(below bound: Int) -> Int { Int(byte()) % bound }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  mutating func pick<T>(_ choices: [T]) -> T { choices[number(below: choices.count)] }

  /// Reads the bytes up to the next newline, and skips the newline.
  mutating func line() -> [UInt8] {
    let line = rest.prefix { $0 != 0x0A }
    rest = rest.dropFirst(line.count + 1)
    return Array(line)
  }

  /// Reads the bytes up to the next newline as text, and repairs ill-formed UTF-8.
  mutating func textLine() -> String { String(decoding: line(), as: UTF8.self) }

  /// Reads all remaining bytes.
  mutating func remainder() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}
