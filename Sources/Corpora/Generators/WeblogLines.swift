internal import Basics
import UnicodeText

/// Lines like the lines of a web server's combined log: a few requests per second, starting on
/// 2026-01-01.
struct WeblogLines: ~Copyable {
  private var numbers: SplitMix64

  /// Seconds since 2026-01-01 00:00:00 UTC.
  private var time = 0

  /// The text of `time` in the format of the log, updated whenever `time` changes.
  private var stamp: [UInt8] = []
  private let words = Vocabulary(count: 2_000)
  private let wordRanks = AliasTable(weights: (1...2_000).map { 1 / Double($0) })
  private let clients = AliasTable(weights: (1...20_000).map { 1 / Double($0) })

  init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
    stamp = Self.stamp(0)
  }

  mutating func appendLine(to output: inout GrowableBuffer<UInt8>) {
    let dice = numbers.next()
    if dice & 3 == 0 {
      time += 1 + Int(dice >> 2 & 1)
      stamp = Self.stamp(time)
    }
    appendClient(to: &output)
    output.append(" - - [")
    output.append(copying: stamp.span)
    output.append("] \"")
    output.append(Self.pick(Self.methods, dice >> 8))
    output.append(" ")
    appendPath(kind: dice >> 16 & 7, to: &output)
    output.append(" HTTP/1.1\" ")
    output.append(Self.pick(Self.statuses, dice >> 24))
    output.append(" ")
    output.append(decimal: 120 + numbers.next(below: 60_000))
    output.append(" \"")
    if dice >> 32 & 3 == 0 {
      output.append("-")
    } else {
      output.append("https://www.example.org")
      appendPath(kind: dice >> 34 & 7, to: &output)
    }
    output.append("\" \"")
    output.append(Self.pick(Self.agents, dice >> 40))
    output.append("\"\n")
  }

  /// Appends a client address; a few clients send most requests.
  private mutating func appendClient(to output: inout GrowableBuffer<UInt8>) {
    var client = SplitMix64(seed: UInt64(clients.draw(numbers.next())))
    let address = client.next()
    output.append(decimal: 1 + Int(address & 0xFF) % 223)
    for shift: UInt64 in [8, 16, 24] {
      output.append(".")
      output.append(decimal: Int(address >> shift & 0xFF))
    }
  }

  private mutating func appendPath(kind: UInt64, to output: inout GrowableBuffer<UInt8>) {
    output.append("/")
    if kind == 0 { return }
    words.append(wordRanks.draw(numbers.next()), to: &output)
    output.append("/")
    words.append(wordRanks.draw(numbers.next()), to: &output)
    switch kind {
    case 1, 2:
      output.append("?page=")
      output.append(decimal: 1 + numbers.next(below: 40))
    case 3: output.append(".png")
    case 4: output.append(".css")
    default: output.append(".html")
    }
  }

  /// Selects an element of `choices` by the low bits of the random number `dice`.
  ///
  /// The number of choices must be a power of two.
  private static func pick(_ choices: [String], _ dice: UInt64) -> String {
    choices[Int(dice) & (choices.count - 1)]
  }

  private static let methods: [String] = [
    "GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "POST",
    "POST", "HEAD", "PUT",
  ]

  private static let statuses: [String] = [
    "200", "200", "200", "200", "200", "200", "200", "200", "200", "200", "304", "304", "301",
    "404", "403", "500",
  ]

  private static let agents: [String] = [
    "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.4 Safari/605.1.15",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/139.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148",
    "curl/8.5.0", "Wget/1.21.3", "ExampleBot/2.1 (+https://www.example.org/bot)", "-",
  ]

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time `seconds` after 2026-01-01 00:00:00 UTC, formatted as `01/Jan/2026:00:00:00 +0000`.
  private static func stamp(_ seconds: Int) -> [UInt8] {
    var (day, month, year) = (seconds / 86_400, 0, 2026)
    while true {
      let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
      if day < days { break }
      day -= days
      month += 1
      if month == 12 { (month, year) = (0, year + 1) }
    }
    let clock = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map(twoDigits)
    let date = "\(twoDigits(day + 1))/\(months[month])/\(year)"
    return Array("\(date):\(clock.joined(separator: ":")) +0000".utf8)
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension GrowableBuffer where Element == UInt8 {
  mutating func append(_ text: String) { append(copying: text.utf8.span) }

  /// Appends the decimal digits of a number from 0 to 99,999.
  mutating func append(decimal number: Int) {
    precondition(number >= 0 && number < 100_000)
    var rest = UInt32(number)
    var scale: UInt32 = rest >= 10_000 ? 10_000 : rest >= 1_000 ? 1_000 : rest >= 100 ? 100 : 10
    if rest < 10 { scale = 1 }
    while scale > 0 {
      append(UInt8(truncatingIfNeeded: 48 &+ rest / scale))
      rest %= scale
      scale /= 10
    }
  }
}
