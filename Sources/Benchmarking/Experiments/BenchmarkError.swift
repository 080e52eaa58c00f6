public import Basics
public import Corpora
public import Searching

/// Why an experiment cannot be run, as data; `message` is the sentence.
public enum BenchmarkError: Error, Equatable, Sendable {
  /// The text of a size list, and what is wrong with it.
  case badSizes(String, SizeList.Problem)

  /// The text of a duration, and what is wrong with it.
  case badDuration(String, TimeSpan.Problem)

  /// A share of duplicates outside 0...99.
  case badDuplicates(Int)

  /// A request lists nothing where something is needed: `contender`, `query`, `corpus`, `file`.
  case nothing(String)

  /// No value of this kind (`contender`, `strategy`, `access path`) has the name.
  ///
  /// `known` are the names there are, where none of them is near.
  case unknown(kind: String, String, nearest: String?, known: [String] = [])

  /// A contender that was named cannot hold this element.
  case cannotHold(contender: String, element: UniqueExperiment.Element)

  /// So many elements would need more bytes than the machine has.
  case beyondMemory(count: Int, needed: Int, available: Int)

  /// More elements than can be told apart or numbered.
  case tooManyElements(Int, limit: Int)

  /// A strategy does not take the query.
  case query(strategy: String, text: String, QueryError)

  /// A contender that was named answers none of the strategies.
  case cannotAnswer(contender: String, strategies: [String])

  /// Contenders were named, and there is no process to run them.
  case contendersAbsent

  /// Contenders were named, and their process does not start; the sentence says why.
  case contendersFailed(String)

  case corpus(CorpusError)

  /// Standard input was to be loaded again and again.
  case standardInput

  /// Fewer than one run of each way, or one record of a sample, was asked for.
  case notPositive(String, Int)
}

extension BenchmarkError {
  /// Whether the command is at fault, rather than data or machine.
  public var isUsage: Bool {
    switch self {
    case .query, .corpus, .beyondMemory, .contendersAbsent, .contendersFailed: false
    default: true
    }
  }

  /// One lower-case sentence with the remedy.
  public var message: String {
    switch self {
    case .badSizes(let text, let problem): "'\(text)' is no list of sizes: \(problem.message)"
    case .badDuration(let text, let problem): "'\(text)' is no duration: \(problem.message)"
    case .badDuplicates(let percent):
      "\(percent) % of the elements cannot be duplicates; give percentages from 0 to 99"
    case .nothing(let kind): "there is no \(kind) to measure; name at least one"
    case .unknown(let kind, let name, let nearest, let known):
      "no \(kind) is named '\(name)'"
        + (nearest.map { "; did you mean '\($0)'?" }
          ?? "; it takes \(known.joined(separator: ", "))")
    case .cannotHold(let contender, let element):
      "\(contender) cannot hold elements of type \(element.rawValue); leave it out"
    case .beyondMemory(let count, let needed, let available):
      "\(count.grouped) elements need about \(Self.bytes(needed)) of memory, and there are "
        + "\(Self.bytes(available)); give smaller sizes"
    case .tooManyElements(let count, let limit):
      "\(count.grouped) elements are more than \(limit.grouped); give smaller sizes"
    case .query(let strategy, let text, let error):
      "\(strategy) cannot take '\(text)': \(error.message)"
        + (error.remedy.map { "; \($0)" } ?? "")
    case .cannotAnswer(let contender, let strategies):
      "\(contender) answers none of these strategies: \(strategies.joined(separator: ", "))"
    case .contendersFailed(let reason): reason
    case .contendersAbsent:
      "searchbench-contenders is not beside this program; make it with scripts/build contenders, or "
        + "leave contenders out"
    case .corpus(let error): error.message
    case .standardInput:
      "standard input can be read once only, and a load is timed many times; name a file"
    case .notPositive(let what, let number): "\(number) \(what) are too few; give at least 1"
    }
  }

  private static func bytes(_ count: Int) -> String {
    if count < 10_000_000_000 { return "\((max(count, 1) + 999_999) / 1_000_000) MB" }
    return "\((count / 1_000_000_000).grouped) GB"
  }
}

extension TimeSpan {
  /// Reads a time that an option of a benchmark gives.
  ///
  /// - Throws: `badDuration`.
  public init(option text: String, allowsZero: Bool = false) throws(BenchmarkError) {
    do throws(Problem) {
      try self.init(parsingShort: text, allowsZero: allowsZero)
    } catch {
      throw .badDuration(text, error)
    }
  }
}
