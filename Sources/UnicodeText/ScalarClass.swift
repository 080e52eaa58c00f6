internal import CKernels

/// Classes of scalars for regular expressions, from the tables of Unicode 15.0.
package enum ScalarClass {
  /// The ranges of `\w`: alphabetic scalars, marks, decimal digits, connectors and join controls
  /// (UTS #18, annex C).
  package static let word = (0..<ck_word_bound_count() / 2).map {
    ScalarRange(ck_word_bound(2 * $0), ck_word_bound(2 * $0 + 1))
  }

  /// The ranges of `\s`: the scalars with the property White_Space.
  package static let space = (0..<ck_space_bound_count() / 2).map {
    ScalarRange(ck_space_bound(2 * $0), ck_space_bound(2 * $0 + 1))
  }

  /// The ranges of `\d`: decimal digits.
  package static let digit = ranges(ofCategory: "Nd") ?? []

  /// The ranges of a general category, such as `Lu`; nil if there is no such category.
  ///
  /// A single letter, such as `L`, means all categories whose names begin with that letter.
  ///
  /// The category `C` does not include unassigned scalars.
  package static func ranges(ofCategory name: String) -> [ScalarRange]? {
    let isWanted = (0..<ck_category_count()).map { number in
      let category = Kernels.categoryName(number)
      return name.utf8.count == 1 ? category.hasPrefix(name) && category != "Cn" : category == name
    }
    guard isWanted.contains(true) else { return nil }
    return ranges(of: { isWanted[Int(ck_category($0))] }, runEnd: ck_category_end)
  }

  /// The ranges of the script with the English name `name`; nil if there is no such script.
  ///
  /// Words in the name are separated by `_` or by spaces.
  package static func ranges(ofScript name: String) -> [ScalarRange]? {
    let name = name.split(separator: "_").joined(separator: " ")
    let last = Int(UInt8.max)
    guard let number = (1...last).first(where: { ScriptName.name($0) == name }) else { return nil }
    return ranges(of: { ck_script($0) == number }, runEnd: ck_script_end)
  }

  /// The scalars that differ from `scalar` only in case, according to simple case folding.
  package static func otherCases(of scalar: UInt32) -> [UInt32] {
    let cases = ck_other_cases(scalar)
    let all = [cases.values.0, cases.values.1, cases.values.2, cases.values.3]
    return Array(all.prefix(Int(cases.count)))
  }

  /// All scalars for which `otherCases(of:)` is not empty, in ascending order.
  package static let cased = (0..<ck_cased_count()).map { ck_cased($0) }

  /// The ranges of the scalars that belong to a class.
  ///
  /// `runEnd` returns the end of the run that begins with a given scalar. Either all or none of the
  /// scalars of a run belong to the class.
  private static func ranges(
    of isMember: (UInt32) -> Bool, runEnd: (UInt32) -> UInt32
  ) -> [ScalarRange] {
    var ranges: [ScalarRange] = []
    var start: UInt32 = 0
    while start <= 0x10FFFF {
      let end = runEnd(start)
      if isMember(start) {
        if let last = ranges.last, last.upperBound == start - 1 {
          ranges[ranges.count - 1] = ScalarRange(last.lowerBound, end - 1)
        } else {
          ranges.append(ScalarRange(start, end - 1))
        }
      }
      start = end
    }
    return ranges
  }
}
