import Testing

@testable import Benchmarking

@Suite struct MachineTextTests {
  @Test(
    arguments: [
      (
        "processor\t: 0\nmodel\t\t: 17\nmodel name\t: AMD  EPYC \nmodel name : other\n", "AMD  EPYC"
      ),
      ("model name\t:\nmodel name\t: Second\r\n", "Second"), ("cpu : POWER9\n", "POWER9"),
      (
        "processor : 0\nCPU implementer : 0x41\nCPU part : 0xd0c\n",
        "ARM implementer 0x41 part 0xd0c"
      ),
      ("Hardware : BCM2835\nModel : Raspberry Pi 4", "Raspberry Pi 4"),
      ("model name: a: b", "a: b"),
      ("", nil), ("model name", nil), ("xmodel name : a", nil), ("CPU implementer : 0x41", nil),
    ] as [(String, String?)])
  func `the processor model is read`(text: String, model: String?) {
    #expect(ProcFile.processor(text) == model)
  }

  @Test(
    arguments: [
      ("VmPeak:\t 9 kB\nVmHWM:\t  5120 kB\nVmRSS: 1 kB\n", 5_242_880), ("VmHWM: 0 kB", 0),
      ("VmHWM: 5 MB", nil), ("VmHWM: -5 kB", nil), ("VmHWM: x kB", nil), ("VmHWM:", nil), ("", nil),
      ("VmHWM: 9223372036854775807 kB", nil), ("VmHWM: 99999999999999999999 kB", nil),
    ] as [(String, Int?)])
  func `peak memory is read`(text: String, bytes: Int?) {
    #expect(ProcFile.peakMemoryBytes(text) == bytes)
  }

  @Test(
    arguments: [
      (
        "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n",
        "Debian GNU/Linux 12 (bookworm)"
      ),
      ("PRETTY_NAME=Arch\n", "Arch"), ("PRETTY_NAME='a \\ b'", "a \\ b"),
      ("PRETTY_NAME=\"a \\\"b\\\" \\\\c\"", "a \"b\" \\c"), ("PRETTY_NAME=\"a", "\"a"),
      ("PRETTY_NAME=a\nPRETTY_NAME=b", "b"), ("PRETTY_NAME=", nil), ("PRETTY_NAME=\"\"", nil),
      ("#PRETTY_NAME=a", nil), ("", nil), ("PRETTY_NAME=\"", "\""),
    ] as [(String, String?)])
  func `the system name is read`(text: String, name: String?) {
    #expect(ProcFile.systemName(text) == name)
  }

  @Test(
    arguments: [
      ("max 100000\n", nil), ("150000 100000\n", 1.5), ("200000 100000", 2), ("0 100000", nil),
      ("-1 100000", nil), ("100000 0", nil), ("100000", nil), ("", nil), ("1 2 3", nil),
      ("x y", nil),
    ] as [(String, Double?)])
  func `the CPU limit in cpu.max is read`(text: String, quota: Double?) {
    #expect(ControlGroup.quota(max: text) == quota)
  }

  private func quota(_ membership: String, _ files: [String: String]) -> Double? {
    ControlGroup.quota(membership: membership) { files[$0] }
  }

  @Test func `the tightest CPU limit of a control group and its parents applies`() {
    let files = [
      "/sys/fs/cgroup/a/b/cpu.max": "max 100000", "/sys/fs/cgroup/a/cpu.max": "300000 100000",
      "/sys/fs/cgroup/cpu.max": "400000 100000",
    ]
    #expect(quota("0::/a/b\n", files) == 3)
    #expect(quota("0::/\n", files) == 4)
    #expect(quota("0::/c\n", files) == 4)
    #expect(quota("0::/../x\n", files) == 4)
    #expect(quota("0::/a/b\n", [:]) == nil)
  }

  @Test func `limits of control groups version 1 are also read`() {
    let files = [
      "/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us": "50000\n",
      "/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us": "100000\n",
      "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1", "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000",
      "/sys/fs/cgroup/cpu.max": "90000 100000",
    ]
    #expect(quota("4:cpu,cpuacct:/a\n3:memory:/b\n", files) == 0.5)
    #expect(quota("1:cpu:/\n2:cpuset:/a\n", files) == nil)
    #expect(quota("4:cpu,cpuacct:/a\n0::/\n", files) == 0.5)
    #expect(quota("no group\n:\n::\n0:name:/a\n", files) == nil)
  }

  @Test func `the build facts are read`() {
    let facts = BuildFacts("commit=1a2b3c4-dirty\nswift = 6.3.1\nother=1\nnonsense\nswift=\n")
    #expect(facts.commit == "1a2b3c4-dirty" && facts.swift == "6.3.1")
    #expect(BuildFacts("") == BuildFacts("\n=\n=x\n"))
    let beside = BuildFacts(beside: "/opt/bin/searchbench") { path in
      path == "/opt/bin/searchbench.built" ? "commit=abc" : nil
    }
    #expect(beside.commit == "abc" && beside.swift == nil)
    #expect(BuildFacts(beside: nil) { _ in "commit=abc" } == BuildFacts())
    #expect(BuildFacts(beside: "searchbench") { _ in "commit=abc" } == BuildFacts())
    #expect(
      BuildFacts(beside: "/searchbench") { $0 == "/searchbench.built" ? "commit=x" : nil }.commit
        == "x")
  }

  @Test func `a hardware counter that ran only part of the time is scaled up`() {
    typealias Reading = EventCounter.Reading
    let start = Reading(events: 100, enabled: 1_000, running: 1_000)
    #expect(Reading(events: 600, enabled: 2_000, running: 2_000).events(since: start) == 500)
    #expect(Reading(events: 600, enabled: 3_000, running: 2_000).events(since: start) == 1_000)
    #expect(Reading(events: 100, enabled: 3_000, running: 1_000).events(since: start) == nil)
    #expect(Reading(events: 50, enabled: 3_000, running: 2_000).events(since: start) == nil)
    #expect(Reading(events: .max, enabled: .max, running: 1_001).events(since: start) == nil)
  }
}
