internal import Searching

/// The value of every setting.
struct Settings: Equatable, Sendable {
  var strategy = "substring"
  /// What a query means, but for its strategy.
  var searchOptions = SearchOptions()
  /// The bytes that results of recent queries may take.
  var cacheBytes = 64 << 20
  var format = "hits"
  /// Records printed in all; 0 for all.
  var limit = 0
  /// Records printed around a match.
  var context = 0
  var showsTiming = true
  var usesPager = true
  var color = ColorChoice.auto
  /// Columns; nil for those of the terminal.
  var width: Int?
  var hyperlink = "auto"
  var seed: UInt64 = 1
  /// The editor's command; nil for `$VISUAL` or `$EDITOR`.
  var editor: String?

  /// Where each setting that is not at its default was set.
  var origins: [String: SettingOrigin] = [:]
}

/// Who gave a setting its value.
enum SettingOrigin: String, Sendable {
  case rc = "rc file"
  case commandLine = "command line"
  case set = ":set"
  case session
}

enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
