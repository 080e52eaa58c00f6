import Terminal
import TestSupport
import Testing

private let sequences: [(String, [Key])] = [
  ("a", [.text("a")]),
  ("whale ship", [.text("whale ship")]),
  ("é漢😀e\u{301}", [.text("é漢😀e\u{301}")]),
  ("\r", [.enter]), ("\n", [.enter]), ("\u{1B}\r", [.altEnter]), ("\u{1B}\n", [.altEnter]),
  ("\t", [.tab]), ("\u{1B}[Z", [.backTab]), ("\u{7F}", [.backspace]), ("\u{8}", [.control("h")]),
  ("\u{1B}\u{7F}", [.altBackspace]), ("\u{1B}\u{8}", [.altBackspace]),
  ("\0", [.control(" ")]), ("\u{1}", [.control("a")]), ("\u{3}", [.control("c")]),
  ("\u{1A}", [.control("z")]), ("\u{1C}", [.control("\\")]), ("\u{1D}", [.control("]")]),
  ("\u{1E}", [.control("^")]), ("\u{1F}", [.control("_")]),
  ("\u{1B}c", [.alt("c")]), ("\u{1B}C", [.alt("C")]), ("\u{1B}é", [.alt("é")]),
  ("\u{1B}\u{3}", [.control("c")]), ("\u{1B}\t", [.tab]),
  // Sequences of xterm and most other terminals: normal mode, application mode, the keypad, and
  // keys with modifiers.
  ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
  ("\u{1B}[H", [.home]), ("\u{1B}[F", [.end]),
  ("\u{1B}OA", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}OC", [.right]), ("\u{1B}OD", [.left]),
  ("\u{1B}OH", [.home]), ("\u{1B}OF", [.end]), ("\u{1B}OM", [.enter]), ("\u{1B}OI", [.tab]),
  ("\u{1B}Op\u{1B}Oy\u{1B}On\u{1B}OX", [.text("09.=")]),
  ("\u{1B}[1~", [.home]), ("\u{1B}[7~", [.home]), ("\u{1B}[4~", [.end]), ("\u{1B}[8~", [.end]),
  ("\u{1B}[3~", [.delete]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]),
  ("\u{1B}[1;5C", [.wordRight]), ("\u{1B}[1;5D", [.wordLeft]), ("\u{1B}[1;3C", [.wordRight]),
  ("\u{1B}[1;3D", [.wordLeft]), ("\u{1B}[1;2C", [.right]), ("\u{1B}[1;2D", [.left]),
  ("\u{1B}[1;5A", [.up]), ("\u{1B}[1;9D", [.left]), ("\u{1B}[1;33D", [.wordLeft]),
  ("\u{1B}[1;5H", [.home]), ("\u{1B}[3;5~", [.delete]), ("\u{1B}[5;3~", [.pageUp]),
  ("\u{1B}O5C", [.wordRight]), ("\u{1B}O1;3D", [.wordLeft]),
  // Sequences of rxvt, which sends Alt as an additional Escape.
  ("\u{1B}Oc", [.wordRight]), ("\u{1B}Od", [.wordLeft]), ("\u{1B}Oa", [.up]),
  ("\u{1B}[a", [.up]), ("\u{1B}[c", [.right]), ("\u{1B}[d", [.left]),
  ("\u{1B}[3$", [.delete]), ("\u{1B}[3^", [.delete]), ("\u{1B}[3@", [.delete]),
  ("\u{1B}[7$", [.home]), ("\u{1B}\u{1B}[C", [.wordRight]), ("\u{1B}\u{1B}[D", [.wordLeft]),
  ("\u{1B}\u{1B}OD", [.wordLeft]), ("\u{1B}\u{1B}[A", [.up]),
  ("\u{1B}\u{1B}x", [.escape, .alt("x")]), ("\u{1B}\u{1B}\u{1B}[A", [.escape, .up]),
  // Sequences of kitty, and of xterm with modifyOtherKeys.
  ("\u{1B}[97u", [.text("a")]), ("\u{1B}[97;2u", [.text("A")]), ("\u{1B}[97;5u", [.control("a")]),
  ("\u{1B}[97;3u", [.alt("a")]), ("\u{1B}[97;4u", [.alt("A")]), ("\u{1B}[97;5:3u", []),
  ("\u{1B}[97:65;5:1u", [.control("a")]), ("\u{1B}[13u", [.enter]), ("\u{1B}[13;3u", [.altEnter]),
  ("\u{1B}[13;2u", [.enter]), ("\u{1B}[9;2u", [.backTab]), ("\u{1B}[27u", [.escape]),
  ("\u{1B}[127;3u", [.altBackspace]), ("\u{1B}[32;5u", [.control(" ")]),
  ("\u{1B}[57441u", []), ("\u{1B}[3u", []), ("\u{1B}[55296u", []),
  ("\u{1B}[99999999999999999999u", []),
  ("\u{1B}[1;5:3C", []), ("\u{1B}[1;5:2C", [.wordRight]),
  ("\u{1B}[27;5;97~", [.control("a")]), ("\u{1B}[27;3;13~", [.altEnter]),
  ("\u{1B}[27;6;47~", [.control("_")]),
  // Sequences that the decoder ignores: function keys, mouse events, focus events, terminal reports
  // and control strings.
  ("\u{1B}OP\u{1B}[15~\u{1B}[[A\u{1B}[2~\u{1B}[1;2P\u{1B}[11^", []),
  ("\u{1B}[M !!\u{1B}[<0;10;20m\u{1B}[<0;10;20m\u{1B}[32;10;20M", []),
  ("\u{1B}[I\u{1B}[O\u{1B}[?62;4c\u{1B}[24;80R\u{1B}[?2026;2$y\u{1B}[>0;276;0c", []),
  ("\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}]8;;x\u{1B}\\\u{1B}P1$r0m\u{1B}\\\u{1B}_G\u{1B}\\", []),
  ("\u{1B}[201~", []),
  ("\u{1B}[12;34!\u{1B}[Ax", [.up, .text("x")]), ("\u{1B}[1;\u{3}", [.control("c")]),
  ("\u{1B}O\u{1B}[A", [.up]), ("\u{1B}[1é", [.text("é")]), ("\u{1B}[[\r", [.enter]),
  ("\u{1B}]x\u{1B}[A", [.up]), ("ab\u{1B}[Acd", [.text("ab"), .up, .text("cd")]),
  // Bracketed pastes.
  (paste("one"), [.paste("one")]), (paste(""), []), (paste("\n"), []),
  (paste("a\r\nb\rc\nd\r\r\ne"), [.paste("a\nb\nc\nd\n\ne")]),
  (paste("a\tb\u{7}\u{3}c\u{85}\n"), [.paste("a\tbc")]),
  (paste("x\u{1B}[20y\u{1B}\u{1B}[2z"), [.paste("x[20y[2z")]),
  (paste("漢字😀"), [.paste("漢字😀")]),
  ("q" + paste("one") + "\r", [.text("q"), .paste("one"), .enter]),
]

private func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

/// The given keys, with adjacent text keys combined into one.
private func gathered(_ keys: [Key]) -> [Key] {
  keys.reduce(into: []) { result, key in
    if case .text(let more) = key, case .text(let text)? = result.last {
      result[result.count - 1] = .text(text + more)
    } else {
      result.append(key)
    }
  }
}

@Suite struct KeyDecoderTests {
  @Test func `every sequence decodes to its keys`() {
    for (bytes, keys) in sequences {
      var decoder = KeyDecoder()
      let decoded = decoder.feed(Array(bytes.utf8))
      #expect(decoded == keys, "\(bytes.debugDescription)")
      #expect(!decoder.isPending, "\(bytes.debugDescription)")
      let rest = decoder.flush()
      #expect(rest == [])
    }
  }

  @Test func `every sequence can arrive in two pieces or byte by byte`() {
    for (text, keys) in sequences {
      let bytes = Array(text.utf8)
      for cut in 0...bytes.count {
        var decoder = KeyDecoder()
        let pieces = decoder.feed(Array(bytes[..<cut])) + decoder.feed(Array(bytes[cut...]))
        #expect(gathered(pieces) == keys, "\(text.debugDescription) cut at \(cut)")
      }
      var decoder = KeyDecoder()
      let single = bytes.flatMap { decoder.feed([$0]) }
      #expect(gathered(single) == keys, "\(text.debugDescription)")
    }
  }

  @Test func `a sequence does not affect the next one`() {
    for (first, keys) in sequences {
      for (second, more) in sequences {
        var decoder = KeyDecoder()
        let both = decoder.feed(Array((first + second).utf8))
        #expect(both == gathered(keys + more), "\((first + second).debugDescription)")
      }
    }
  }

  @Test(
    arguments: [
      ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}[", [.alt("[")]),
      ("\u{1B}O", [.alt("O")]), ("\u{1B}O5", [.alt("O"), .text("5")]), ("\u{1B}]", [.alt("]")]),
      ("\u{1B}P", [.alt("P")]), ("\u{1B}\u{1B}[", [.escape, .alt("[")]), ("\u{1B}[1;", []),
      ("\u{1B}]x", []), ("\u{1B}]x\u{1B}", [.escape]), ("\u{1B}[M!", []), ("\u{1B}[[", []),
    ] as [(String, [Key])])
  func `an incomplete sequence is decoded by a flush`(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    let early = decoder.feed(Array(bytes.utf8))
    #expect(early == [])
    #expect(decoder.isPending)
    let late = decoder.flush()
    #expect(late == keys)
    #expect(!decoder.isPending)
    let next = decoder.feed([0x61])
    #expect(next == [.text("a")])
  }

  @Test func `only bytes that are not UTF-8 are dropped`() {
    let malformed: [[UInt8]] = [
      [0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xE6, 0xBC],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xC2, 0x9B],
    ]
    for bytes in malformed {
      var decoder = KeyDecoder()
      let keys = decoder.feed([0x61] + bytes + [0x62, 0xC3, 0xA9])
      #expect(keys == [.text("abé")], "\(bytes)")
    }
  }

  @Test func `a paste that stalls is delivered in several parts`() {
    var decoder = KeyDecoder()
    // Each step consists of input, the keys that the input completes, whether an incomplete
    // sequence is then pending, and the keys that a pause completes.
    let steps: [(String, [Key], Bool, [Key])] = [
      ("\u{1B}[200~one\n\u{1B}[20", [], true, [.paste("one")]),
      ("", [], false, []),
      ("1~\r", [.enter], false, []),
      ("\u{1B}[200~one\n", [], true, [.paste("one")]),
      ("two\u{1B}[201~\r", [.paste("\ntwo"), .enter], false, []),
    ]
    for (bytes, keys, isPending, paused) in steps {
      let fed = decoder.feed(Array(bytes.utf8))
      #expect(fed == keys)
      #expect(decoder.isPending == isPending)
      let flushed = decoder.flush()
      #expect(flushed == paused)
      #expect(!decoder.isPending)
    }
  }

  @Test func `a large paste is one key`() {
    let text = String(repeating: "0123456789 漢字\r\n", count: 4_000)
    var decoder = KeyDecoder()
    let keys = Array(paste(text).utf8).flatMap { decoder.feed([$0]) }
    let lines = Array(repeating: "0123456789 漢字", count: 4_000)
    #expect(keys == [.paste(lines.joined(separator: "\n"))])
  }

  @Test func `random input never crashes and never gives control characters as text`() {
    var random = SeededGenerator(seed: 5)
    let favourites = Array("\u{1B}\u{1B}\u{1B}[[O;:~$^<?0123M]\\u\u{7}\r\n".utf8)
    var decoder = KeyDecoder()
    for _ in 0..<3_000 {
      let bytes = (0..<random.below(12)).map { _ in
        random.oneIn(2) ? random.pick(favourites) : UInt8(random.below(256))
      }
      for key in decoder.feed(bytes) + (random.oneIn(4) ? decoder.flush() : []) {
        switch key {
        case .text(let text): #expect(!text.isEmpty && !hasControls(text, but: []))
        case .paste(let text): #expect(!text.isEmpty && !hasControls(text, but: ["\n", "\t"]))
        case .alt(let character): #expect(!hasControls(String(character), but: []))
        default: break
        }
      }
      if random.oneIn(10) { decoder = KeyDecoder() }
    }
  }

  private func hasControls(_ text: String, but allowed: [Unicode.Scalar]) -> Bool {
    text.unicodeScalars.contains {
      $0.properties.generalCategory == .control && !allowed.contains($0)
    }
  }

  @Test func `SGR reports of the mouse are clicks and the wheel`() {
    var decoder = KeyDecoder()
    let keys = decoder.feed(
      Array("\u{1B}[<0;5;7M\u{1B}[<0;5;7m\u{1B}[<64;1;1M\u{1B}[<65;1;1M".utf8))
    #expect(keys == [.click(row: 6, column: 4), .wheelUp, .wheelDown])
    // The decoder ignores other buttons, movements and malformed reports.
    #expect(decoder.feed(Array("\u{1B}[<2;5;7M\u{1B}[<35;5;7M\u{1B}[<0;5M\u{1B}[<M".utf8)) == [])
  }
}
