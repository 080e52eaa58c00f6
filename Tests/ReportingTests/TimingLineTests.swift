import Reporting
import Searching
import Testing

@Suite struct TimingLineTests {
  private func line(_ configure: (inout TimingLine) -> Void = { _ in }) -> String {
    var line = TimingLine(
      records: 1204, hits: 1377,
      phases: [
        .init("parse", 20_000), .init("plan", 10_000), .init("search", 11_840_000),
        .init("render", 530_000),
      ],
      searchNanoseconds: 11_840_000, work: .scanned(records: 1_204_000, bytes: 24_864_000),
      strategy: "substring", accessPath: "scan")
    configure(&line)
    return line.text()
  }

  @Test func `the timing line of a scan is as specified`() {
    #expect(
      line()
        == "1,204 records · 1,377 hits · 12.4 ms (parse 0.02 · plan 0.01 · search 11.8 · render 0.5)"
        + " · 1.2 M records, 2.1 GB/s · substring · scan")
  }

  @Test func `folding is a separate phase in the timing line`() {
    let text = line { $0.phases.insert(.init("fold", 1_500_000), at: 2) }
    #expect(text.contains("13.9 ms (parse 0.02 · plan 0.01 · fold 1.5 · search 11.8 · render 0.5)"))
  }

  @Test func `the timing line uses singular and plural, and can omit the hit count`() {
    let text = line {
      $0.records = 1
      $0.hits = 1
      $0.work = .scanned(records: 1, bytes: 0)
    }
    #expect(text.hasPrefix("1 record · 1 hit · 12.4 ms"))
    #expect(text.hasSuffix(" · 1 record · substring · scan"))
    #expect(line { $0.hits = nil }.hasPrefix("1,204 records · 12.4 ms"))
  }

  @Test func `the timing line reports narrowing, caching and stopping`() {
    let narrowed = line { $0.work = .narrowed(examined: 40, records: 2612) }
    #expect(narrowed.contains(" · narrowed: 40 of 2,612 records examined · substring"))
    #expect(line { $0.work = .cached }.contains(" · cached · substring"))
    #expect(line { $0.completion = .cancelled }.contains(" · canceled · substring"))
    #expect(line { $0.completion = .stoppedEarly }.contains(" · stopped early · substring"))
  }

  @Test func `times of long searches are in seconds`() {
    let text = line { $0.phases[2].nanoseconds = 12_000_000_000 }
    #expect(text.contains("12.0 s (parse <0.01 · plan <0.01 · search 12.0 · render <0.01)"))
  }

  @Test func `without UTF-8, vertical bars separate the parts of the timing line`() {
    let line = TimingLine(
      records: 2, hits: nil, phases: [], searchNanoseconds: 0, work: .scanned(records: 0, bytes: 0),
      strategy: "bool", accessPath: "scan")
    #expect(line.text(isUTF8: false) == "2 records | 0 ms | bool | scan")
  }
}
