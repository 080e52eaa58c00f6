/// A step of the tour: an explanation, and the command line that runs after it.
struct TourStep: Sendable {
  let text: String
  let line: String

  static let all: [TourStep] = [
    TourStep(
      text: """
        The corpus is loaded: the names of Unicode characters, one record each. A line
        that you type is a query. A query finds the records that contain its text
        anywhere in a field; case and accents do not matter. The hits are highlighted.
        """, line: "double arrow"),
    TourStep(
      text: """
        A line that starts with a colon is a command; :help lists the commands. :prefix
        finds prefixes of words, in any order. Here, one word starts with gre, one with
        let, and one with alp.
        """, line: ":prefix gre let alp"),
    TourStep(
      text: """
        :bool combines words with AND, OR, NOT and parentheses. Put a phrase in quotes.
        This query finds everything Greek that is not a small letter.
        """, line: #":bool GREEK AND NOT "SMALL LETTER""#),
    TourStep(
      text: """
        :regex takes a regular expression (RE2 syntax, fast on any text). ^ and $ match
        at the ends of a field. These names start with UPWARDS or DOWNWARDS and end
        with ARROW.
        """, line: ":regex ^(UP|DOWN)WARDS .*ARROW$"),
    TourStep(
      text: """
        :within searches only the records of the last result. (:within is not faster: a
        query that narrows the last query is always fast.) This query finds the white
        arrows in the last result.
        """, line: ":within white"),
    TourStep(
      text: """
        Each row is a record, and :show N shows the whole record. :next and :prev go
        from hit to hit. :open N opens your editor at the line of the record.
        """, line: ":show 1"),
    TourStep(
      text: """
        :explain shows how a query is read, how it is run, and how many records it
        examines. The line below each result shows the time of each phase. The search
        time does not include the display of results.
        """, line: ":explain double arrow"),
    TourStep(
      text: """
        :export hits.csv writes the last result to a file, and - is standard output.
        :pipe feeds the result to a program. :save NAME saves the query.
        """, line: ":export - --format csv --limit 3"),
  ]

  /// The text that is shown after the last step of the tour.
  static let farewell = """
    That was the tour. :live searches as you type, :compare and :bench measure, and
    :session saves your corpora and settings. :help NAME explains a command.
    """
}
