internal import System
internal import Terminal

/// Completes a path: offers the files and folders whose paths start with the typed path.
struct PathCompletion {
  let home: String?

  /// The files and folders whose path starts with `partial`.
  ///
  /// Hidden entries are included only if the last name in `partial` starts with a dot.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries in the folder that `partial` names.
  func offers(for partial: String) -> [Completer.Offer] {
    if partial == "~", home != nil { return [Completer.Offer(text: "~/", suffix: "")] }
    let slash = partial.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(partial[...$0]) } ?? ""
    let name = slash.map { String(partial[partial.utf8.index(after: $0)...]) } ?? partial
    let place = folder.isEmpty ? "." : expanded(folder)
    return (Platform.names(inDirectory: place) ?? [])
      // Skip a name that is not valid UTF-8, because the user cannot type it.
      .filter { !$0.unicodeScalars.contains("\u{FFFD}") }
      .filter { $0.hasPrefix(name) && ($0.hasPrefix(".") == name.hasPrefix(".")) }
      .map { entry in
        let isFolder = Platform.isDirectory(place == "." ? entry : place + entry)
        return Completer.Offer(
          text: folder + entry + (isFolder ? "/" : ""), suffix: isFolder ? "" : " ")
      }
  }

  private func expanded(_ folder: String) -> String {
    guard folder.hasPrefix("~/"), let home else { return folder }
    return home + folder.dropFirst()
  }
}
