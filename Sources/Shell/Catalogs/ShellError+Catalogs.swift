internal import Cataloguing

extension ShellError {
  /// What a catalog refused, with the word of the line that is at fault.
  init(_ error: CatalogError, at word: String?) {
    let fault = word.map { Fault.word($0) }
    switch error {
    case .cancelled: self = .interrupted
    case .badName, .item: self = .usage(error.message, at: fault)
    default: self = .failure(error.message, at: fault)
    }
  }

  /// Runs what a catalog may refuse.
  static func translated<Result>(
    _ word: String? = nil, _ body: () throws(CatalogError) -> Result
  ) throws -> Result {
    do throws(CatalogError) {
      return try body()
    } catch {
      throw ShellError(error, at: word)
    }
  }
}
