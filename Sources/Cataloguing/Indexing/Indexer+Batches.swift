/// Tries a batch that the database refuses again, three times, each time after a longer while.
struct BatchRetry {
  /// How long is waited before the second, third and fourth try, in milliseconds.
  static let delays = [100, 400, 1_600]

  /// Waits so many milliseconds.
  let wait: (Int) -> Void

  init(wait: @escaping (Int) -> Void) { self.wait = wait }

  /// What `body` returned at last, with the number of tries that failed before; or the refusal of the last try.
  ///
  /// - Throws: what no other try would mend.
  func run<R>(
    undo: () -> Void = {}, _ body: () throws(CatalogError) -> R
  ) throws(CatalogError) -> Result<(R, failures: Int), DatabaseError> {
    var failures = 0
    while true {
      do throws(CatalogError) {
        return .success((try body(), failures))
      } catch {
        undo()
        guard case .database(_, let cause) = error, cause.mayPass else { throw error }
        if failures == Self.delays.count { return .failure(cause) }
        wait(Self.delays[failures])
        failures += 1
      }
    }
  }
}

extension DatabaseError {
  /// Whether the same may succeed a little later, or for other items.
  fileprivate var mayPass: Bool {
    switch kind {
    case .corrupt, .notADatabase, .interrupted, .outOfMemory: false
    default: true
    }
  }
}

extension Indexer {
  /// How many batches in a row are given up before the rest is.
  static let patience = 3

  /// Writes a batch; one that the database refuses is tried again three times.
  ///
  /// `name` says in the report which batch was given up; `undo` takes back what `body` has done outside the database.
  ///
  /// - Returns: What `body` returned; nil if the batch was given up, which the report says then.
  /// - Throws: what no other try would mend, or where batch after batch was given up.
  func batch<R>(
    _ name: @autoclosure () -> String, _ state: ClientState? = nil, undo: () -> Void = {},
    _ body: (ItemWriter) throws(CatalogError) -> R
  ) throws(CatalogError) -> R? {
    let retry = BatchRetry(wait: environment.wait)
    let result = try retry.run(undo: undo) { () throws(CatalogError) in
      try store.batch(state, body)
    }
    switch result {
    case .success((let value, let failures)):
      if failures > 0 { report.retries += 1 }
      givenUp = 0
      return value
    case .failure(let cause):
      givenUp += 1
      let refusal = CatalogError.database(path: store.file.path, cause)
      if givenUp == Self.patience { throw refusal }
      note("\(name()) could not be written: \(refusal.message)")
      return nil
    }
  }
}
