import Basics

@testable import Corpora

/// Generates random JSON and the cells of its records.
struct JSONWriter {
  var numbers: SplitMix64

  struct Record {
    var text: String
    var cells: [String: String]
  }

  mutating func record() -> Record {
    var record = Record(text: "", cells: [:])
    record.text = object(named: "", depth: 0, &record.cells)
    return record
  }

  mutating func text(of records: [Record]) -> String {
    let parts = records.map { blank() + $0.text + blank() }
    return blank() + "[" + parts.joined(separator: ",") + "]" + blank()
  }

  private mutating func object(
    named name: String, depth: Int, _ cells: inout [String: String]
  ) -> String {
    var members: [String] = []
    for key in ["a", "b\u{E9}", "c d", "\n"] where numbers.next(below: 2) == 0 {
      let path = name.isEmpty ? key : "\(name).\(key)"
      let value: String
      switch numbers.next(below: depth < 3 ? 4 : 3) {
      case 0, 1: (value, cells[path]) = scalar()
      case 2:
        let items = (0..<numbers.next(below: 4)).map { _ in scalar() }
        value = "[" + items.map { blank() + $0.0 + blank() }.joined(separator: ",") + "]"
        cells[path] = items.map(\.1).joined(separator: "\n")
      default: value = object(named: path, depth: depth + 1, &cells)
      }
      members.append("\(blank())\(quoted(key))\(blank()):\(blank())\(value)\(blank())")
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func scalar() -> (String, String) {
    switch numbers.next(below: 4) {
    case 0:
      let number = ["0", "-1", "12.50", "1e9", "-0.1E-2"][numbers.next(below: 5)]
      return (number, number)
    case 1: return [("true", "true"), ("false", "false"), ("null", "")][numbers.next(below: 3)]
    default:
      let scalars: [Unicode.Scalar] = ["x", "\"", "\\", "\n", "\u{E9}", "\u{1F600}", "/", "\u{1}"]
      var text = ""
      for _ in 0..<numbers.next(below: 6) {
        text.unicodeScalars.append(scalars[numbers.next(below: scalars.count)])
      }
      return (quoted(text), text)
    }
  }

  private mutating func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += numbers.next(below: 2) == 0 ? "\\n" : "\\u000A"
      case "\u{1}": quoted += "\\u0001"
      case "\u{1F600}" where numbers.next(below: 2) == 0: quoted += "\\ud83d\\uDE00"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private mutating func blank() -> String {
    ["", "", "", " ", "\n", " \r\n\t"][numbers.next(below: 6)]
  }
}
