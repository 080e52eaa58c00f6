extension Indexer {
  /// How long is waited before a batch is tried for the second, third and fourth time, in milliseconds.
  static let delays = [100, 400, 1_600]

  /// How many batches in a row are given up before the rest is.
  static let patience = 3

  /// Writes a batch; one that the database refuses is tried again three times.
  ///
  /// - Parameters:
  ///   - name: What the batch is, for the sentence that says that it was given up.
  ///   - undo: Takes back what `body` has done outside the database.
  /// - Returns: What `body` returned; nil if the batch was given up, which the report says then.
  /// - Throws: what no other try would mend, or where batch after batch was given up.
  func batch<R>(
    _ name: @autoclosure () -> String, _ state: ClientState? = nil, undo: () -> Void = {},
    _ body: (ItemWriter) throws(CatalogError) -> R
  ) throws(CatalogError) -> R? {
    var refusal: CatalogError?
    for attempt in 0...Self.delays.count {
      do throws(CatalogError) {
        let result = try store.batch(state, body)
        if attempt > 0 { report.retries += 1 }
        givenUp = 0
        return result
      } catch {
        undo()
        guard case .database(_, let cause) = error, cause.mayPass else { throw error }
        refusal = error
        if attempt < Self.delays.count { environment.wait(Self.delays[attempt]) }
      }
    }
    givenUp += 1
    if let refusal {
      if givenUp == Self.patience { throw refusal }
      note("\(name()) could not be written: \(refusal.message)")
    }
    return nil
  }
}

extension DatabaseError {
  /// Whether the same may succeed a little later, or for other items.
  var mayPass: Bool {
    switch kind {
    case .corrupt, .notADatabase, .interrupted, .outOfMemory: false
    default: true
    }
  }
}
