import Corpora
import Searching
import Testing

@testable import Benchmarking

@Suite struct BenchmarkErrorTests {
  @Test(arguments: [
    (
      BenchmarkError.unknown(kind: "contender", "arry", nearest: "array"),
      "no contender is named 'arry'; did you mean 'array'?"
    ),
    (
      .unknown(kind: "strategy", "zzz", nearest: nil, known: ["bool", "regex"]),
      "no strategy is named 'zzz'; the names are bool, regex"
    ),
    (
      .unsupportedElement(contender: "bit-set", element: .string),
      "bit-set cannot hold elements of type string; omit this contender"
    ),
    (
      .exceedsMemory(count: 1_000_000_000, needed: 160_000_000_000, available: 1_500_000_000),
      "1,000,000,000 elements need about 160 GB of memory, but only 1500 MB are available; give smaller sizes"
    ),
    (
      .tooManyElements(5_000, limit: 1_000),
      "5,000 elements exceed the limit of 1,000; give smaller sizes"
    ),
    (.nothing("query"), "there is no query to measure; name at least one"),
    (
      .badDuplicates(100),
      "the share of duplicates cannot be 100 %; give a percentage from 0 to 99"
    ),
    (.notPositive("runs", 0), "the number of runs cannot be 0; give at least 1"),
    (
      .unsupportedStrategies(contender: "strstr", strategies: ["bool", "regex"]),
      "the contender strstr supports none of the chosen strategies: bool, regex"
    ),
    (
      .query(strategy: "bool", text: "(", QueryError(.unclosedParenthesis, at: 0, length: 1)),
      "the strategy bool does not accept '(': this parenthesis is never closed; "
        + "add a closing parenthesis, or write \\( for the character ("
    ),
  ])
  func `a benchmark error is one sentence with a remedy`(_ error: BenchmarkError, _ message: String)
  {
    #expect(error.message == message)
  }
}
