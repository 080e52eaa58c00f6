internal import Cataloguing

extension ShellError {
  /// Converts a catalog error to an error for the user.
  ///
  /// `word` is the argument that caused the error.
  init(_ error: CatalogError, at word: String?) {
    let fault = word.map { Fault.word($0) }
    switch error {
    case .cancelled: self = .interrupted
    case .badName, .item: self = .usage(error.message, at: fault)
    default: self = .failure(error.message, at: fault)
    }
  }

  /// Runs `body`, and converts a catalog error to an error for the user.
  ///
  /// `word` is the argument that caused the error.
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
