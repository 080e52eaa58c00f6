/// What `searchbench search` was asked for, as it was typed and not yet checked.
struct SearchRequest: Equatable {
  var query: String
  var files: [String] = []
  var fields: [String] = []
  var count = false
  var total = false
  var listsFiles = false
  var after: Int?
  var before: Int?
  var invert = false
  var quiet = false
  var searchesBinary = false
  var safe = false
  var bom = false
  var crlf = false
  var load = LoadRequest()
  var settings = SettingRequest()
  var common = OutputRequest()
}

/// Where results go and what is told about them, for every form of the executable.
struct OutputRequest: Equatable {
  var output: String?
  var force = false
  var raw = false
  var progress = "auto"
  var verbose = false
}
