internal import CPCRE2
internal import Synchronization
internal import UnicodeText

/// A regular expression compiled by PCRE2; only this type calls PCRE2.
@safe final class PCREPattern: @unchecked Sendable {
  /// The result of a search.
  enum Match: Equatable {
    case none
    case found(Range<Int>)
    /// The search reached PCRE2's match limit or memory limit.
    case undecided
    case cancelled
  }

  private let handle: OpaquePointer

  /// Keeps the library open.
  private let library: PCRELibrary

  /// Compiles a pattern.
  ///
  /// - Throws: `malformedPattern`.
  init(_ text: String, ignoresCase: Bool, by library: PCRELibrary) throws(QueryError) {
    self.library = library
    let bytes = Array(text.utf8)
    var problem = cpcre_problem()
    // SAFETY: the library copies the pattern, and returns newly allocated memory.
    let handle = unsafe bytes.withUnsafeBufferPointer {
      unsafe cpcre_compile(
        library.handle, $0.baseAddress, $0.count, ignoresCase ? 1 : 0, &problem)
    }
    guard let handle = unsafe handle else {
      let message = unsafe withUnsafeBytes(of: problem.message) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      // The offset that PCRE2 reports is inside the erroneous text or directly after it.
      let offset = min(problem.offset, bytes.count)
      throw QueryError(.malformedPattern(problem: message, fragment: ""), at: offset, length: 1)
    }
    unsafe self.handle = handle
  }

  deinit { unsafe cpcre_free(handle) }

  /// The number of groups, including the match itself.
  var groupCount: Int { unsafe Int(cpcre_group_count(handle)) + 1 }

  /// The number of the group with this name; `nil` if there is none.
  func group(named name: String) -> Int? {
    let number = unsafe Int(cpcre_group_named(handle, name))
    return number < 0 ? nil : number
  }

  /// The memory that PCRE2 needs to search on one thread.
  @safe struct Search: ~Copyable {
    private let handle: OpaquePointer
    private let pattern: PCREPattern

    /// Allocates the memory; `nil` if there is not enough memory.
    init?(_ pattern: PCREPattern) {
      guard let handle = unsafe cpcre_take(pattern.handle) else { return nil }
      unsafe self.handle = handle
      self.pattern = pattern
    }

    deinit { unsafe cpcre_give_back(handle) }

    /// The first match in `text` that begins at `start` or later.
    func first(in text: Span<UInt8>, from start: Int = 0) -> Match {
      var bounds = [2 of Int](repeating: 0)
      var span = bounds.mutableSpan
      // SAFETY: the span outlives the call, `start` is at most its count, and no pointer is kept.
      // The library writes only the two elements of `bounds`.
      let result = unsafe text.withUnsafeBufferPointer { bytes in
        unsafe span.withUnsafeMutableBufferPointer { bounds in
          unsafe cpcre_find(handle, bytes.baseAddress, bytes.count, start, bounds.baseAddress, 1)
        }
      }
      switch Int(result) {
      case cpcre_none: return .none
      case cpcre_found: return .found(bounds[0]..<bounds[1])
      case cpcre_cancelled: return .cancelled
      default: return .undecided
      }
    }

    /// The groups 0 to `count - 1` of the match that `first` finds.
    ///
    /// Group 0 is the match itself. A group that did not participate in the match is `nil`.
    func groups(_ count: Int, in text: Span<UInt8>, from start: Int) -> [Range<Int>?]? {
      var bounds = [Int](repeating: -1, count: 2 * count)
      // SAFETY: as in `first`, but the library writes two bounds for each of `count` groups.
      let result = unsafe text.withUnsafeBufferPointer { bytes in
        unsafe bounds.withUnsafeMutableBufferPointer { bounds in
          unsafe cpcre_find(
            handle, bytes.baseAddress, bytes.count, start, bounds.baseAddress, count)
        }
      }
      guard Int(result) == cpcre_found else { return nil }
      return (0..<count).map { group in
        bounds[2 * group] < 0 ? nil : bounds[2 * group]..<bounds[2 * group + 1]
      }
    }

    /// Whether the closure passed to `whileWatching` has requested cancellation.
    ///
    /// Check this property after the search of each text.
    var isCancelled: Bool { unsafe cpcre_is_cancelled(handle) != 0 }

    /// Calls `body`; long searches poll `isCancelled` about every 20 ms during the call.
    func whileWatching<R>(_ isCancelled: () -> Bool, _ body: () -> R) -> R {
      withoutActuallyEscaping(isCancelled) { escaping in
        var question = escaping
        // SAFETY: the closure outlives `body`, and the library drops the address of the closure
        // after `body`.
        return unsafe withUnsafeMutablePointer(to: &question) { question in
          unsafe cpcre_watch(
            handle, { unsafe $0?.load(as: (() -> Bool).self)() == true ? 1 : 0 }, question)
          defer { unsafe cpcre_watch(handle, nil, nil) }
          return body()
        }
      }
    }
  }
}

/// The library of PCRE2, opened when it is first needed.
@safe package final class PCRELibrary: Sendable {
  /// The file names of the library on different systems, in the order in which they are tried.
  private static let names = ["libpcre2-8.so.0", "libpcre2-8.so", "libpcre2-8.0.dylib"]

  nonisolated(unsafe) let handle: OpaquePointer

  /// Opens the library at `path`; `nil` if it is missing.
  init?(path: String) {
    guard let handle = unsafe cpcre_open(path) else { return nil }
    unsafe self.handle = handle
  }

  private static let opened = Mutex<PCRELibrary?>(nil)

  /// The library; `nil` if it is not installed.
  package static var shared: PCRELibrary? {
    opened.withLock { opened in
      for name in names where opened == nil { opened = PCRELibrary(path: name) }
      return opened
    }
  }

  /// The version and date of the library, such as `10.42 2022-12-11`.
  package var version: String {
    var text = [CChar](repeating: 0, count: 64)
    // SAFETY: the call writes at most 64 bytes, and the last written byte is zero.
    let fits = unsafe text.withUnsafeMutableBufferPointer {
      unsafe cpcre_version(handle, $0.baseAddress, $0.count) != 0
    }
    guard fits else { return "of unknown version" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
