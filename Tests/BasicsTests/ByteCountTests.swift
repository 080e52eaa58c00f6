import Testing

@testable import Basics

struct ByteCountTests {
  @Test("amounts are read with and without a unit")
  func reading() {
    #expect(ByteCount.number("0") == 0)
    #expect(ByteCount.number("512") == 512)
    #expect(ByteCount.number("3k") == 3 << 10)
    #expect(ByteCount.number("64M") == 64 << 20)
    #expect(ByteCount.number("2G") == 2 << 30)
  }

  @Test("an invalid amount is refused", arguments: ["", "M", "-1", "1.5M", "1T", "9999999999G"])
  func refusing(text: String) { #expect(ByteCount.number(text) == nil) }

  @Test("a written amount reads back")
  func writing() {
    for bytes in [0, 1, 1000, 1024, 1 << 20, 3 << 20, 5 << 30, (1 << 20) + 1] {
      #expect(ByteCount.number(ByteCount.text(bytes)) == bytes)
    }
    #expect(ByteCount.text(64 << 20) == "64M")
  }
}
