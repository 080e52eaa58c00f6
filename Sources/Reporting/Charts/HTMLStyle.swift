/// The style sheet of all HTML pages.
enum HTMLStyle {
  static let text = """

    :root { --page: #f6f7f9; --card: #ffffff; --ink: #1b1f24; --soft: #57606a; --rule: #d8dde3;
      --accent: #0a5ea8; --warn: #8a4b00; --stripe: #f8f9fb; }
    @media (prefers-color-scheme: dark) {
      :root { --page: #0c0f13; --card: #12161c; --ink: #e6e9ed; --soft: #a3adb8; --rule: #2a313a;
        --accent: #6cb6ff; --warn: #f0b93a; --stripe: #161b22; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--ink);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
    main { max-width: 66rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
    h2 { font-size: 1.05rem; margin: 2.25rem 0 .6rem; }
    header p { margin: .15rem 0; overflow-wrap: anywhere; }
    .name { font-size: 1.1rem; font-weight: 600; }
    .soft, figcaption, caption { color: var(--soft); }
    .warning { color: var(--warn); font-weight: 600; }
    code { font: .92em ui-monospace, Menlo, Consolas, monospace; }
    figure { margin: 1.5rem 0 0; }
    figure svg { display: block; width: 100%; height: auto; border: 1px solid var(--rule);
      border-radius: 8px; }
    figcaption { font-size: .87rem; margin-top: .5rem; }
    .scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--rule);
      border-radius: 8px; }
    .scroll:focus-visible, button:focus-visible { outline: 2px solid var(--accent);
      outline-offset: 2px; }
    table { border-collapse: collapse; width: 100%; font-size: .87rem; }
    caption { text-align: left; padding: .6rem .75rem; font-size: .87rem; overflow-wrap: anywhere; }
    th, td { padding: .35rem .75rem; text-align: left; vertical-align: top; white-space: nowrap;
      border-top: 1px solid var(--rule); }
    thead th { border-top: 0; border-bottom: 1px solid var(--rule); color: var(--soft);
      font-weight: 600; }
    caption + thead th { border-top: 1px solid var(--rule); }
    td.text { white-space: normal; min-width: 8rem; max-width: 18rem; overflow-wrap: anywhere; }
    .number { text-align: right; font-variant-numeric: tabular-nums; }
    tbody tr:nth-child(even) { background: var(--stripe); }
    th button { all: unset; cursor: pointer; padding-right: 1.1em; position: relative; }
    th button::after { content: "↕"; position: absolute; right: 0; opacity: .45; }
    th[aria-sort="ascending"] button::after { content: "↑"; opacity: 1; }
    th[aria-sort="descending"] button::after { content: "↓"; opacity: 1; }
    th button:hover, th[aria-sort] button { color: var(--ink); }
    ul { margin: .6rem 0; padding-left: 1.2rem; }
    li { overflow-wrap: anywhere; }
    .scroll + ul { color: var(--soft); font-size: .9rem; }
    @media print { body { background: none; } main { padding: 0; } }

    """
}
