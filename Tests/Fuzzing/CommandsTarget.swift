internal import Reporting
internal import TestSupport

@testable internal import Shell

extension FuzzTarget {
  /// An input chooses a command and contains one argument per line.
  ///
  /// Commands are parsed, but not run.
  static let commands = FuzzTarget(
    name: "commands", oracle: "words that are quoted and split again are the same"
  ) { input in
    var input = input
    let type = input.pick(forms)
    let place: CommandPlace = input.flag() ? .prompt : .program
    let text = String(decoding: input.remainder(), as: UTF8.self)
    var words = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
    if words.last == "" { words.removeLast() }
    checkParsing(type, words, place)
    checkQuoting(words)
    checkSplitting(text)
    _ = InputLine(text)
    do throws(QuotedText.Problem) {
      expectEqual(try QuotedText.text(of: QuotedText.quoted(text)), text, "quoted text")
    } catch {
      fail("\(error): \(Array(text.utf8))")
    }
  }
}

/// The arguments of each subcommand of the program and each command of the prompt.
private let forms: [any Arguments.Type] = {
  var all: [any Arguments.Type] = [
    WorkbenchArguments.self, SearchRequest.self, SQLArguments.self, CountArguments.self,
    HistogramArguments.self, CompareArguments.self, LiveArguments.self, PublishArguments.self,
    OpenArguments.self, DoctorRun.Request.self, HelpArguments.self,
  ]
  for entry in CommandCatalog.all {
    switch entry.body {
    case .command(let type): all.append(type)
    case .family(let family): for member in family.members { all.append(member) }
    case .strategy: break
    }
  }
  return all
}()

private func checkParsing<Values: Arguments>(
  _ type: Values.Type, _ words: [String], _ place: CommandPlace
) {
  do {
    if case .values = try type.form.parse(words, at: place) { return }
  } catch let error as ShellError {
    // A program that reads messages line by line would read a message with a line feed as two
    // messages.
    expect(!error.message.isEmpty, "no message for \(type): \(words)")
    expect(error.exitCode == ExitStatus.usage || error.exitCode == ExitStatus.failure, "\(error)")
  } catch {
    expect(!"\(error)".isEmpty, "no message for \(type): \(words)")
  }
}

private func checkQuoting(_ words: [String]) {
  let line = words.map { CommandWords.quoted($0) }.joined(separator: " ")
  do throws(CommandWords.Unfinished) {
    let split = try CommandWords(line)
    expectEqual(split.words.map(\.text), words, "split again: \(Array(line.utf8))")
    expect(!split.words.contains { $0.startsWithTilde }, "a home folder: \(Array(line.utf8))")
  } catch {
    fail("\(error): \(Array(line.utf8))")
  }
}

private func checkSplitting(_ text: String) {
  do throws(CommandWords.Unfinished) {
    let words = try CommandWords(text).words
    var end = 0
    for word in words {
      expect(word.range.lowerBound >= end, "overlapping words: \(Array(text.utf8))")
      end = word.range.upperBound
    }
    expect(end <= text.utf8.count, "a word ends after the text: \(Array(text.utf8))")
    checkQuoting(words.map(\.text))
  } catch {
    expect((0..<text.utf8.count).contains(error.offset), "\(error): \(Array(text.utf8))")
  }
}
