internal import Reporting
internal import Searching
internal import Terminal

extension LiveState {
  /// Handles a key.
  mutating func press(_ key: Key) -> Effect {
    notice = nil
    if let numberLine { return pressForNumber(key, numberLine) }
    if key != .control("r") { recalled = nil }
    switch key {
    case .escape, .control("c"), .control("g"): return .leave
    case .control("d") where line.text.isEmpty: return .leave
    case .enter: return accept()
    case .control("z"): return .stop
    case .control("l"): return .redraw
    case .control("o"): return openEditor()
    case .control("s"): mark()
    case .tab where marksWithTab: mark()
    case .backTab where marksWithTab: mark(step: -1)
    case .tab, .alt("p"), .alt("P"): showsRecord.toggle()
    case .control("r"): return recall()
    case .alt("g"), .alt("G"): numberLine = EditableLine()
    case .control("t"): return cycleStrategy()
    case .alt("c"), .alt("C"):
      caseMode = Self.next(after: caseMode)
      if caseMode == .ignore { notice = "case ignore" }
      return .search
    case .alt("d"), .alt("D"):
      diacritics = Self.next(after: diacritics)
      if diacritics == .ignore { notice = "diacritics ignore" }
      return .search
    case .wheelUp: moveRow(by: -3)
    case .wheelDown: moveRow(by: 3)
    case .up: moveRow(by: -1)
    case .down: moveRow(by: 1)
    case .pageUp: moveRow(by: -window.height)
    case .pageDown: moveRow(by: window.height)
    case .home: moveRow(by: -rowCount)
    case .end: moveRow(by: rowCount)
    case .control("n"): moveHit(by: 1)
    case .control("p"): moveHit(by: -1)
    default:
      let before = line.text
      _ = line.apply(key)
      return line.text.unicodeScalars.elementsEqual(before.unicodeScalars) ? .nothing : .search
    }
    return .nothing
  }

  private mutating func accept() -> Effect {
    if let fault, !isPending {
      notice = "cannot accept this query: \(fault)"
      return .nothing
    }
    return .accept
  }

  private mutating func openEditor() -> Effect {
    guard place != nil else {
      notice = "there is no record to open"
      return .nothing
    }
    return .openEditor
  }

  private static func next<Mode: CaseIterable & Equatable>(after mode: Mode) -> Mode {
    let all = Array(Mode.allCases)
    let index = all.firstIndex(of: mode) ?? 0
    return all[(index + 1) % all.count]
  }

  private mutating func cycleStrategy() -> Effect {
    let names = StrategyCatalog.all.map(\.name)
    let index = names.firstIndex(of: strategy) ?? 0
    strategy = names[(index + 1) % names.count]
    return .search
  }

  /// Marks or unmarks the current record, and moves by `step` rows.
  private mutating func mark(step: Int = 1) {
    guard purpose == .records else {
      notice = "only searchbench live can mark records"
      return
    }
    guard let result, let place else { return }
    let key = result.rows.key(ofRow: place.row)
    if let index = marks.firstIndex(of: key) {
      marks.remove(at: index)
    } else if let row = LiveRow(place.row, of: result) {
      marks.append(key)
      markedRows[key] = row
    } else {
      notice = "this record is not available now"
      return
    }
    if 0..<rowCount ~= place.row + step { moveRow(by: step) }
  }

  /// Makes a visible row of the list the current row, without scrolling.
  ///
  /// `listRow` is the number of the row in the visible part of the list, from 0.
  mutating func click(listRow: Int) -> Effect {
    notice = nil
    let row = window.top + listRow
    guard numberLine == nil, 0..<window.height ~= listRow, row < rowCount else { return .nothing }
    decide()
    if place?.row != row { place = HitPlace(row: row, hit: 0) }
    return .nothing
  }

  /// Moves by `steps` rows, and makes the first hit of the new row current.
  private mutating func moveRow(by steps: Int) {
    guard let place, rowCount > 0 else { return }
    decide()
    let wanted = place.row + steps
    let row = max(0, min(wanted, rowCount - 1))
    if row == place.row { notice = edge(steps, of: "record") }
    go(to: HitPlace(row: row, hit: 0))
  }

  /// Moves by `steps` hits: forward if `steps` is positive, backward if it is negative.
  private mutating func moveHit(by steps: Int) {
    guard let result, let place else { return }
    decide()
    if result.hitCount == 0 {
      notice = "nothing is highlighted"
      return
    }
    guard
      let step = HitNavigation.step(
        from: place, by: steps, in: result.rows, limit: result.walkLimit)
    else {
      notice = steps < 0 ? "no hit before this row" : "no hit after this row"
      return
    }
    if step.isClamped { notice = edge(steps, of: "hit") }
    go(to: step.place)
  }

  /// The notice for a move by `steps` that stopped at the first or last row or hit.
  private func edge(_ steps: Int, of what: String) -> String {
    if steps < 0 { return "the first \(what)" }
    return result?.isWhole == true ? "the last \(what)" : "the last \(what) so far"
  }
}
