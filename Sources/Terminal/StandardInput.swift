package import System

/// Reads the lines of a pipe, a file or a terminal, without line editing.
///
/// Lines can have any length, and end in LF or CR LF. The last line needs no line end. Invalid
/// UTF-8 becomes U+FFFD. A signal ends the wait for input.
package struct StandardInput: LineSource {
  private let descriptor: Int32
  private let name: String

  /// The closure that is called before each read, because a read can wait for the writer of a pipe.
  private let willRead: () -> Void
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private var lineNumber = 0

  /// The error that ended reading, if any.
  package private(set) var failure: SystemError?

  /// Reads from `descriptor`; `name` is the source name in locations, and `willRead` is called
  /// before each read.
  package init(
    descriptor: Int32 = 0, name: String = "-", willRead: @escaping () -> Void = {}
  ) {
    self.descriptor = descriptor
    self.name = name
    self.willRead = willRead
  }

  /// Reads the lines of `text` instead of a descriptor.
  package init(text: [UInt8], name: String = "-") {
    self.init(descriptor: -1, name: name)
    buffer = text
    isAtEnd = true
  }

  package var location: LineLocation? { LineLocation(source: name, line: lineNumber) }

  package mutating func next(prompt: String) -> LineEvent {
    var scanned = start
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        return takeLine(upTo: end)
      }
      scanned = buffer.count
      if isAtEnd { return start < buffer.count ? takeLine(upTo: buffer.count) : .endOfInput }
      if let event = Signals.pendingEvent { return event }
      scanned -= discardTaken()
      willRead()
      switch Platform.read(from: descriptor, into: &buffer) {
      case .bytes: continue
      case .signal: continue
      case .end: isAtEnd = true
      case .failed(let error):
        failure = error
        isAtEnd = true
      }
    }
  }

  /// Discards the bytes of earlier lines and returns the number of discarded bytes.
  private mutating func discardTaken() -> Int {
    let taken = start
    buffer.removeFirst(taken)
    start = 0
    return taken
  }

  private mutating func takeLine(upTo end: Int) -> LineEvent {
    var line = buffer[start..<end]
    start = min(end + 1, buffer.count)
    lineNumber += 1
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if lineNumber == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    return .line(String(decoding: line, as: UTF8.self))
  }
}
