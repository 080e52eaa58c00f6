/// The two pipes between this program and the program that sends requests.
package protocol ByteChannel {
  /// Reads exactly `count` bytes; nil if the input ends first.
  mutating func read(_ count: Int) -> [UInt8]?

  mutating func write(_ bytes: [UInt8])
}
