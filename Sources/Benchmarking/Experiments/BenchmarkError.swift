package import Basics
package import Corpora
package import Searching

/// Why an experiment cannot run; `message` states the reason as a sentence.
package enum BenchmarkError: Error, Equatable, Sendable {
  /// A size list is invalid; the values are its text and the problem.
  case badSizes(String, SizeList.Problem)

  /// A duration is invalid; the values are its text and the problem.
  case badDuration(String, TimeSpan.Problem)

  /// The percentage of duplicates is outside 0...99.
  case badDuplicates(Int)

  /// The request does not say what to measure; the value says what is missing, such as `contender`
  /// or `query`.
  case nothing(String)

  /// A name is unknown; `kind` is `contender`, `strategy` or `access path`.
  ///
  /// `known` lists the valid names if no valid name is similar to the given name.
  case unknown(kind: String, String, nearest: String?, known: [String] = [])

  /// A requested contender does not support this type of element.
  case unsupportedElement(contender: String, element: UniqueExperiment.Element)

  /// The input would need more memory than the machine has.
  case exceedsMemory(count: Int, needed: Int, available: Int)

  /// A size exceeds the maximum number of elements of the requested type.
  case tooManyElements(Int, limit: Int)

  /// A strategy does not accept the query.
  case query(strategy: String, text: String, QueryError)

  /// A requested contender supports none of the strategies.
  case unsupportedStrategies(contender: String, strategies: [String])

  /// Contenders were requested, but the contender program is not installed.
  case contendersNotInstalled

  /// Contenders were requested, but the contender process does not start; the value is the reason,
  /// as a sentence.
  case contendersFailed(String)

  case corpus(CorpusError)

  /// Standard input cannot be loaded repeatedly.
  case standardInput

  /// The number of runs, or of records in a sample, is less than 1.
  case notPositive(String, Int)
}

extension BenchmarkError {
  /// Whether the command line caused the error, rather than the data or the machine.
  package var isUsage: Bool {
    switch self {
    case .query, .corpus, .exceedsMemory, .contendersNotInstalled, .contendersFailed: false
    default: true
    }
  }

  /// A lower-case sentence that names the problem and the remedy.
  package var message: String {
    switch self {
    case .badSizes(let text, let problem): "'\(text)' is not a list of sizes: \(problem.message)"
    case .badDuration(let text, let problem): "'\(text)' is not a duration: \(problem.message)"
    case .badDuplicates(let percent):
      "the share of duplicates cannot be \(percent) %; give a percentage from 0 to 99"
    case .nothing(let kind): "there is no \(kind) to measure; name at least one"
    case .unknown(let kind, let name, let nearest, let known):
      "no \(kind) is named '\(name)'"
        + (nearest.map { "; did you mean '\($0)'?" }
          ?? "; the names are \(known.joined(separator: ", "))")
    case .unsupportedElement(let contender, let element):
      "\(contender) cannot hold elements of type \(element.rawValue); omit this contender"
    case .exceedsMemory(let count, let needed, let available):
      "\(count.grouped) elements need about \(Self.bytes(needed)) of memory, but only "
        + "\(Self.bytes(available)) are available; give smaller sizes"
    case .tooManyElements(let count, let limit):
      "\(count.grouped) elements exceed the limit of \(limit.grouped); give smaller sizes"
    case .query(let strategy, let text, let error):
      "the strategy \(strategy) does not accept '\(text)': \(error.message)"
        + (error.remedy.map { "; \($0)" } ?? "")
    case .unsupportedStrategies(let contender, let strategies):
      "the contender \(contender) supports none of the chosen strategies: "
        + strategies.joined(separator: ", ")
    case .contendersFailed(let reason): reason
    case .contendersNotInstalled:
      "searchbench-contenders is not next to this program; run \"scripts/build contenders\", or "
        + "omit the contenders"
    case .corpus(let error): error.message
    case .standardInput:
      "standard input can be read only once, but this benchmark loads the corpus many times; "
        + "name a file"
    case .notPositive(let what, let number):
      "the number of \(what) cannot be \(number); give at least 1"
    }
  }

  private static func bytes(_ count: Int) -> String {
    if count < 10_000_000_000 { return "\((max(count, 1) + 999_999) / 1_000_000) MB" }
    return "\((count / 1_000_000_000).grouped) GB"
  }
}

extension TimeSpan {
  /// Parses a duration given to a benchmark option.
  ///
  /// - Throws: `badDuration`.
  package init(option text: String, allowsZero: Bool = false) throws(BenchmarkError) {
    do throws(Problem) {
      try self.init(parsingShort: text, allowsZero: allowsZero)
    } catch {
      throw .badDuration(text, error)
    }
  }
}
