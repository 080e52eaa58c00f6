/// An entry in the key table of live search, from which the help and the key hints are generated.
struct LiveKeys {
  /// The names of the keys.
  let keys: String
  let meaning: String

  /// The word that the on-screen hints show after the key; nil if the hints omit the key.
  var hint: String?

  /// The kind of live search in which the keys have this meaning; nil for both kinds.
  var purpose: LiveState.Purpose?

  static let all = [
    LiveKeys(keys: "letters, Backspace", meaning: "edit the query, as at the prompt"),
    LiveKeys(
      keys: "Enter", meaning: "take query and result to the prompt", hint: "take", purpose: .result),
    LiveKeys(
      keys: "Enter", meaning: "print the record, or all marked records", hint: "print",
      purpose: .records),
    LiveKeys(keys: "Esc, Ctrl-C", meaning: "leave; nothing changes", hint: "leave"),
    LiveKeys(keys: "Up, Down", meaning: "go to the previous or next record"),
    LiveKeys(keys: "PageUp, PageDown", meaning: "go up or down one page"),
    LiveKeys(keys: "Home, End", meaning: "go to the first or last record"),
    LiveKeys(keys: "Ctrl-N, Ctrl-P", meaning: "go to the next or previous hit", hint: "hits"),
    LiveKeys(keys: "Alt-G", meaning: "go to a hit by its number", hint: "hit number"),
    LiveKeys(
      keys: "Alt-P", meaning: "show the whole record (also Tab, without --multi)",
      hint: "record"),
    LiveKeys(keys: "Ctrl-S", meaning: "mark or unmark the record", hint: "mark", purpose: .records),
    LiveKeys(
      keys: "Tab, Shift-Tab", meaning: "with --multi, mark and go down or up", purpose: .records),
    LiveKeys(keys: "Ctrl-T", meaning: "use the next strategy", hint: "strategy"),
    LiveKeys(keys: "Alt-C", meaning: "switch case: ignore, smart, sensitive"),
    LiveKeys(keys: "Alt-D", meaning: "switch diacritics: ignore, sensitive"),
    LiveKeys(
      keys: "Ctrl-R", meaning: "recall an earlier query that contains the text", hint: "recall"),
    LiveKeys(keys: "Ctrl-O", meaning: "open the editor at the line of the record"),
    LiveKeys(keys: "click, wheel", meaning: "choose a record (with :set mouse on)"),
    LiveKeys(keys: "Ctrl-L", meaning: "redraw the screen"),
    LiveKeys(keys: "Ctrl-Z", meaning: "suspend; fg resumes"),
  ]

  /// The table of keys, formatted as text for a help page.
  static var table: String {
    all.map { key in
      let place = key.purpose.map { $0 == .result ? ":live: " : "searchbench live: " } ?? ""
      return "  " + key.keys + String(repeating: " ", count: 20 - key.keys.count) + place
        + key.meaning
    }.joined(separator: "\n")
  }

  /// As many key hints as fit in a line of `columns` cells.
  static func hints(for purpose: LiveState.Purpose, columns: Int, separator: String) -> String {
    var text = ""
    for key in all {
      guard let hint = key.hint, key.purpose == nil || key.purpose == purpose else { continue }
      let name = key.keys.split(separator: ",").first ?? ""
      let next = text + (text.isEmpty ? "" : separator) + "\(name) \(hint)"
      if next.count > columns { break }
      text = next
    }
    return text
  }
}
