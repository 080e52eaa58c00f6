internal import Searching

/// The values of all settings.
struct Settings: Equatable, Sendable {
  var strategy = "substring"
  /// The options of a query, without its strategy.
  var searchOptions = SearchOptions()
  /// How long live search waits after a key before it searches, in milliseconds.
  var delay = 0
  /// Whether files that grow are followed.
  var follows = false
  /// Whether live search reads clicks and the wheel of the mouse.
  var usesMouse = false
  /// The maximum bytes of cached results of recent queries.
  var cacheBytes = 64 << 20
  var format = "hits"
  /// The maximum number of records to print; 0 for all.
  var limit = 0
  /// The number of records to print before and after a match.
  var context = 0
  var showsTiming = true
  var usesPager = true
  var color = ColorChoice.auto
  /// The number of columns; nil for the width of the terminal.
  var width: Int?
  var hyperlink = "auto"
  var seed: UInt64 = 1
  /// The command of the editor; nil for `$VISUAL` or `$EDITOR`.
  var editor: String?

  /// The origin of each setting that is not at its default.
  var origins: [String: SettingOrigin] = [:]
}

/// Where the value of a setting comes from.
enum SettingOrigin: String, Sendable {
  case rc = "rc file"
  case commandLine = "command line"
  case set = ":set"
  case session
}

enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
