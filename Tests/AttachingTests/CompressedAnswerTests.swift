import Searching
import Synchronization
import TestSupport
import Testing

@testable import Attaching

/// Tests gzip-compressed responses, which the client requests only from servers on other machines.
@Suite struct CompressedAnswerTests {
  /// The bytes as gzip data with one stored (uncompressed) block.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt32 = ~0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    func little(_ number: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }
    let size = UInt32(bytes.count)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1] + little(size, 2) + little(~size, 2) + bytes
      + little(~crc, 4) + little(size, 4)
  }

  @Test func `compressed responses are read, and damaged or truncated ones are errors`() throws {
    let headers = ScriptedTable.headers + ["Content-Encoding: gzip"]
    let damage = Mutex<@Sendable ([UInt8]) -> [UInt8]>({ $0 })
    let compressed = Mutex(0)
    let server = try ScriptedServer { request in
      compressed.withLock { $0 += request.target.contains("enable_http_compression=1") ? 1 : 0 }
      let subject = AnswerFaultTests.Subject(request)
      let body = Self.gzip(subject.bytes)
      return .response(headers: headers, subject == .rows ? damage.withLock { $0(body) } : body)
    }
    // 0.0.0.0 reaches the same server, but the client treats only 127.* and localhost as the local
    // machine.
    let address = server.address.replacing("127.0.0.1", with: "0.0.0.0")
    let source = try Attachment.source(
      RemoteAddress("\(address)/\(ScriptedTable.name)"), RemoteAccount(), idleSeconds: 2, .never)
    func count() throws -> Int { try FoundAnswer(source, Query("a")).rows.count }
    let wanted = try count()
    #expect(wanted > 0)
    #expect(compressed.withLock { $0 } > 0)
    let size = Self.gzip(ScriptedTable.rows()).count
    for end in 0..<size {
      damage.withLock { $0 = { Array($0[..<end]) } }
      #expect(throws: SearchError.self, "\(end) of \(size) bytes") { try count() }
    }
    for place in [0, 1, 2, 12, 20, size - 8, size - 1] {
      damage.withLock {
        $0 = { bytes in
          var bytes = bytes
          bytes[place] ^= 0x55
          return bytes
        }
      }
      #expect(throws: SearchError.self, "byte \(place)") { try count() }
    }
    damage.withLock { $0 = { $0 } }
    #expect(try count() == wanted)
  }
}
