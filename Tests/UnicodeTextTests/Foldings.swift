@testable import UnicodeText

/// All four foldings.
let allFoldings = [
  Folding(ignoresCase: true, ignoresDiacritics: true),
  Folding(ignoresCase: true, ignoresDiacritics: false),
  Folding(ignoresCase: false, ignoresDiacritics: true),
  Folding(ignoresCase: false, ignoresDiacritics: false),
]

/// The scalars encoded as UTF-8; 0x11_0000 and 0x11_0001 represent the two separators.
func utf8(_ scalars: [UInt32]) -> [UInt8] {
  var result: [UInt8] = []
  for value in scalars {
    if let scalar = Unicode.Scalar(value) {
      result += UTF8.encode(scalar).map(Array.init) ?? []
    } else {
      result.append(value == separators[0] ? Separator.field : Separator.value)
    }
  }
  return result
}

/// Values that represent the bytes of `Separator`; they are larger than every scalar.
let separators: [UInt32] = [0x11_0000, 0x11_0001]

extension Folding {
  /// The folded bytes of valid UTF-8.
  func folded(_ bytes: [UInt8]) -> [UInt8] {
    var output = GrowableBuffer<UInt8>()
    fold(bytes.span, into: &output)
    return output.array()
  }
}
