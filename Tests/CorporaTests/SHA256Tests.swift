import Testing

@testable import Corpora

@Suite struct SHA256Tests {
  private func digest(_ text: String, step: Int = .max) -> String {
    var digest = SHA256()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: min(step, max(bytes.count, 1))) {
      digest.update(Array(bytes[start...].prefix(step)).span)
    }
    return SHA256.hexadecimal(digest.finalized())
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        + "lmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `the SHA-256 standard's examples have the expected digests`(text: String, expected: String) {
    for step in [1, 3, 55, 56, 63, 64, 65, 1_000] { #expect(digest(text, step: step) == expected) }
  }

  @Test func `the processor's instructions and portable code give the same digests`() {
    for count in 0...300 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ count) }
      var fast = SHA256()
      var plain = SHA256(usesInstructions: false)
      fast.update(bytes.span)
      plain.update(bytes.span)
      #expect(fast.finalized() == plain.finalized())
    }
  }

  @Test func `a million letters a have the expected digest`() {
    #expect(
      digest(String(repeating: "a", count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
