package import Benchmarking
internal import JSON
package import System
internal import UnicodeText

/// A folder that stores benchmark runs, each in one JSON file.
///
/// A file appears under its name only when it is complete, so several processes can save runs at
/// the same time. The folder is not trusted: a run may contain any text, and a file may be damaged.
///
///     let store = RunStore(folder: RunStore.defaultFolder(environment: environment) ?? "runs")
///     try store.save(run)
///     let same = try store.load(run.id)
package struct RunStore: Sendable {
  /// The maximum size of a file to read, in bytes.
  package static let sizeLimit = 256_000_000

  /// The path of the folder, as the caller gave it; saving the first run creates the folder.
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// The default folder: `$XDG_DATA_HOME/searchbench/runs`, otherwise
  /// `$HOME/.local/share/searchbench/runs`; nil if neither variable is an absolute path.
  package static func defaultFolder(environment: EnvironmentVariables) -> String? {
    BaseDirectory.data.path(
      of: "runs", environment: environment, home: HomeFolder.absolute(environment: environment))
  }

  /// The path of the file for the run `id`, whether or not the file exists.
  package func path(of id: String) -> String { Self.join(folder, id + Self.suffix) }

  /// Saves a run, replacing any run with the same id.
  ///
  /// If the folder is missing, it is created with access for its owner only.
  ///
  /// - Precondition: `BenchmarkRun.isValid(id:)` is true for the run's id.
  /// - Throws: `failed` if the folder cannot be created or written to, or the disk is full; the
  ///   existing file is then unchanged.
  package func save(_ run: BenchmarkRun) throws(OutputError) {
    precondition(BenchmarkRun.isValid(id: run.id), "the id of a run is the name of a file")
    do throws(SystemError) {
      try PrivateFolder.make(folder)
    } catch {
      throw .failed(path: folder, reason: error.reason)
    }
    let file = try AtomicFile(path(of: run.id), ifExists: .replace)
    try file.write(run.json().encoded(isIndented: true).span)
    try file.commit()
  }

  /// A file that cannot be read as a run, and the reason as a sentence.
  package typealias DamagedFile = (path: String, sentence: String)

  /// All runs, oldest first, and the files that cannot be read as runs.
  ///
  /// Hidden files and files without the suffix `.json` are ignored. If the folder is missing, the
  /// list is empty.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of all runs.
  package func list() -> (runs: [BenchmarkRun], damaged: [DamagedFile]) {
    var runs: [BenchmarkRun] = []
    var damaged: [DamagedFile] = []
    do throws(RunStoreError) {
      for id in try ids() {
        do throws(RunStoreError) {
          runs.append(try read(id))
        } catch {
          damaged.append((path(of: id), error.message))
        }
      }
    } catch {
      damaged.append((folder, error.message))
    }
    return (runs, damaged)
  }

  /// The run that `reference` names.
  ///
  /// A reference is an id, `last`, a unique prefix of an id, or the name of a run. A name refers to
  /// the newest run with that name.
  ///
  /// - Throws: `unknown` with the most similar name, `ambiguous`, `empty`, `damaged`, or `failed`.
  package func load(_ reference: String) throws(RunStoreError) -> BenchmarkRun {
    switch try resolve(reference) {
    case .id(let id): try read(id)
    case .run(let run): run
    }
  }

  /// The id of the run that `reference` names; the file of the run may be damaged.
  ///
  /// - Throws: The errors of `load(_:)` except `damaged`.
  package func id(of reference: String) throws(RunStoreError) -> String {
    switch try resolve(reference) {
    case .id(let id): id
    case .run(let run): run.id
    }
  }

  /// Removes the run that `reference` names, even if its file is damaged, and returns the id.
  ///
  /// - Throws: The errors of `load(_:)` except `damaged`.
  @discardableResult
  package func remove(_ reference: String) throws(RunStoreError) -> String {
    let id = try id(of: reference)
    if let error = Platform.remove(path(of: id)) {
      throw .failed(path: path(of: id), reason: error.reason)
    }
    return id
  }
}

extension RunStore {
  private static let suffix = ".json"

  /// What a reference names: an id whose file has not been read yet, or a run that has been read.
  private enum Found {
    case id(String)
    case run(BenchmarkRun)
  }

  private func resolve(_ reference: String) throws(RunStoreError) -> Found {
    let ids = try ids()
    guard let newest = ids.last else { throw .empty(folder: folder) }
    if ids.contains(reference) { return .id(reference) }
    if reference == "last" { return .id(newest) }
    let candidates = reference.isEmpty ? [] : ids.filter { $0.hasPrefix(reference) }
    if let only = candidates.first, candidates.count == 1 { return .id(only) }
    var names: [String] = []
    for id in ids.reversed() {
      guard let run = try? read(id), let name = run.name else { continue }
      if name == reference { return .run(run) }
      names.append(name)
    }
    if candidates.count > 1 { throw .ambiguous(reference, ids: candidates) }
    throw .unknown(reference, nearest: Nearest.match(reference, among: names + ids.reversed()))
  }

  /// The ids of all run files, oldest first.
  private func ids() throws(RunStoreError) -> [String] {
    do throws(SystemError) {
      return try Platform.names(in: folder)
        .compactMap { String(validating: $0.bytes, as: UTF8.self) }
        .filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
        .map { String($0.dropLast(Self.suffix.count)) }.sorted()
    } catch {
      if error.isMissingFile { return [] }
      throw .failed(path: folder, reason: error.reason)
    }
  }

  private func read(_ id: String) throws(RunStoreError) -> BenchmarkRun {
    let path = path(of: id)
    func damaged(_ reason: String) -> RunStoreError { .damaged(path: path, reason: reason) }
    let bytes = try contents(of: path)
    let run: BenchmarkRun
    do {
      run = try BenchmarkRun(JSON(parsing: bytes))
    } catch let error as JSONError {
      throw damaged("it is not JSON: \(error.message)")
    } catch let error as RunError {
      throw damaged(error.message)
    } catch {
      throw damaged("\(error)")
    }
    if run.id != id {
      throw damaged(
        "the file contains the run \(run.id): rename the file to \(run.id)\(Self.suffix)")
    }
    return run
  }

  private func contents(of path: String) throws(RunStoreError) -> [UInt8] {
    var objection: String?
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try contents(of: path, objection: &objection)
    } catch {
      throw .damaged(path: path, reason: OutputError.phrase(error.reason))
    }
    if let objection { throw .damaged(path: path, reason: objection) }
    return bytes
  }

  /// The bytes of a file; if the file is not regular or is too large, sets `objection` to the
  /// reason instead.
  private func contents(
    of path: String, objection: inout String?
  ) throws(SystemError) -> [UInt8] {
    // Opening a named pipe without a writer must not block.
    let descriptor = try Platform.open(path, for: .readingWithoutWaiting)
    defer { Platform.close(descriptor) }
    let status = try FileStatus(of: descriptor)
    if !status.isRegular {
      objection = "it is not a regular file"
      return []
    }
    var (all, block): ([UInt8], [UInt8]) = ([], [])
    while max(status.size, all.count) <= Self.sizeLimit {
      try Platform.read(descriptor, upTo: FileOutput.capacity, into: &block)
      if block.isEmpty { return all }
      all += block
    }
    objection = "it is larger than \(Self.sizeLimit / 1_000_000) MB"
    return []
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
