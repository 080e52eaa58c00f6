internal import Basics
internal import Corpora
internal import Reporting
internal import Searching

/// The kind of an argument's value, which determines its completions.
enum ValueKind: Sendable {
  /// Free text, without completions.
  case text
  case files
  /// A word from a list that does not depend on a session.
  case words(@Sendable () -> [String])

  // The prompt completes values of all cases below; shells complete only `helpNames`.
  case corpora, corporaOrAll, savedNames, strategiesAndSaved, fields, sessions, catalogs
  case settingNames, settingValue, helpNames
  /// The rest of the line: a query, or the name of a saved query followed by a query.
  case query, savedThenQuery

  /// The completions that do not depend on a session; nil if there are no such completions.
  var fixedWords: [String]? {
    switch self {
    case .words(let words): words()
    case .helpNames: (SubcommandCatalog.all.map(\.name) + HelpPage.names).uniqued()
    default: nil
    }
  }

  static let formats = ValueKind.words { EncoderCatalog.names }
  static let runFormats = ValueKind.words { RunFormatCatalog.all.map(\.name) }
  static let strategies = ValueKind.words { StrategyCatalog.all.map(\.name) }
  static let corpusTypes = ValueKind.words { FormatCatalog.typeNames }

  static func cases<Value: RawRepresentable<String> & CaseIterable>(
    _ type: Value.Type
  ) -> ValueKind {
    let names = Value.allCases.map(\.rawValue)
    return .words { names }
  }
}

extension ValueKind: Equatable {
  static func == (a: ValueKind, b: ValueKind) -> Bool {
    switch (a, b) {
    case (.words(let first), .words(let second)): first() == second()
    case (.text, .text), (.files, .files), (.corpora, .corpora), (.corporaOrAll, .corporaOrAll),
      (.savedNames, .savedNames), (.strategiesAndSaved, .strategiesAndSaved), (.fields, .fields),
      (.sessions, .sessions), (.catalogs, .catalogs), (.settingNames, .settingNames),
      (.settingValue, .settingValue), (.helpNames, .helpNames), (.query, .query),
      (.savedThenQuery, .savedThenQuery):
      true
    default: false
    }
  }
}

extension HelpPage {
  /// The names of commands, topics and settings.
  static var names: [String] {
    CommandCatalog.all.map(\.name) + HelpTopics.all.map(\.name) + SettingCatalog.all.map(\.key)
  }
}
