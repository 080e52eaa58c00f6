internal import Searching

/// A named query, with the strategy and settings that it was saved with.
struct SavedQuery: Sendable {
  let name: String
  let text: String
  let settings: Settings

  var query: Query { Query(text, by: settings.strategy, options: settings.searchOptions) }

  /// The query with arguments in place of `$1` to `$9`, and a dollar sign in place of `$$`.
  ///
  /// - Throws: a usage error for too few or too many arguments.
  func query(with arguments: [String]) throws -> Query {
    var result = ""
    var highest = 0
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      let after = rest.index(after: dollar)
      let next = after < rest.endIndex ? rest[after] : " "
      if next == "$" {
        result += "$"
        rest = rest[rest.index(after: after)...]
      } else if let number = next.wholeNumberValue, next.isASCII, number > 0 {
        guard number <= arguments.count else {
          throw ShellError.usage(
            "\(name) needs argument $\(number); give \(number) or more words after :run \(name)"
          )
        }
        highest = max(highest, number)
        result += arguments[number - 1]
        rest = rest[rest.index(after: after)...]
      } else {
        result += "$"
        rest = rest[after...]
      }
    }
    guard highest >= arguments.count else {
      throw ShellError.usage(
        "\(name) takes \(highest) argument\(highest == 1 ? "" : "s"), not \(arguments.count): "
          + text)
    }
    var query = query
    query.text = result + rest
    return query
  }
}
