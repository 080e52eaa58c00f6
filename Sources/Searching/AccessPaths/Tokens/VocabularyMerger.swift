internal import UnicodeText

/// Merges the vocabularies of the parts of a corpus into one dictionary.
///
/// For each token of each part, the merger also computes where to write the part's records in the
/// posting list or bitmap of the token.
struct VocabularyMerger: ~Copyable {
  private let parts: [SortedVocabulary]

  /// The number of 64-bit words in a bitmap.
  let words: Int

  /// For each part, the index in `cursors` of the part's first token.
  let offsets: [Int]

  private(set) var dictionary: TokenDictionary.Builder

  /// For each token of each part, the offset at which to write the next record of this part that
  /// contains the token.
  ///
  /// The offsets of a part are in the order of its token IDs.
  var cursors: GrowableBuffer<UInt64>

  /// The dictionary numbers of the tokens that have bitmaps.
  private(set) var frequent: [Int] = []
  /// The number of records that contain each token in `frequent`.
  private(set) var counts: [Int] = []

  private(set) var prefixes: PrefixRuns

  init(_ parts: [SortedVocabulary], words: Int, minimumInBitmap: Int) {
    self.parts = parts
    self.words = words
    var offsets: [Int] = []
    var total = 0
    for part in parts {
      offsets.append(total)
      total += part.count
    }
    self.offsets = offsets
    dictionary = TokenDictionary.Builder(minimumInBitmap: minimumInBitmap)
    prefixes = PrefixRuns(words: words)
    cursors = GrowableBuffer(capacity: total)
    for _ in 0..<total { cursors.append(0) }
  }

  /// Merges the sorted vocabularies.
  mutating func merge() {
    var places = [Int](repeating: 0, count: parts.count)
    while let lowest = lowest(at: places) {
      let first = places[lowest]
      var total = 0
      var holders: [Int] = []
      for index in parts.indices where places[index] < parts[index].count {
        if index != lowest, parts[index].compare(places[index], with: parts[lowest], first) != 0 {
          continue
        }
        total += Int(parts[index].records[places[index]])
        holders.append(index)
      }
      parts[lowest].withToken(first) { token in
        prefixes.take(
          token, posting: dictionary.postingCount, bitmap: frequent.count)
        var next =
          total < dictionary.minimumInBitmap
          ? UInt64(dictionary.postingCount) : Kernels.bitmapCursor(frequent.count * words)
        for index in holders {
          let place = places[index]
          cursors[offsets[index] + Int(parts[index].ids[place])] = next
          if total < dictionary.minimumInBitmap { next += UInt64(parts[index].records[place]) }
          places[index] += 1
        }
        if total >= dictionary.minimumInBitmap {
          frequent.append(dictionary.count)
          counts.append(total)
        }
        dictionary.append(token, records: total)
      }
    }
    prefixes.end(posting: dictionary.postingCount, bitmap: frequent.count)
  }

  /// The part whose next token sorts first; `nil` if there are no more tokens.
  private func lowest(at places: [Int]) -> Int? {
    var lowest: Int?
    for index in parts.indices where places[index] < parts[index].count {
      guard let other = lowest else {
        lowest = index
        continue
      }
      if parts[index].compare(places[index], with: parts[other], places[other]) < 0 {
        lowest = index
      }
    }
    return lowest
  }

  consuming func finish() -> TokenDictionary { dictionary.finish() }
}
