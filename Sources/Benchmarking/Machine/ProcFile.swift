/// Parses the text files in which Linux describes the system, such as `/proc/cpuinfo`.
///
/// The functions of this type return nil for unexpected text.
enum ProcFile {
  /// The first nonempty value of `key` in lines such as `key : value`; nil if there is no such
  /// value.
  static func value(of key: String, in text: String) -> String? {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":"), trimmed(line[..<colon]) == key else { continue }
      let value = trimmed(line[line.index(after: colon)...])
      if !value.isEmpty { return value }
    }
    return nil
  }

  /// The processor model in `/proc/cpuinfo`.
  ///
  /// The key of the line depends on the architecture. For some ARM processors, `/proc/cpuinfo`
  /// contains only numbers: `CPU implementer` and `CPU part`.
  static func processor(_ cpuinfo: String) -> String? {
    for key in ["model name", "cpu model", "cpu", "Model", "Hardware"] {
      if let model = value(of: key, in: cpuinfo) { return model }
    }
    guard let maker = value(of: "CPU implementer", in: cpuinfo),
      let part = value(of: "CPU part", in: cpuinfo)
    else { return nil }
    return "ARM implementer \(maker) part \(part)"
  }

  /// The peak resident memory in `/proc/self/status`.
  static func peakMemoryBytes(_ status: String) -> Int? {
    guard let value = value(of: "VmHWM", in: status) else { return nil }
    let words = value.split(separator: " ")
    guard words.count == 2, words[1] == "kB", let kilobytes = Int(words[0]), kilobytes >= 0 else {
      return nil
    }
    let (bytes, overflow) = kilobytes.multipliedReportingOverflow(by: 1_024)
    return overflow ? nil : bytes
  }

  /// The value of `PRETTY_NAME` in `/etc/os-release`, with shell quotes and escapes removed.
  static func systemName(_ release: String) -> String? {
    var name: String?
    for line in release.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "="), trimmed(line[..<equals]) == "PRETTY_NAME" else {
        continue
      }
      name = unquoted(trimmed(line[line.index(after: equals)...]))
    }
    return name.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func unquoted(_ text: String) -> String {
    guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote
    else { return text }
    let inner = text.dropFirst().dropLast()
    if quote == "'" { return String(inner) }
    var result = ""
    var isEscaped = false
    for character in inner {
      if character == "\\" && !isEscaped {
        isEscaped = true
        continue
      }
      result.append(character)
      isEscaped = false
    }
    return result
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
