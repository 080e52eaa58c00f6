public import Basics

extension BenchmarkRun {
  /// A new id: the time in UTC and six random characters, `20261121-050000-k3f9q0`.
  ///
  /// Ids of different seconds sort by time; of two runs begun in one second, one pair in two thousand million is alike.
  public static func newID(at time: UTCTime = .now()) -> String {
    var generator = SystemRandomNumberGenerator()
    return newID(at: time, using: &generator)
  }

  /// A new id with the randomness of `generator`.
  public static func newID(
    at time: UTCTime, using generator: inout some RandomNumberGenerator
  ) -> String {
    let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyz")
    var suffix = ""
    for _ in 0..<6 { suffix.append(alphabet[Int.random(in: 0..<36, using: &generator)]) }
    return "\(time.compact)-\(suffix)"
  }

  /// Whether `id` can be the id of a run: 1 to 100 ASCII letters, digits, hyphens and underscores, which is safe in the
  /// name of a file.
  public static func isValid(id: String) -> Bool {
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
