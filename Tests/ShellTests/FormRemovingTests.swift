import Testing

@testable import Shell

@Suite struct FormRemovingTests {
  @Test(arguments: [
    ("--time 5ms -q a x", "-q a x"), ("--time=5ms -q a", "-q a"), ("-q --time x", "-q --time x"),
    ("-qa --name n --force x", "-qa x"), ("x -- --time y", "x -- --time y"),
    ("-i --quick", "-i --quick"),
    ("--sample 5 --output a.csv", "--sample 5"),
    ("--alias-field --name --name b", "--alias-field --name"),
    ("- --format csv", "-"), ("", ""),
  ])
  func `options and their values are removed, and values that look like options are kept`(
    words: String, kept: String
  ) {
    let removed: Set = ["--time", "--name", "--force", "--output", "--format"]
    let rest = BenchSearchArguments.form.removing(
      removed, from: words.split(separator: " ").map(String.init))
    #expect(rest == kept.split(separator: " ").map(String.init))
  }
}
