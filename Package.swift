// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "searchbench",
  products: [
    .executable(name: "searchbench", targets: ["searchbench"]),
    .library(name: "Searching", targets: ["Searching", "Corpora", "UnicodeText"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // Rooms of C and C++: each hides one library or one set of calls behind a plain C header.
    .target(name: "CKernels"),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CRegex", linkerSettings: [.linkedLibrary("re2")]),
    .target(name: "CEdit", linkerSettings: [.linkedLibrary("edit")]),

    // The engine, in one direction.
    .target(name: "UnicodeText", dependencies: ["CKernels"]),
    .target(name: "Corpora", dependencies: ["UnicodeText", "CKernels", "CZlib"]),
    .target(name: "Searching", dependencies: ["Corpora", "UnicodeText", "CKernels", "CRegex"]),

    // The workbench.
    .target(name: "Reporting", dependencies: ["Searching", "Corpora", "UnicodeText"]),
    .target(name: "Terminal", dependencies: ["CEdit", "UnicodeText"]),
    .target(
      name: "Shell",
      dependencies: [
        "Terminal", "Reporting", "Searching", "Corpora", "UnicodeText", argumentParser,
      ]),
    .executableTarget(name: "searchbench", dependencies: ["Shell", argumentParser]),

    // Tests.
    .target(
      name: "CTestSupport", path: "Tests/CTestSupport", linkerSettings: [.linkedLibrary("util")]),
    .executableTarget(
      name: "terminal-demo", dependencies: ["Terminal"], path: "Tests/TerminalDemo"),
    .target(
      name: "TestSupport", dependencies: ["Searching", "Corpora", "UnicodeText", "CTestSupport"],
      path: "Tests/TestSupport"),
    .testTarget(name: "UnicodeTextTests", dependencies: ["UnicodeText", "TestSupport"]),
    .testTarget(name: "CorporaTests", dependencies: ["Corpora", "UnicodeText", "TestSupport"]),
    .testTarget(
      name: "SearchingTests", dependencies: ["Searching", "Corpora", "UnicodeText", "TestSupport"],
      exclude: ["Vectors"]),
    .testTarget(
      name: "ReportingTests",
      dependencies: ["Reporting", "Searching", "Corpora", "UnicodeText", "TestSupport"]),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", "TestSupport", "UnicodeText", "terminal-demo"]),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "Shell", "Terminal", "Reporting", "Searching", "Corpora", "UnicodeText", "TestSupport",
        argumentParser,
      ]),
    .testTarget(
      name: "TranscriptTests", dependencies: ["TestSupport", "searchbench"],
      exclude: ["Transcripts"]),
  ],
  cxxLanguageStandard: .cxx17
)

let rooms = ["CKernels", "CZlib", "CRegex", "CEdit", "CTestSupport"]
for target in package.targets where !rooms.contains(target.name) {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ]
}
