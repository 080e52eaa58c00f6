/// Takes the records of one input while it is read.
package final class RecordBatches {
  /// Whether nothing but the names of the columns is wanted.
  let wantsFieldsOnly: Bool

  private let body: (Corpus) -> Bool

  /// `body` gets the records of each piece of the input, in order, until it returns `false`.
  init(wantsFieldsOnly: Bool = false, _ body: @escaping (Corpus) -> Bool) {
    self.wantsFieldsOnly = wantsFieldsOnly
    self.body = body
  }

  func take(_ corpus: Corpus) -> Bool { wantsFieldsOnly || body(corpus) }
}
