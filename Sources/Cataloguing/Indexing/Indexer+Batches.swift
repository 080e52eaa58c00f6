internal import SQLite

/// Retries a batch that the database rejects, at most three times, with growing delays.
struct BatchRetry {
  /// The delays before the second, third and fourth try, in milliseconds.
  static let delays = [100, 400, 1_600]

  /// Waits before a retry: the arguments are the delay in milliseconds and the error of the last
  /// try.
  let wait: (Int, DatabaseError) -> Void

  init(wait: @escaping (Int, DatabaseError) -> Void) { self.wait = wait }

  /// Runs `body`, and retries it up to three times if the database rejects it.
  ///
  /// Returns the result of `body` and the number of failed tries, or the error of the last try.
  ///
  /// - Throws: An error that a retry would not fix.
  func run<R>(
    undo: () -> Void = {}, _ body: () throws(CatalogError) -> R
  ) throws(CatalogError) -> Result<(R, failures: Int), DatabaseError> {
    var failures = 0
    while true {
      do throws(CatalogError) {
        return .success((try body(), failures))
      } catch {
        undo()
        guard case .database(_, let cause) = error, cause.isTransient else { throw error }
        if failures == Self.delays.count { return .failure(cause) }
        wait(Self.delays[failures], cause)
        failures += 1
      }
    }
  }
}

extension DatabaseError {
  /// Whether an operation that failed with this error can succeed later, or with other items.
  fileprivate var isTransient: Bool {
    switch kind {
    case .corrupt, .notADatabase, .interrupted, .outOfMemory: false
    default: true
    }
  }
}

extension Indexer {
  /// The number of consecutive failed batches at which indexing stops.
  static let maximumFailedBatches = 3

  /// Writes a batch, and retries it up to three times if the database rejects it.
  ///
  /// `name` identifies a failed batch in the report; `undo` reverts what `body` did outside of the
  /// database.
  ///
  /// - Returns: The result of `body`. If the batch failed, the result is nil, and the report
  ///   mentions the failure.
  /// - Throws: An error that a retry would not fix, or the last error if too many consecutive
  ///   batches failed.
  func batch<R>(
    _ name: String, _ state: ClientState? = nil, undo: () -> Void = {},
    _ body: (ItemWriter) throws(CatalogError) -> R
  ) throws(CatalogError) -> R? {
    let retry = BatchRetry { [environment] in
      environment.retrying(name, $1.reason, $0)
      environment.wait($0)
    }
    let now = environment.now()
    var revived = 0
    let result = try retry.run(undo: undo) { () throws(CatalogError) in
      try store.batch(state) { (writer) throws(CatalogError) in
        writer.now = now
        let result = try body(writer)
        revived = writer.revived
        return result
      }
    }
    switch result {
    case .success((let value, let failures)):
      if failures > 0 { report.retries += 1 }
      givenUp = 0
      report.revived += revived
      return value
    case .failure(let cause):
      givenUp += 1
      let refusal = CatalogError.database(path: store.file.path, cause)
      if givenUp == Self.maximumFailedBatches { throw refusal }
      note("\(name) could not be written: \(refusal.message)")
      return nil
    }
  }
}
