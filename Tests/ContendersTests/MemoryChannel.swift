@testable import Contenders

/// An in-memory channel: its input holds all requests, and its output collects the replies.
struct MemoryChannel: ByteChannel {
  private var input: ArraySlice<UInt8>
  private(set) var output: [UInt8] = []

  init(_ input: [UInt8]) { self.input = input[...] }

  mutating func read(_ count: Int) -> [UInt8]? {
    guard input.count >= count else { return nil }
    defer { input = input.dropFirst(count) }
    return Array(input.prefix(count))
  }

  mutating func write(_ bytes: [UInt8]) { output += bytes }
}

/// The client side of the protocol, which encodes requests and splits replies into frames.
enum Asking {
  static let greeting = Array("sbcontnd".utf8) + [1, 0, 0, 0]

  static func frame(_ kind: UInt8, _ content: [UInt8] = []) -> [UInt8] {
    [kind] + number(content.count) + content
  }

  static func number(_ value: Int, bytes: Int = 4) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  static func text(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) }

  /// The frames that send a corpus with one column, which is not an alias column.
  static func lines(_ lines: [String]) -> [UInt8] {
    let records = lines.flatMap { line -> [UInt8] in
      number(line.utf8.count + 1) + Array(line.utf8) + [0xFF]
    }
    return frame(1, number(1) + [0]) + frame(2, records) + frame(3)
  }

  static func search(
    _ contender: String, _ strategy: String, _ query: String, tail: [UInt8] = [0, 1, 1, 0, 0]
  ) -> [UInt8] {
    frame(4, [contender, strategy, query, "classic", "."].flatMap(text) + tail)
  }

  static func iterate(_ count: Int) -> [UInt8] { frame(5, number(count, bytes: 8)) }

  /// The kind and content of each frame after the greeting; nil if the bytes are not frames.
  static func frames(_ output: [UInt8]) -> [(kind: UInt8, content: [UInt8])]? {
    guard output.starts(with: greeting) else { return nil }
    var frames: [(kind: UInt8, content: [UInt8])] = []
    var rest = output.dropFirst(greeting.count)
    while !rest.isEmpty {
      guard rest.count >= 5 else { return nil }
      let kind = rest.removeFirst()
      let length = (0..<4).reduce(0) { $0 | Int(rest.removeFirst()) << ($1 * 8) }
      guard rest.count >= length else { return nil }
      frames.append((kind, Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return frames
  }
}
