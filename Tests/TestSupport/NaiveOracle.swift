package import Corpora
package import Searching
package import UnicodeText

/// The expected results of a search, computed record by record on strings.
///
/// The oracle is slow and simple, and uses no code of the engine except `Folding.fold(_:)`.
package struct NaiveOracle {
  /// The text of a field of a row, or of one value of an alias field.
  package struct Part {
    package let field: Int
    package let representation: Int?
    /// The byte offset of the part in the text of its field.
    package let offset: Int
    package let text: String
  }

  package let fields: [Field]
  package let rows: [[String]]

  package init(fields: [Field], rows: [[String]]) {
    self.fields = fields
    self.rows = rows
  }

  /// The texts in the selected fields of a row; alias fields come last.
  package func parts(of row: Int, in options: SearchOptions) -> [Part] {
    var plain: [Part] = []
    var aliases: [Part] = []
    for (index, field) in fields.enumerated() {
      if let names = options.fields, !names.contains(field.name), !names.contains("*") { continue }
      let cell = index < rows[row].count ? rows[row][index] : ""
      if field.isAlias {
        var offset = 0
        for (place, value) in Self.lines(cell).enumerated() {
          aliases.append(Part(field: index, representation: place, offset: offset, text: value))
          offset += value.utf8.count + 1
        }
      } else {
        plain.append(Part(field: index, representation: nil, offset: 0, text: cell))
      }
    }
    return plain + aliases
  }

  /// The values of an alias cell.
  ///
  /// The cell is split at newline bytes, because CR LF is a single `Character`.
  private static func lines(_ cell: String) -> [String] {
    cell.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String($0) ?? "" }
  }

  /// The folding options of a query with these search options and literal texts.
  package static func folding(_ options: SearchOptions, for literals: [String]) -> Folding {
    let hasCapital = literals.contains { text in
      text.unicodeScalars.contains { $0.properties.isUppercase }
    }
    let ignoresCase =
      options.caseMode == .ignore || (options.caseMode == .smart && !hasCapital)
    return Folding(ignoresCase: ignoresCase, ignoresDiacritics: options.diacritics == .ignore)
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

  static func hits(_ ranges: [Range<Int>], in part: Part) -> [Hit] {
    NaiveText.merged(ranges).map {
      Hit(
        field: part.field, representation: part.representation,
        range: $0.lowerBound + part.offset..<$0.upperBound + part.offset)
    }
  }

  /// The hits of a substring query in a row; nil if the row does not match.
  package func substring(_ query: String, in row: Int, _ options: SearchOptions) -> [Hit]? {
    var scalars = Array(query.unicodeScalars)
    if options.trims ? scalars.allSatisfy(Self.isBlank) : scalars.isEmpty { return [] }
    if options.trims {
      while let first = scalars.first, Self.isBlank(first) { scalars.removeFirst() }
      while let last = scalars.last, Self.isBlank(last) { scalars.removeLast() }
    }
    var trimmed = String.UnicodeScalarView()
    trimmed.append(contentsOf: scalars)
    let folding = Self.folding(options, for: [String(trimmed)])
    let needle = NaiveText.fold(String(trimmed), folding)
    if needle.isEmpty { return nil }
    var hits: [Hit] = []
    for part in parts(of: row, in: options) {
      let text = NaiveText(part.text, folding)
      hits += Self.hits(text.occurrences(of: needle).map(text.bytes), in: part)
    }
    return hits.isEmpty ? nil : hits
  }
}
