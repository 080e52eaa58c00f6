@testable import Reporting

/// Charts of the sample runs, made once: each is a summary of many samples.
enum SampleCharts {
  /// With logarithmic axes, then with linear ones.
  static let all: [Chart] = [false, true].flatMap { isLinear in
    [
      SampleRuns.paper(), SampleRuns.hostile(), SampleRuns.search(), SampleRuns.load(),
      SampleRuns.many(),
    ].compactMap { Chart($0, isLinear: isLinear) }
  }
}
