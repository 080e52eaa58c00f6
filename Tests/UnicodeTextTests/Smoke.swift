import Testing
@testable import UnicodeText
@Test func `folds`() {
  let f = Folding(ignoresCase: true, ignoresDiacritics: true)
  func s(_ t: String) -> String { String(decoding: f.fold(t), as: UTF8.self) }
  #expect(s("Élan STRASSE ß ﬁ ς İ й ё أ が か\u{3099}") == "elan strasse ss fi σ i и е ا が が")
  #expect(f.foldWithSources("Élan ß か\u{3099}".utf8.span).bytes == f.fold("Élan ß か\u{3099}"))
}
