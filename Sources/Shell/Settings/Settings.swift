internal import Searching

/// The values of all settings.
struct Settings: Equatable, Sendable {
  var strategy = "substring"
  /// The search options of a query, except its strategy.
  var searchOptions = SearchOptions()
  /// The time, in milliseconds, that live search waits after a key before it searches.
  var delay = 0
  /// Whether searches include text that was appended to files after they were loaded.
  var follows = false
  /// Whether live search reacts to mouse clicks and the mouse wheel.
  var usesMouse = false
  /// The memory limit, in bytes, of the cache of recent results.
  var cacheBytes = 64 << 20
  var format = "hits"
  /// The maximum number of records to print; 0 for all.
  var limit = 0
  /// The number of records to print before and after a match.
  var context = 0
  var showsTiming = true
  var usesPager = true
  var color = ColorChoice.auto
  /// The width of output in columns; nil for the width of the terminal.
  var width: Int?
  var hyperlink = "auto"
  var seed: UInt64 = 1
  /// The command of the editor; nil for `$VISUAL` or `$EDITOR`.
  var editor: String?

  /// The origin of each setting whose value is not the default.
  var origins = NamedValues<SettingOrigin>()
}

/// The origin of a setting's value.
enum SettingOrigin: String, Sendable {
  case rc = "rc file"
  case commandLine = "command line"
  case set = ":set"
  case session
}

enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
