/// The two pipes to the program that asks.
public protocol ByteChannel {
  /// The next bytes, exactly so many; nil if there will be no more.
  mutating func read(_ count: Int) -> [UInt8]?

  mutating func write(_ bytes: [UInt8])
}
