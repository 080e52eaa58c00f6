internal import Basics

/// The expected answer for one input: its distinct elements, in the order of their first
/// occurrences.
struct UniqueReference<Element: Hashable> {
  let kept: [Element]
  private let members: Set<Element>

  /// Computes the answer with a `Set`.
  ///
  /// - Complexity: O(*n*).
  init(_ input: [Element]) {
    var members: Set<Element> = []
    var kept: [Element] = []
    for element in input where members.insert(element).inserted { kept.append(element) }
    self.members = members
    self.kept = kept
  }

  /// Why an answer is wrong, as a sentence; nil if the answer is right.
  ///
  /// If `keepsOrder` is true, the elements must be in the order of the input.
  func fault(in answer: [Element], keepsOrder: Bool) -> String? {
    if answer.count != kept.count {
      return "the result has \(answer.count.grouped) elements, but the input has "
        + "\(kept.count.grouped) distinct elements"
    }
    if keepsOrder {
      return zip(answer, kept).enumerated().first { $1.0 != $1.1 }.map { place, _ in
        "element \((place + 1).grouped) of the result is wrong or not in input order"
      }
    }
    return Set(answer) == members ? nil : "the result has elements that are not in the input"
  }
}
