@testable import Reporting

/// Charts of the sample runs, created once because each summarizes many samples.
enum SampleCharts {
  /// All charts with logarithmic axes, then with linear ones.
  static let all: [Chart] = [false, true].flatMap { isLinear in
    [
      SampleRuns.paper(), SampleRuns.hostile(), SampleRuns.search(), SampleRuns.load(),
      SampleRuns.many(),
    ].compactMap { Chart($0, isLinear: isLinear) }
  }
}
