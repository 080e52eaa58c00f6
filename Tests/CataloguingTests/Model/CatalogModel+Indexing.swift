import Cataloguing

/// The expected results of indexing files.
extension CatalogModel {
  mutating func add(_ path: String, _ options: SourceOptions) {
    let before = sources.first { $0.path == path }
    (touched, faults) = (0, 0)
    index(path, options)
    revertIfNothingWasIndexed(path, options, to: before)
    restore(isAddition: true) { $0.path == path }
  }

  private mutating func revertIfNothingWasIndexed(
    _ path: String, _ options: SourceOptions, to before: Source?
  ) {
    // If nothing was indexed, an existing source keeps its previous state, and a new source is
    // removed.
    if touched > 0 || faults == 0 || before?.options == options { return }
    guard let place = sources.firstIndex(where: { $0.path == path }) else { return }
    guard var before else {
      sources.remove(at: place)
      return
    }
    before.read = sources[place].read
    before.restoredByAdding = sources[place].restoredByAdding
    before.restoredByRefresh = sources[place].restoredByRefresh
    sources[place] = before
  }

  private mutating func index(_ path: String, _ options: SourceOptions) {
    if let place = sources.firstIndex(where: { $0.path == path }) {
      // A changed domain does not require reading the files again.
      var old = sources[place].options
      old.domain = options.domain
      if old != options { (sources[place].read, sources[place].indexed) = ([:], nil) }
      sources[place].domain = options.domain
      sources[place].options = options
      read(place, isForced: false, isAddition: true)
    } else {
      sources.append(Source(path: path, domain: options.domain, options: options))
      read(sources.count - 1, isForced: false, isAddition: true)
    }
  }

  mutating func refresh(maximumAge: Int?, isForced: Bool) {
    self.maximumAge = maximumAge ?? self.maximumAge
    // Decide which sources are due for a refresh before reading any source.
    let due = sources.indices.filter { place in
      let source = sources[place]
      let isOld = source.indexed.map { $0 > now || now - $0 >= self.maximumAge } ?? true
      return isOld || source.isUnfinished || source.lacksItems(at: now) || isForced
    }
    for place in due { read(place, isForced: isForced, isAddition: false) }
    restore(isAddition: false) { _ in true }
  }

  /// Reads a source again if it lacks items because of changes to other sources.
  private mutating func restore(isAddition: Bool, among isWanted: (Source) -> Bool) {
    let lacking = sources.indices.filter { place in
      let source = sources[place]
      return !source.isUnfinished && source.lacksItems(at: now) && isWanted(source)
    }
    for place in lacking { read(place, isForced: false, isAddition: isAddition) }
  }

  private mutating func read(_ place: Int, isForced: Bool, isAddition: Bool) {
    let (path, options) = (sources[place].path, sources[place].options)
    // Whether a file is unchanged depends on the state before any file is read.
    var before = sources[place]
    if isForced { before.read = [:] }
    if isAddition { for file in before.restoredByAdding { before.read[file] = nil } }
    for file in before.restoredByRefresh { before.read[file] = nil }
    if before.isExpired(at: now) {
      faults += 1
      return
    }
    let expires =
      options.expires?.secondsSince1970 ?? options.timeToLive.map { now + $0.wholeSeconds }
    let isFolder = folders.contains(path)
    sources[place].isUnfinished = true
    guard isFolder || disk[path] != nil else { return }
    let files =
      isFolder ? disk.keys.filter { $0.hasPrefix(path + "/") }.sorted { $0 < $1 } : [path]
    let records = files.filter { file in
      switch options.unit {
      case .record: true
      case .file: false
      case .auto: !isFolder || file.hasSuffix(".csv")
      }
    }
    let texts = files.filter { !records.contains($0) }
    var isWhole = true
    for file in records {
      if isUnchanged(file, before, expires) { continue }
      if !readRecords(file, place, expires) { isWhole = false }
    }
    // Decide which files are unchanged before reading any of them.
    let changed = texts.filter { !isUnchanged($0, before, expires) }
    for file in changed { startReading(file, place) }
    for file in changed {
      readText(file, place, expires, isFolder: isFolder)
    }
    if !isWhole { return }
    for (key, entry) in entries {
      if case .file(path, let file) = entry.origin, !files.contains(file) { remove(key) }
    }
    for (key, entry) in entries {
      entries[key]?.displaced = entry.displaced.filter { origin in
        if case .file(path, let file) = origin { files.contains(file) } else { true }
      }
    }
    sources[place].read = sources[place].read.filter { files.contains($0.key) }
    sources[place].restoredByAdding.formIntersection(files)
    sources[place].restoredByRefresh.formIntersection(files)
    sources[place].indexed = now
    sources[place].isUnfinished = false
  }

  /// Returns whether a file is unchanged since it was read; if it is, renews the expiry of its
  /// items.
  private mutating func isUnchanged(
    _ file: String, _ source: Source, _ expires: Int?
  ) -> Bool {
    guard let old = source.read[file], let new = disk[file],
      old.text.utf8.elementsEqual(new.text.utf8)
    else {
      return false
    }
    if source.options.timeToLive != nil {
      for key in keys(of: .file(source: source.path, path: file)) {
        entries[key]?.expires = expires
      }
    }
    return true
  }

  /// Forgets which items of a file are missing, because all its items are read again.
  private mutating func startReading(_ file: String, _ place: Int) {
    forgetDisplaced(of: .file(source: sources[place].path, path: file))
    sources[place].restoredByAdding.remove(file)
    sources[place].restoredByRefresh.remove(file)
  }

  private func keys(of origin: Origin) -> [Bytes] {
    entries.filter { $0.value.origin == origin }.sorted { $0.value.number < $1.value.number }
      .map(\.key)
  }

  /// Reads the records of a file; returns false if the file lacks a field that the options require.
  private mutating func readRecords(_ path: String, _ place: Int, _ expires: Int?) -> Bool {
    guard let file = disk[path] else { return false }
    let options = sources[place].options
    let named = [options.idField, options.titleField, options.keywordsField].compactMap { $0 }
    if !named.allSatisfy(file.names.contains) {
      faults += 1
      return false
    }
    touched += file.records.count
    startReading(path, place)
    let origin = Origin.file(source: sources[place].path, path: path)
    var known = keys(of: origin).filter { entries[$0]?.problem == nil }
    var met: Set<Bytes> = []
    for record in file.records {
      let attributes = ModelFile.attributes(record, file.names, options)
      if let field = options.idField {
        let id = record.cells.first { $0.name == field }?.text ?? ""
        if id.isEmpty || id.utf8.count > 4_096 { continue }
        met.insert(
          Bytes(put(id: id, origin, attributes, line: record.line, expires: expires).utf8))
      } else if let index = known.firstIndex(where: { entries[$0]?.has(attributes) == true }) {
        let key = known.remove(at: index)
        met.insert(key)
        entries[key]?.line = record.line
        entries[key]?.expires = expires
      } else {
        met.insert(
          Bytes(put(id: nil, origin, attributes, line: record.line, expires: expires).utf8))
      }
    }
    for key in keys(of: origin) where !met.contains(key) {
      remove(key)
      touched += 1
    }
    sources[place].read[path] = file
    return true
  }

  private mutating func readText(
    _ path: String, _ place: Int, _ expires: Int?, isFolder: Bool
  ) {
    guard let file = disk[path] else { return }
    touched += 1
    let source = sources[place].path
    let origin = Origin.file(source: source, path: path)
    let title =
      isFolder
      ? String(path.dropFirst(source.count + 1)) : String(path.split(separator: "/").last ?? "")
    var attributes = [(name: "title", text: title)]
    if file != .binary, !file.text.isEmpty { attributes.append(("content", file.text)) }
    let id = put(
      id: path, origin, attributes, line: 1, expires: expires,
      problem: file == .binary ? "a binary file" : nil)
    for key in keys(of: origin) where key != Bytes(id.utf8) { remove(key) }
    sources[place].read[path] = file == .binary ? nil : file
  }
}
