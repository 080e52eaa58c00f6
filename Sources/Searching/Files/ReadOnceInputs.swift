internal import Corpora

/// Where to read inputs that can be read only once: standard input, and pipes copied to temporary
/// files.
///
/// The inputs are in a list, because they are few, and because the first use of a generic
/// dictionary takes longer than a small search.
struct ReadOnceInputs: Sendable {
  private var places: [(path: String, place: RecordStream.Place)]

  /// Creates a list with one input: standard input, which is read from a descriptor.
  init(standardInput: Int32) { places = [("-", .descriptor(standardInput))] }

  /// Where to read `path`; nil if `path` can be read more than once.
  ///
  /// - Complexity: O(*n*), where *n* is the number of inputs that can be read only once.
  subscript(path: String) -> RecordStream.Place? {
    get { places.first { $0.path == path }?.place }
    set {
      places.removeAll { $0.path == path }
      if let newValue { places.append((path, newValue)) }
    }
  }
}
