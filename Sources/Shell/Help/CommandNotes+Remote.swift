extension CommandNotes {
  static let remote: [String: CommandNote] = [
    "attach": CommandNote(
      text: """
        The user comes from the URL (http://user@host), from --user, or from the file
        credentials (see the topic servers). The password is never shown.
        """,
      examples: [
        .failure(
          nil, ":attach http://127.0.0.1:1/demo.releases", code: 2, says: "it cannot be reached")
      ],
      related: ["servers", ":detach", ":publish"]),
    "detach": CommandNote(
      text: """
        The table on the server does not change.
        """,
      examples: [
        .failure(nil, ":detach releases", code: 2, says: "no corpus is called releases")
      ],
      related: ["servers", ":attach"]),
    "publish": CommandNote(
      text: """
        Searches find the new records only after all of them are stored and verified.
        With --replace, searches find the old records until the new ones are verified.
        """,
      examples: [
        .lines(
          nil, ":load corpora/macos-releases/macos-releases.csv",
          ":publish http://127.0.0.1:8123/demo.releases --explain", writes: "CREATE TABLE")
      ],
      related: ["servers", ":attach"]),
  ]
}
