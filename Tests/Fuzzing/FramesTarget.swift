internal import ContenderFrames

extension FuzzTarget {
  /// An input is the content of a protocol frame; its first byte chooses the kind of frame.
  static let frames = FuzzTarget(
    name: "frames", oracle: "a message that is read, written and read again is the same"
  ) { input in
    var input = input
    let kind = input.number(below: 3)
    let bytes = input.remainder()
    var writer = FrameWriter()
    switch kind {
    case 0:
      var reader = FrameReader(bytes)
      guard let message = SearchMessage(&reader) else { return }
      message.write(to: &writer)
      var again = FrameReader(writer.bytes)
      expectEqual(SearchMessage(&again), message, "search \(bytes)")
    case 1:
      guard let message = CatalogMessage(bytes) else { return }
      message.write(to: &writer)
      expectEqual(CatalogMessage(writer.bytes), message, "catalog \(bytes)")
    default:
      let count = 1_000
      guard let message = FoundMessage(bytes, of: count) else { return }
      expect(message.places.allSatisfy { $0 < count }, "places \(bytes)")
      message.write(to: &writer)
      expectEqual(FoundMessage(writer.bytes, of: count), message, "found \(bytes)")
    }
  }
}
