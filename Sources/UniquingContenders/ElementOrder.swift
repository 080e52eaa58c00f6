/// The order of the elements in an input.
public enum ElementOrder: String, CaseIterable, Sendable {
  case ascending, random, descending
}
