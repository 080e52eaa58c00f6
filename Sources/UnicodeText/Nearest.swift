/// Finds the word in a list that is closest to a misspelled word, for "did you mean" hints.
package enum Nearest {
  /// The first word in `words` that differs from `word` by the fewest edits; nil if no word is
  /// similar.
  ///
  /// An edit inserts, deletes or replaces a character, or swaps two adjacent characters. Case is
  /// ignored. The number of edits must be at most a third of the length of the longer word, but one
  /// edit is always allowed. If no word is within this limit, the result is the first word that
  /// begins with the first two thirds of `word` (at least four letters), such as `corpora` for
  /// `corpus`.
  ///
  /// - Complexity: O(*n* · *m*), where *n* is the number of words, and *m* is the product of the
  ///   lengths of `word` and the longest word.
  package static func match(_ word: String, among words: some Sequence<String>) -> String? {
    let wanted = Array(word.lowercased())
    guard !wanted.isEmpty else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in words {
      let other = Array(candidate.lowercased())
      let bound = max(1, max(wanted.count, other.count) / 3)
      // Suggest nothing for a word of one letter, because every other one-letter word is one edit
      // away from it.
      guard abs(wanted.count - other.count) <= bound, min(wanted.count, other.count) > bound
      else {
        if wanted == other { return candidate }
        continue
      }
      let edits = distance(wanted, other)
      if edits <= bound && edits < best?.distance ?? .max { best = (candidate, edits) }
    }
    if let best { return best.word }
    let start = max(4, (wanted.count * 2 + 2) / 3)
    guard wanted.count >= start else { return nil }
    return words.first { Array($0.lowercased()).starts(with: wanted[..<start]) }
  }

  /// The optimal string alignment distance of two words: the minimum number of edits if no
  /// substring is edited twice.
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var edits = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
          edits = min(edits, beforeLast[j - 1] + 1)
        }
        row.append(edits)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
