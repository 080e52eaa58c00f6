internal import Foundation

/// Calls the C library's `strstr` on C strings, which are in lower case if case is ignored.
struct StringSearch: Contender {
  let name = "strstr"
  let strategies = ["substring"]
  let summary = """
    The C library's strstr over C strings, in lower case if case is ignored; the records are converted \
    before the timing starts.
    """
  let dialect: String? = """
    it does not ignore diacritics, lowercases instead of folding case (ß is not ss), treats no two \
    forms of a letter as equal, and treats the first NUL as the end of a text
    """

  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int] {
    if request.text.utf8.contains(0) { throw Refusal("it cannot search for a NUL") }
    let scope = corpus.scope(of: request)
    let ignoresCase = request.ignoresCase(for: [request.text])
    let texts = corpus.valuesInC(lowered: ignoresCase)
    return {
      let needle = ignoresCase ? request.needle.lowercased() : request.needle
      // SAFETY: Both C strings are null-terminated and stay valid until the call returns.
      return unsafe needle.withCString { needle in
        corpus.records(in: scope) { place in
          unsafe texts[place].withUnsafeBufferPointer { text in
            unsafe text.baseAddress.flatMap { unsafe strstr($0, needle) } != nil
          }
        }
      }
    }
  }
}
