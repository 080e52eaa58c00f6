/// The script of an HTML report: a click on a heading sorts the table by that column.
enum HTMLScript {
  /// The text of the script.
  ///
  /// The script sorts stably, and compares numbers by the attribute `data-value`. Rows whose cells
  /// lack this attribute come last.
  static let text = """

    "use strict";
    for (const table of document.querySelectorAll("table.sortable")) {
      const headings = [...table.tHead.rows[0].cells];
      const body = table.tBodies[0];
      headings.forEach((heading, column) => {
        heading.querySelector("button").addEventListener("click", () => {
          const isAscending = heading.getAttribute("aria-sort") !== "ascending";
          for (const other of headings) other.removeAttribute("aria-sort");
          heading.setAttribute("aria-sort", isAscending ? "ascending" : "descending");
          const isNumber = heading.classList.contains("number");
          const key = (row) => {
            const cell = row.cells[column];
            if (!isNumber) return cell.textContent;
            return cell.dataset.value === undefined ? NaN : Number(cell.dataset.value);
          };
          const compare = (a, b) => {
            if (!isNumber) return a.localeCompare(b, "en", { numeric: true });
            if (isNaN(a) || isNaN(b)) return 0;
            return a - b;
          };
          const rows = [...body.rows].map((row) => ({ row, key: key(row) }));
          rows.sort((a, b) => {
            if (isNumber && isNaN(a.key) !== isNaN(b.key)) return isNaN(a.key) ? 1 : -1;
            return isAscending ? compare(a.key, b.key) : compare(b.key, a.key);
          });
          body.append(...rows.map((item) => item.row));
        });
      });
    }

    """
}
