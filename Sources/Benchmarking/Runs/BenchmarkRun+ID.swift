package import Basics

extension BenchmarkRun {
  /// A new id: the time in UTC and six random characters, such as `20261121-050000-k3f9q0`.
  ///
  /// Ids from different seconds sort by time. Two ids from the same second are equal with
  /// probability 1 in 2.2 billion.
  package static func newID(at time: UTCTime = .now()) -> String {
    var generator = SystemRandomNumberGenerator()
    return newID(at: time, using: &generator)
  }

  /// A new id that uses `generator` for its random characters.
  package static func newID(
    at time: UTCTime, using generator: inout some RandomNumberGenerator
  ) -> String {
    let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyz")
    var suffix = ""
    for _ in 0..<6 { suffix.append(alphabet[Int.random(in: 0..<36, using: &generator)]) }
    return "\(time.compact)-\(suffix)"
  }

  /// Whether `id` is a valid run id: 1 to 100 ASCII letters, digits, hyphens and underscores.
  ///
  /// A valid id is safe in a file name.
  package static func isValid(id: String) -> Bool {
    (1...100).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
