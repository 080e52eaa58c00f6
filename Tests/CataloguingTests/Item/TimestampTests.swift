import Cataloguing
import CataloguingFoundation
import Foundation
import Testing

@Suite struct TimestampTests {
  @Test func `advancing a timestamp rounds down and stops at the limits`() {
    let zero = Timestamp(secondsSince1970: 0)
    #expect(zero.advanced(by: .milliseconds(1_999)).secondsSince1970 == 1)
    #expect(zero.advanced(by: .milliseconds(-1)).secondsSince1970 == -1)
    #expect(zero.advanced(by: .seconds(-2)).secondsSince1970 == -2)
    let late = Timestamp(secondsSince1970: .max - 1)
    #expect(late.advanced(by: .seconds(5)).secondsSince1970 == .max)
    #expect(Timestamp(secondsSince1970: .min).advanced(by: .seconds(-5)).secondsSince1970 == .min)
    #expect(zero < late)
  }

  @Test func `a Foundation date converts to a timestamp and back`() {
    for seconds in [0, -1, 1_795_219_200, 253_402_300_799] {
      let time = Timestamp(secondsSince1970: seconds)
      #expect(Timestamp(Date(time)) == time)
    }
    #expect(Timestamp(Date(timeIntervalSince1970: 1.9)).secondsSince1970 == 1)
    #expect(Timestamp(Date(timeIntervalSince1970: -0.1)).secondsSince1970 == -1)
    #expect(Timestamp(Date.distantFuture) > .now)
    #expect(Timestamp(Date(timeIntervalSince1970: .infinity)).secondsSince1970 == .max)
  }
}
