internal import Corpora
internal import UnicodeText

extension SourceOptions {
  /// The options as they are stored: a JSON object of strings, without the domain.
  package var stored: String {
    var parts: [(String, String)] = [("unit", unit.rawValue), ("type", load.type)]
    func add(_ key: String, _ value: String?) {
      if let value { parts.append((key, value)) }
    }
    add("id", idField)
    add("title", titleField)
    add("keywords", keywordsField)
    add("content", contentField)
    add("expires", expires.map { String($0.secondsSince1970) })
    add("ttl", timeToLive.map { String($0.wholeSeconds) })
    for field in load.fields { add("field", field) }
    for glob in load.globs { add("glob", glob) }
    add("delimiter", load.delimiter.map { String($0) })
    for (key, isSet) in flags where isSet { parts.append((key, "yes")) }
    var buffer = GrowableBuffer<UInt8>()
    for (key, value) in parts {
      buffer.append(UInt8(ascii: buffer.count == 0 ? "{" : ","))
      JSONObjectText.append(Array(key.utf8).span, to: &buffer)
      buffer.append(UInt8(ascii: ":"))
      JSONObjectText.append(Array(value.utf8).span, to: &buffer)
    }
    buffer.append(UInt8(ascii: "}"))
    return buffer.withSpan { String(decoding: $0) }
  }

  /// Whether all items of the source have expired at `now`, in seconds since 1970.
  func isExpired(at now: Int) -> Bool { (expires?.secondsSince1970 ?? .max) <= now }

  private var flags: [(String, Bool)] {
    [
      ("strict", load.isStrict), ("lenient", load.isLenient), ("headless", !load.hasHeader),
      ("hidden", load.includesHidden), ("no-ignore", load.ignoresGitignore),
    ]
  }

  /// Parses the output of `stored`; nil for any other text.
  ///
  /// Unknown keys, which a later version of the program may have written, are ignored.
  package init?(stored: String, domain: String) {
    var values: [String: String] = [:]
    var (fields, globs): ([String], [String]) = ([], [])
    var scratch = GrowableBuffer<UInt8>()
    let isWhole = JSONObjectText.read(Array(stored.utf8).span, scratch: &scratch) { name, value in
      let (name, value) = (String(decoding: name), String(decoding: value))
      switch name {
      case "field": fields.append(value)
      case "glob": globs.append(value)
      default: values[name] = value
      }
    }
    guard isWhole, let unit = Unit(rawValue: values["unit"] ?? "") else { return nil }
    self.init()
    self.domain = domain
    self.unit = unit
    idField = values["id"]
    titleField = values["title"]
    keywordsField = values["keywords"]
    contentField = values["content"]
    expires = values["expires"].flatMap { Int($0) }.map(Timestamp.init(secondsSince1970:))
    timeToLive = values["ttl"].flatMap { Int($0) }.map { .seconds($0) }
    load.type = values["type"] ?? "auto"
    load.fields = fields
    load.globs = globs
    load.delimiter = values["delimiter"].flatMap { UInt8($0) }
    load.isStrict = values["strict"] != nil
    load.isLenient = values["lenient"] != nil
    load.hasHeader = values["headless"] == nil
    load.includesHidden = values["hidden"] != nil
    load.ignoresGitignore = values["no-ignore"] != nil
  }
}
