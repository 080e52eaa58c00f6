/// The order of the elements in an input.
package enum ElementOrder: String, CaseIterable, Sendable {
  case ascending, random, descending
}
