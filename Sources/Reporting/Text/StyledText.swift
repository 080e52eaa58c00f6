internal import UnicodeText

/// Text as a list of runs, each with a role such as heading or hit; used for table cells and report
/// lines.
///
///     let line: StyledText = "loaded " + StyledText("names.csv", .heading)
package struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// A run of text with one role.
  package struct Run: Hashable, Sendable {
    package var text: String
    package var role: TextRole

    package init(_ text: String, _ role: TextRole = .plain) {
      self.text = text
      self.role = role
    }
  }

  package var runs: [Run]

  package init(_ text: String, _ role: TextRole = .plain) {
    runs = text.isEmpty ? [] : [Run(text, role)]
  }

  package init(stringLiteral text: String) { self.init(text) }

  package init(runs: [Run]) { self.runs = runs }

  /// The text without roles.
  package var plain: String { runs.reduce(into: "") { $0 += $1.text } }

  package static func + (a: StyledText, b: StyledText) -> StyledText {
    StyledText(runs: a.runs + b.runs)
  }

  package static func += (a: inout StyledText, b: StyledText) { a.runs += b.runs }

  /// The text for output: control characters are escaped, and text that exceeds `width` cells is
  /// truncated.
  ///
  /// Roles become SGR sequences. If `style` is nil, the output is a file, and the text is
  /// unchanged.
  ///
  /// - Complexity: O(*n*).
  package func rendered(_ style: TerminalStyle?, width: Int? = nil) -> String {
    guard let style else { return plain }
    let shown = fitted(style, width)
    return shown.runs.reduce(into: "") { line, run in
      line += style.opening(run.role) + run.text + style.closing(run.role)
    }
  }

  /// The text broken between words into lines of at most `width` cells; a word that is longer than
  /// a line is not broken.
  ///
  /// The spaces at a line break are dropped.
  ///
  /// - Complexity: O(*n*).
  package func wrapped(_ style: TerminalStyle, width: Int) -> [StyledText] {
    let whole = self.width(style)
    if whole <= width { return [self] }
    var lines = [StyledText("")]
    var used = 0
    var gap: [(character: Character, role: TextRole)] = []
    var word: [(character: Character, role: TextRole)] = []
    func endWord() {
      let cells = word.reduce(0) { $0 + Run(String($1.character)).width(style) }
      if word.isEmpty { return }
      if used > 0, used + gap.count + cells > width {
        lines.append("")
        used = 0
      } else {
        lines[lines.count - 1].append(gap)
        used += gap.count
      }
      lines[lines.count - 1].append(word)
      used += cells
      gap = []
      word = []
    }
    for run in runs {
      for character in run.text {
        if character == " " {
          endWord()
          gap.append((character, run.role))
        } else {
          word.append((character, run.role))
        }
      }
    }
    endWord()
    return lines
  }

  private mutating func append(_ characters: [(character: Character, role: TextRole)]) {
    for (character, role) in characters {
      if runs.last?.role == role {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append(Run(String(character), role))
      }
    }
  }

  /// The width of the text in cells when shown with `style`.
  ///
  /// - Complexity: O(*n*).
  package func width(_ style: TerminalStyle?) -> Int {
    runs.reduce(0) { sum, run in
      guard let style else { return sum + CellWidth.width(of: run.text) }
      let marks = style.markWidths(run.role)
      return sum + marks.before + CellWidth.width(of: run.shown(style)) + marks.after
    }
  }

  /// The escaped runs, truncated with an ellipsis if they are wider than `limit` cells.
  private func fitted(_ style: TerminalStyle, _ limit: Int?) -> StyledText {
    var shown = StyledText(runs: runs.map { Run($0.shown(style), $0.role) })
    guard let limit, width(style) > limit else { return shown }
    let ellipsis = style.ellipsisWidth < limit ? style.ellipsis : ""
    var availableCells = limit - (ellipsis.isEmpty ? 0 : style.ellipsisWidth)
    for index in shown.runs.indices {
      let marks = style.markWidths(shown.runs[index].role)
      let inside = availableCells - marks.before - marks.after
      let cut = CellWidth.prefix(of: shown.runs[index].text[...], fitting: max(0, inside))
      availableCells -= marks.before + marks.after + CellWidth.width(of: String(cut))
      if cut.endIndex < shown.runs[index].text.endIndex {
        shown.runs[index].text = String(cut)
        if cut.isEmpty { shown.runs[index].role = .plain }
        shown.runs[index].text += ellipsis
        shown.runs.removeSubrange((index + 1)...)
        break
      }
    }
    return shown
  }
}

extension StyledText.Run {
  /// The width of the text in cells, without brackets.
  fileprivate func width(_ style: TerminalStyle) -> Int { CellWidth.width(of: shown(style)) }

  /// The text with control characters escaped; if `style` is raw, the unchanged text.
  fileprivate func shown(_ style: TerminalStyle) -> String {
    style.isRaw ? text : ControlEscapes.escaped(text, keepingUnicode: style.isUTF8)
  }
}
