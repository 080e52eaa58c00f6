import Corpora
import Searching
import TestSupport
import Testing

// Tests of the command-line program with the cluster.
extension AttachingClusterTests {
  private static let file = #"""
    name,note
    alpha,"it's ""quoted"""
    beta,back\slash
    Größe,漢字
    alphabet,"two
    lines"

    """#

  @Test func `the program publishes a file, and a search of the table equals a search of the file`()
    throws
  {
    let table = try ClusterTable("program")
    let folder = try ScratchFolder()
    let file = try folder.write(Self.file, to: "file.csv")
    let program = try BinaryUnderTest()
    let url = "\(table.nodes[0])/default.\(table.name)"
    let publish = ["publish", url, file, "--cluster", table.cluster.name]
    let nodes = table.nodes.flatMap { ["--node", $0] }
    let first = try program.run(publish + nodes)
    #expect(first.exitStatus == 0, "\(first.error)")
    let again = try program.run(publish + nodes)
    #expect(again.exitStatus == 2)
    #expect(again.error.contains("--replace or --append"))
    #expect(try program.run(publish + nodes + ["--replace"]).exitStatus == 0)
    #expect(try program.run(publish + nodes + ["--replace", "--append"]).exitStatus == 64)
    for query in ["alpha", "GROSSE", "it's", "\\", "漢", "none"] {
      for options in [
        ["--format", "csv"], ["--format", "jsonl"], ["-c"], ["-v", "--format", "csv"],
        ["--limit", "1", "--format", "csv"], ["-s", "prefix", "--format", "jsonl"], ["-q"],
        ["--where", "name LIKE '%e%' OR note = 'back\\slash'", "--format", "csv"],
        ["--sort", "name desc", "--format", "jsonl"], ["--where", "record > 1", "-c"],
        ["--where", "hits > 0", "--sort", "note", "--limit", "2", "--format", "csv"],
      ] {
        let words = ["search"] + options + ["-I", "--", query]
        let near = try program.run(words + [file])
        let far = try program.run(words + [url])
        #expect(far.output == near.output, "\(words)")
        #expect(far.exitStatus == near.exitStatus, "\(words): \(far.error)")
      }
    }
  }

  @Test func `the program counts matches for each published file`() throws {
    let table = try ClusterTable("files")
    let folder = try ScratchFolder()
    try folder.write("alpha\nbeta\nalphabet\n", to: "texts/a.txt")
    try folder.write("gamma\n", to: "texts/b.txt")
    try folder.write("ALPHA\n", to: "texts/c's.txt")
    let program = try BinaryUnderTest()
    let url = "\(table.nodes[0])/default.\(table.name)"
    let nodes = table.nodes.flatMap { ["--node", $0] }
    let published = try program.run(
      ["publish", url, "texts", "--cluster", table.cluster.name] + nodes, directory: folder.path)
    #expect(published.exitStatus == 0, "\(published.error)")
    for options in [
      ["-c"], ["-l"], ["--total"], ["-n"], ["-v", "-c"], ["-o"], ["-m", "1"],
      ["-C", "1"], ["-A", "1"], ["-B", "2", "-n"], ["-v", "-C", "1"], ["-C", "1", "--limit", "1"],
      ["--where", "text LIKE 'alpha%'"], ["--where", "line > 1", "-C", "1"], ["--sort", "text"],
    ] {
      let near = try program.run(
        ["search"] + options + ["alpha", "texts"], directory: folder.path)
      let far = try program.run(["search"] + options + ["alpha", url], directory: folder.path)
      #expect(near.exitStatus == 0, "\(options): \(near.error)")
      #expect(far.output == near.output, "\(options): \(far.error)")
      #expect(far.exitStatus == near.exitStatus, "\(options)")
    }
  }

  @Test func `SQL over a table gives the same results as over the file`() throws {
    let table = try ClusterTable("sql")
    let folder = try ScratchFolder()
    let kinds = ["a b", "it's", "ü", ""]
    let rows = (0..<500).map { "\($0 * 7 % 60),\(kinds[$0 % 4]),text \($0)\n" }
    let file = try folder.write("n,kind,t\n" + rows.joined(), to: "file.csv")
    let program = try BinaryUnderTest()
    let url = "\(table.nodes[0])/default.\(table.name)"
    let published = try program.run(
      ["publish", url, file, "--cluster", table.cluster.name]
        + table.nodes.flatMap { ["--node", $0] })
    #expect(published.exitStatus == 0, "\(published.error)")
    for sql in [
      "SELECT count(*) FROM records", "SELECT count(*) FROM search('text 1')",
      "SELECT kind, count(*), avg(n), min(t) FROM records GROUP BY kind ORDER BY kind",
      "SELECT record, line, n FROM search('u', 'prefix') WHERE n > 30 ORDER BY n, record LIMIT 5",
      "SELECT t FROM records WHERE kind = 'it''s' AND t LIKE '%9%' ORDER BY t DESC",
      "SELECT typeof(n), typeof(kind), hits FROM search('text') LIMIT 2",
      "SELECT nothing FROM records",
    ] {
      let near = try program.run(["sql", "--format", "csv", sql, file])
      let far = try program.run(["sql", "--format", "csv", sql, url])
      #expect(far.output == near.output, "\(sql): \(far.error)")
      #expect(far.exitStatus == near.exitStatus, "\(sql)")
      let lines = [
        ":set format csv", "1", ":export -", ":count by n, kind", ":where n > 20", ":count by kind",
        ":sort kind, n desc", ":within 2", ":sql \(sql)",
      ].flatMap { ["-c", $0] }
      let loaded = try program.run(["--no-rc", "-c", ":load \(file) --as r"] + lines)
      let attached = try program.run(["--no-rc", "-c", ":attach \(url) --as r"] + lines)
      #expect(attached.output == loaded.output, "\(sql): \(attached.error)")
      #expect(attached.exitStatus == loaded.exitStatus, "\(sql)")
    }
    for options in [
      ["--by", "kind"], ["--by", "n,kind", "--top", "5"], ["--by", "none"], ["-v", "--by", "t"],
      ["--by", "kind", "--limit", "7"], ["-s", "regex", "--by", "kind"], [],
    ] {
      let words = ["count"] + options + ["text 1"]
      let near = try program.run(words + [file])
      let far = try program.run(words + [url])
      #expect(far.output == near.output, "\(words): \(far.error)")
      #expect(far.exitStatus == near.exitStatus, "\(words)")
    }
    let compared = try program.run(["compare", "--runs", "2", "--allow-debug", "9", file, url])
    #expect(compared.exitStatus == 0, "\(compared.error)")
    #expect(compared.output.contains("file (remote)"), "\(compared.output)")
    #expect(!compared.output.contains("differ"), "\(compared.output)")
    let timed = try program.run([
      "bench", "search", "-q", "9", "--strategies", "substring", "--contenders", "none", "--quick",
      "--no-store", "--allow-debug", "--format", "csv", file, url,
    ])
    #expect(timed.exitStatus == 0, "\(timed.error)")
    #expect(timed.output.contains("file (remote)"), "\(timed.output)")
  }

  @Test func `a script can attach, search and detach a table`() throws {
    let table = try ClusterTable("script")
    let rows = [["alpha"], ["beta"], ["alphabet"]]
    let local = Searcher(Corpus(name: "c", fields: [Field("text")], rows: rows))
    try table.publish(local)
    let url = "\(table.nodes[0])/default.\(table.name)"
    let program = try BinaryUnderTest()
    func run(_ lines: String...) throws -> BinaryUnderTest.Result {
      try program.run(["--no-rc"] + lines.flatMap { ["-c", $0] })
    }
    let found = try run(":attach \(url) --as far", "alpha")
    #expect(found.exitStatus == 0, "\(found.error)")
    #expect(found.output.contains("alphabet"))
    let detached = try run(":attach \(url) --as far", ":detach far", "alpha")
    #expect(detached.exitStatus != 0)
    #expect(!detached.output.contains("alphabet"))
    let missing = try run(":detach far")
    #expect(missing.exitStatus != 0)
  }

  @Test func `a certificate is checked`() throws {
    let table = try ClusterTable("secure")
    let program = try BinaryUnderTest()
    try table.publish(Searcher(Corpus(name: "c", fields: [Field("text")], rows: [["alpha"]])))
    let (node, certificate) = table.cluster.secure
    func run(_ node: String, _ certificate: String? = nil) throws -> BinaryUnderTest.Result {
      try program.run(
        ["search", "alpha", "\(node)/default.\(table.name)"],
        environment: certificate.map { ["SSL_CERT_FILE": $0] } ?? [:])
    }
    let trusted = try run(node, certificate)
    #expect(trusted.exitStatus == 0, "\(trusted.error)")
    #expect(trusted.output.contains("alpha"))
    // One connection does not trust the self-signed certificate. The other connection uses a host
    // name that the certificate does not contain.
    let name = node.split(separator: ":").last ?? ""
    for refused in [try run(node), try run("https://localhost:\(name)", certificate)] {
      #expect(refused.exitStatus == 2)
      #expect(refused.output.isEmpty)
      #expect(refused.error.contains("the TLS connection was refused"), "\(refused.error)")
    }
  }

  @Test func `a table that cannot be searched is refused, and no password is printed`() throws {
    let table = try ClusterTable("refusals")
    let program = try BinaryUnderTest()
    let folder = try ScratchFolder()
    let host = table.nodes[0].split(separator: "/")[1]
    let url = "http://default:s3cret@\(host)/default.\(table.name)"
    let wrong = try program.run(["search", "a", url])
    #expect(wrong.exitStatus == 2)
    #expect(wrong.error.contains("refuses the user or the password"))
    #expect(!(wrong.error + wrong.output).contains("s3cret"))
    let variable = try program.run(
      ["search", "a", "\(table.nodes[0])/default.\(table.name)"],
      environment: ["SEARCHBENCH_PASSWORD": "s3cret"])
    #expect(variable.exitStatus == 2)
    #expect(!(variable.error + variable.output).contains("s3cret"))
    let missing = try program.run(["search", "a", "\(table.nodes[0])/default.none"])
    #expect(missing.exitStatus == 2)
    #expect(missing.error.contains("there is no table default.none"))
    #expect(try program.run(["search", "a", "\(table.nodes[0])/"]).exitStatus == 64)
    // A credentials file that other users can read is refused.
    try folder.write("\(table.nodes[0]) default s3cret\n", to: "searchbench/credentials")
    try folder.run("chmod 644 searchbench/credentials")
    let open = try program.run(
      ["search", "a", "\(table.nodes[0])/default.none"],
      environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(open.exitStatus == 2)
    #expect(open.error.contains("chmod 600"))
    #expect(!(open.error + open.output).contains("s3cret"))
  }
}
