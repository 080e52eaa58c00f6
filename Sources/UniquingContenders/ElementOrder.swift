/// In what order the elements of an input come.
public enum ElementOrder: String, CaseIterable, Sendable {
  case ascending, random, descending
}
