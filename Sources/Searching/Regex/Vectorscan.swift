internal import CVectorscan

/// The library vectorscan, which is opened when first asked for and need not be there.
public enum Vectorscan {
  /// What is known of it.
  public enum Status: Hashable, Sendable {
    /// It is not there, or does not run on this processor.
    case absent
    /// It misses matches, and is not used.
    case faulty(version: String)
    case serves(version: String)
  }

  /// Asked for the first time, it opens the library and checks it, which takes some milliseconds.
  public static var status: Status {
    guard let text = unsafe cvs_version() else { return .absent }
    // SAFETY: the library lends a constant that ends with a zero; it goes on with the date of the build.
    let version = unsafe String(cString: text).split(separator: " ").first.map(String.init) ?? ""
    return cvs_is_sound() != 0 ? .serves(version: version) : .faulty(version: version)
  }

  /// A pattern that is compiled on a thread of its own.
  ///
  /// It is told from places that surely do not match only: each place that it finds has to be looked at. Scans may run on
  /// several threads.
  @safe final class Program: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Begins to compile; `nil` without the library.
    ///
    /// It is refused if the library is faulty, unless `trustsLibrary`, which is for tests.
    init?(_ pattern: VectorscanPattern, trustsLibrary: Bool = false) {
      // SAFETY: the library copies the text before the call returns.
      let handle = unsafe pattern.text.withCString { unsafe cvs_open($0, trustsLibrary ? 1 : 0) }
      guard let handle = unsafe handle else { return nil }
      unsafe self.handle = handle
    }

    deinit { unsafe cvs_close(handle) }

    /// Whether it can be used; `nil` if that is not known in time.
    func isReady(within milliseconds: Int32) -> Bool? {
      switch unsafe cvs_wait(handle, milliseconds) {
      case cvs_ready: true
      case cvs_refused: false
      default: nil
      }
    }

    /// Where matches end from `start` on, as a finder says it.
    ///
    /// - Returns: false if the library refuses.
    /// - Precondition: it is ready.
    func find(
      in text: Span<UInt8>, from start: inout Int, unitsEndWith end: UInt8,
      into places: inout FoundPlaces
    ) -> Bool {
      var from = start
      // SAFETY: text and room outlive the call, which stays inside their counts and keeps neither.
      let count = unsafe text.withUnsafeBufferPointer { text in
        unsafe places.withRoom { places, certain in
          unsafe certain.update(repeating: 0)
          return unsafe cvs_find(
            handle, text.baseAddress, text.count, end, &from, places.baseAddress, places.count)
        }
      }
      guard count <= FoundPlaces.most else { return false }
      places.count = count
      start = from
      return true
    }
  }
}
