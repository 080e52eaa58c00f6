import Testing

@testable import Cataloguing

@Suite struct VersionTests { @Test func `a version`() { #expect(SQLiteVersion.number > 3_000_000) } }
