internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal
internal import UnicodeText

/// Submits queries, and handles their answers.
extension LiveLoop {
  /// Submits the query on the screen, unless it was already submitted.
  ///
  /// - Returns: whether a new answer will arrive.
  @discardableResult
  func submit() -> Bool {
    updateSources()
    let query = state.query
    let identity = Self.identity(of: query)
    if identity == submitted { return false }
    submitted = identity
    let compiled: CompiledQuery
    do throws(SearchError) {
      do throws(QueryError) { try Workspace.checkLength(of: query) } catch { throw .query(error) }
      compiled = try CompiledQuery(checking: query)
    } catch {
      number += 1
      self.compiled = nil
      search.cancel()
      state.show(fault: Self.sentence(error, in: state.line.text))
      return false
    }
    if let last = self.compiled, last.findsTheSame(as: compiled) {
      if !state.isPending { state.renameResult() }
      return false
    }
    self.compiled = compiled
    number += 1
    locator.cancel()
    var parts: [LiveSearch.Part] = []
    searched = []
    for loaded in state.corpora {
      guard let scoped = compiled.scoped(to: loaded.fields) else { continue }
      searched.append(loaded)
      parts.append(LiveSearch.Part(source: loaded.source, query: scoped))
    }
    state.isPending = true
    let request = LiveSearch.Request(
      number: number, parts: parts, rows: max(1, view.layout.rows),
      cacheBytes: cacheBytes)
    if search.submit(request) { return true }
    (submitted, self.compiled) = (nil, nil)
    state.show(fault: "the system cannot create a thread for the search: type again to retry")
    return false
  }

  /// Updates open catalogs and followed files, so that the search finds added records, and no
  /// longer finds removed records.
  func updateSources() {
    guard followsSources else { return }
    var messages: [String] = []
    do {
      if let (corpora, moved) = try update(state.anchors, { messages.append($0) }) {
        state.replace(corpora, moved: moved)
        (submitted, compiled) = (nil, nil)
        undrawnSince = undrawnSince ?? Platform.monotonicNanoseconds()
      }
    } catch let error as ShellError {
      messages.append(error.message)
    } catch {
      messages.append("\(error)")
    }
    if !messages.isEmpty { state.notice = messages.joined(separator: "; ") }
  }

  /// The query without the whitespace that its strategy ignores.
  private static func identity(of query: Query) -> Query {
    var identity = query
    switch query.strategy.name {
    case "substring" where query.options.trims:
      identity.text = String(Whitespace.trimmed(query.text))
    case "prefix":
      let words = query.text.unicodeScalars.split { Whitespace.isWhiteSpace($0.value) }
      identity.text = words.map { String($0) }.joined(separator: " ")
    default: break
    }
    return identity
  }

  func takeAnswer() {
    let answer = search.takeAnswer()
    if let found = locator.takeAnswer() {
      state.take(found)
      // Clear the question, so that the user can ask the locator for the same hit again.
      if case .place = found.question { located = nil }
      undrawnSince = undrawnSince ?? Platform.monotonicNanoseconds()
    }
    guard let answer, answer.number == number else { return }
    switch answer.content {
    case .page(let rows): show(rows, isWhole: false)
    case .whole(let rows): show(rows, isWhole: true)
    case .fault(let error):
      compiled = nil
      state.show(fault: Self.sentence(error, in: state.line.text))
    }
    if let failure = state.result?.rows.takeFailure(), failure != .cancelled {
      state.notice = failure.message
    }
  }

  /// The error message, with the position of the error in the query.
  private static func sentence(_ error: SearchError, in text: String) -> String {
    guard case .query(let problem) = error else { return error.message }
    return problem.message + (problem.offset.map { " (at \(column(of: $0, in: text)))" } ?? "")
  }

  /// The number, from 1, of the character at a UTF-8 offset in `text`.
  private static func column(of offset: Int, in text: String) -> Int {
    String(decoding: text.utf8.prefix(offset), as: UTF8.self).count + 1
  }

  func show(_ rows: ResultRows, isWhole: Bool) {
    state.show(
      LiveResult(
        query: state.query, number: number, searched: searched, rows: rows, isWhole: isWhole))
  }

  /// Asks the locator for the number of the current hit, or for the position of the hit to go to.
  ///
  /// Does nothing if the locator has already received the question.
  func ask() {
    guard let question = state.question, let result = state.result else { return }
    if let located, located.question == question, located.result == result.number { return }
    located = (question, result.number)
    locator.submit(question, about: result.rows, of: result.number)
  }
}
