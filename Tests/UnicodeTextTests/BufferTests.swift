import Testing

@testable import UnicodeText

@Suite struct BufferTests {
  @Test func `elements stay in order while the buffer grows`() {
    var buffer = GrowableBuffer<UInt32>()
    for value in UInt32(0)..<1000 { buffer.append(value) }
    buffer.append(copying: [7, 8, 9].span)
    buffer.append(copying: [UInt32]().span)
    #expect(buffer.array() == Array(0..<1000) + [7, 8, 9])
    buffer[0] = 5
    #expect(buffer[0] == 5 && buffer[1002] == 9 && buffer.count == 1003)
    buffer.truncate(to: 2)
    #expect(buffer.withSpan { $0.count } == 2)
  }

  @Test func `a frozen buffer contains the appended elements`() {
    var buffer = GrowableBuffer<UInt8>()
    buffer.append(copying: "frozen".utf8.span)
    let frozen = buffer.freeze()
    #expect(frozen.count == 6 && frozen[5] == 0x6E)
    #expect(frozen.withSpan { String(decoding: $0) } == "frozen")
    #expect(frozen.withSpan(of: 1..<4) { String(decoding: $0) } == "roz")
    #expect(GrowableBuffer<UInt8>().freeze().count == 0)
  }

  @Test func `reserving memory keeps the contents`() {
    let count = 9 << 20
    var buffer = GrowableBuffer<UInt8>(capacity: count)
    for length in [0, 1, 2 << 20, 5 << 20] {
      buffer.truncate(to: 0)
      unsafe buffer.append(upTo: count) { space in
        for index in stride(from: 0, to: count, by: 4093) {
          unsafe space[index] = UInt8(truncatingIfNeeded: index)
        }
        let shared = unsafe SharedBuffer(space)
        shared.makeResident(length..<count)
        shared.makeResident(0..<length)
        return length
      }
      buffer.makeResident(count)
      buffer.makeResident(0)
      unsafe buffer.append(upTo: count - length) { _ in count - length }
      #expect(
        stride(from: 0, to: count, by: 4093).allSatisfy {
          buffer[$0] == UInt8(truncatingIfNeeded: $0)
        })
    }
  }
}
