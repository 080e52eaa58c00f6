internal import Searching
internal import UnicodeText

/// All that `:set` can change, in its typed form.
struct Settings: Equatable, Sendable {
  var strategy = "substring"
  var caseMode = CaseMode.ignore
  var diacritics = DiacriticsMode.ignore
  var trims = true
  var grammar = Grammar.classic
  var separators = TokenSeparators.standard
  /// The fields in scope; nil for all.
  var fields: [String]?
  var accessPath = "auto"
  /// Threads of a search; nil for one a processor.
  var threads: Int?
  /// The bytes that results of recent queries may take.
  var cacheBytes = 64 << 20
  var format = "hits"
  /// Records printed in all; 0 for all.
  var limit = 0
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

  var searchOptions: SearchOptions {
    var options = SearchOptions()
    options.caseMode = caseMode
    options.diacritics = diacritics
    options.trims = trims
    options.grammar = grammar
    options.separators = separators
    options.fields = fields
    options.accessPath = accessPath
    options.threads = threads
    return options
  }
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
