internal import Basics
internal import JSON
internal import Reporting

/// Facts about one or more subjects, such as corpora.
///
/// In the format `table`, the output is a list of labels and values. In the other formats, the
/// output has a row for each subject.
struct FactSheet {
  /// A fact; the format `table` shows `shown`, and the other formats write `value`.
  struct Fact {
    let label: String
    let value: JSON
    let shown: String

    init(_ label: String, _ value: JSON, _ shown: String) {
      (self.label, self.value, self.shown) = (label, value, shown)
    }

    init(_ label: String, _ text: String) { self.init(label, .string(text), text) }

    init(_ label: String, _ number: Int, unit: String = "") {
      self.init(label, .integer(number), NumberFormat.grouped(number) + unit)
    }

    /// Creates a fact with a text value; if the text is nil, the format `table` shows `missing`.
    init(_ label: String, _ text: String?, missing: String) {
      self.init(label, text.map(JSON.string) ?? .null, text ?? missing)
    }
  }

  /// The facts about each subject; all subjects have facts with the same labels.
  var subjects: [[Fact]] = []

  /// Writes the facts in `format`.
  ///
  /// The names of columns and of JSON members are the labels, with `_` instead of spaces.
  func write(to console: Console, _ format: any RunFormat) throws {
    if format is TableRunFormat {
      for (number, facts) in subjects.enumerated() {
        if number > 0 { try console.writeLine() }
        var table = Table(["label", "value"], hasHeader: false)
        for fact in facts {
          table.append([StyledText(fact.label, .label), StyledText(fact.shown)])
        }
        try console.write(table)
      }
      return
    }
    // If there are no subjects, the labels are unknown. Only JSON can be written without labels.
    if subjects.isEmpty, !(format is JSONRunFormat) { return }
    var sheet = DataSheet(
      (subjects.first ?? []).map {
        .init($0.label.pieces(separatedBy: " ").joined(separator: "_"), $0.label)
      })
    sheet.rows = subjects.map { facts in facts.map { .init($0.value, StyledText($0.shown)) } }
    try format.write(sheet, style: console.style, to: console.output)
  }
}
