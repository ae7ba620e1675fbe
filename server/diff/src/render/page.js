"use strict";
// Sorts the table by the clicked column, and in reverse order if it is clicked again.
const body = document.querySelector("#changes tbody");
const heads = Array.from(document.querySelectorAll("#changes th"));
heads.forEach((head, column) => {
  head.querySelector("button").addEventListener("click", () => {
    const descending = head.getAttribute("aria-sort") === "ascending";
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const key = (row) => {
      const cell = row.cells[column];
      if (head.dataset.kind !== "number") return cell.textContent;
      return cell.dataset.value ? Number(cell.dataset.value) : -Infinity;
    };
    const rows = Array.from(body.rows);
    rows.sort((one, two) => {
      const [a, b] = [key(one), key(two)];
      const order = a < b ? -1 : a > b ? 1 : 0;
      return descending ? -order : order;
    });
    body.append(...rows);
  });
});
