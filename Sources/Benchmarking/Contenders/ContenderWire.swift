internal import Corpora
internal import Searching
internal import UnicodeText

/// Our half of the protocol between this program and the contender program.
///
/// `Wire.swift` of the contenders describes the greeting, the frames and their contents, and implements the other half.
enum ContenderWire {
  static let greeting = Array("sbcontnd".utf8)
  static let version: UInt32 = 1

  /// The frames that we send.
  enum Request: UInt8 {
    case corpus = 1
    case records
    case end
    case search
    case iterate
  }

  /// The frames that we receive.
  enum Reply: UInt8 {
    case catalog = 101
    case stored
    case ready
    case found
    case refused
    case timed
  }

  /// The greeting that both sides send.
  static var opening: [UInt8] {
    var writer = ContenderFrameWriter()
    writer.write(version)
    return greeting + writer.bytes
  }

  /// A `search` frame; the contender searches the fields in `columns`, or all fields if nil.
  static func search(_ contender: String, _ query: Query, columns: [Int]?) -> [UInt8] {
    var writer = ContenderFrameWriter()
    let options = query.options
    var separators = ""
    separators.unicodeScalars.append(contentsOf: options.separators.characters.sorted())
    for text in [contender, query.strategy, query.text, options.grammar.rawValue, separators] {
      writer.write(text)
    }
    let caseMode: UInt8 =
      switch options.caseMode {
      case .ignore: 0
      case .smart: 1
      case .sensitive: 2
      }
    writer.write(caseMode)
    writer.write(options.diacritics == .ignore)
    writer.write(options.trims)
    writer.write(options.separators.splitsCamelCase)
    writer.write(columns != nil)
    if let columns {
      writer.write(UInt32(columns.count))
      for column in columns { writer.write(UInt32(column)) }
    }
    return writer.frame(.search)
  }

  /// Decodes a `catalog` frame; nil if it is malformed.
  static func contenders(_ content: [UInt8]) -> [ContenderInfo]? {
    var reader = ContenderFrameReader(content)
    guard let count = reader.number(UInt32.self) else { return nil }
    var contenders: [ContenderInfo] = []
    for _ in 0..<count {
      guard let name = reader.text(), let summary = reader.text(), let dialect = reader.text(),
        let strategies = reader.texts()
      else { return nil }
      contenders.append(
        ContenderInfo(
          name: name, strategies: strategies, summary: summary,
          dialect: dialect.isEmpty ? nil : dialect))
    }
    return reader.isAtEnd ? contenders : nil
  }

  /// Decodes a `found` frame about `count` records: the indices of the matches, and nanoseconds; nil if it is
  /// malformed.
  static func found(_ content: [UInt8], of count: Int) -> (places: [Int], nanoseconds: UInt64)? {
    var reader = ContenderFrameReader(content)
    guard let nanoseconds = reader.number(UInt64.self), let length = reader.number(UInt64.self),
      length <= UInt64(count)
    else { return nil }
    var places: [Int] = []
    places.reserveCapacity(Int(length))
    var last = -1
    for _ in 0..<length {
      guard let distance = reader.distance(), distance > 0, distance < count - last else {
        return nil
      }
      last += distance
      places.append(last)
    }
    return reader.isAtEnd ? (places, nanoseconds) : nil
  }
}
