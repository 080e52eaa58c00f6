import Testing

@testable import Shell

@Suite struct ProgressTests {
  @Test func `a bar shows the percentage, the rate and the remaining time`() {
    #expect(
      ProgressText.line(
        label: "loading", done: 250_000_000, total: 1_000_000_000, nanoseconds: 500_000_000)
        == "loading [#####               ] 25 % · 500 MB/s · ~2 s")
  }

  @Test func `a bar stays within its brackets`() {
    let none = ProgressText.line(label: "x", done: 0, total: 10, nanoseconds: 1)
    #expect(none.hasPrefix("x [                    ] 0 % · "))
    let over = ProgressText.line(label: "x", done: 20, total: 10, nanoseconds: 1_000_000_000)
    #expect(over == "x [####################] 100 % · 20 B/s · ~0 s")
  }

  @Test func `work without bytes shows the current item and the remaining time`() {
    #expect(
      ProgressText.line(
        label: "measuring", share: 0.5, remaining: 6_500_000_000, current: "n 20,000")
        == "measuring [##########          ] 50 % · n 20,000 · ~7 s")
    #expect(
      ProgressText.line(label: "measuring", share: 2, remaining: nil, current: "")
        == "measuring [####################] 100 %")
  }

  @Test(arguments: [nil, 0])
  func `without a known size, progress shows a count`(total: Int?) {
    #expect(
      ProgressText.line(label: "loading", done: 3_000_000, total: total, nanoseconds: 1_000_000_000)
        == "loading 3.0 MB · 3.0 MB/s")
  }

  @Test(arguments: ProgressStyle.allCases)
  func `no progress bar is drawn for work that ends early`(style: ProgressStyle) {
    var drawn: [String] = []
    let bar = ProgressBar("loading", style: style, width: 80) { drawn.append($0) }
    bar.update(done: 1, total: 2)
    bar.finish()
    #expect(drawn.isEmpty)
  }

  @Test func `a bar appears after half a second, ten times a second, and is erased at the end`() {
    var drawn: [String] = []
    var now: UInt64 = 1_000
    let bar = ProgressBar(
      "loading", style: .auto, width: 12, clock: { now }, draw: { drawn.append($0) })
    for (time, share) in [(499, 10), (500, 20), (599, 30), (600, 40)] {
      now = 1_000 + UInt64(time) * 1_000_000
      bar.update(done: share, total: 100)
    }
    #expect(drawn == ["\rloading [##\u{1B}[K", "\rloading [##\u{1B}[K"])
    bar.finish()
    bar.finish()
    #expect(drawn.dropFirst(2) == ["\r\u{1B}[K"])
  }

  @Test func `the progress style plain prints a line every ten seconds`() {
    var drawn: [String] = []
    var now: UInt64 = 0
    let bar = ProgressBar("x", style: .plain, width: 12, clock: { now }, draw: { drawn.append($0) })
    for second in 0...21 {
      now = UInt64(second) * 1_000_000_000
      bar.update(done: second * 1_000_000, total: nil)
    }
    bar.finish()
    #expect(drawn == ["x 10.0 MB · 1.0 MB/s\n", "x 20.0 MB · 1.0 MB/s\n"])
  }
}
