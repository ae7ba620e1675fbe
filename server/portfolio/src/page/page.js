"use strict";
// Fills the tables of the page from its data: searches, sorts, pages through and unfolds rows. Text is only ever set as text.
const ROWS_AT_ONCE = 100;
const UNITS = ["pJ", "nJ", "µJ", "mJ", "J", "kJ"];
const data = JSON.parse(document.getElementById("data").textContent);

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Three significant digits. They are rounded before the unit is chosen: 999.6 nJ is 1.00 µJ.
function joules(value) {
  if (value === 0) return "0 J";
  const [digits, power] = value.toExponential(2).split("e");
  const exponent = Number(power);
  if (exponent < -14 || exponent > 5) return `${digits}e${exponent} J`;
  const unit = Math.max(0, Math.floor(exponent / 3) + 4);
  const number = Number(`${digits}e${exponent - 3 * (unit - 4)}`);
  return `${number.toPrecision(3)} ${UNITS[unit]}`;
}

// 99.96% is not everything.
function share(value) {
  return value < 1 ? `${Math.floor(value * 1000) / 10}%` : "100%";
}

const text = (place) => data.texts[place];

function link(words, address, anchor) {
  return element("a", { href: anchor ? `${address}#${anchor}` : address }, words);
}

function interval([, low, mean, high], axis) {
  const place = (value) => {
    if (axis.least >= axis.most) return 50;
    const share = Math.log(Math.max(value, axis.least) / axis.least) / Math.log(axis.most / axis.least);
    return 100 * Math.min(1, Math.max(0, share));
  };
  const line = element("span", { class: "line" });
  line.style.left = `${place(low)}%`;
  line.style.width = `${place(high) - place(low)}%`;
  const dot = element("span", { class: "mean" });
  dot.style.left = `${place(mean)}%`;
  const drawing = element("span", { class: "interval", "aria-hidden": "true" }, line, dot);
  return [drawing, element("span", { class: "below" }, `${joules(low)} to ${joules(high)}`)];
}

function content(cell, kind, axis, anchor) {
  if (cell === null) return [element("span", { title: "not known" }, "–")];
  if (typeof cell === "number") {
    if (kind === "joules") return [joules(cell)];
    return [kind === "share" ? share(cell) : cell.toLocaleString("en")];
  }
  const below = (place) => (text(place) ? [element("span", { class: "below" }, text(place))] : []);
  switch (cell[0]) {
    case "t":
      return [text(cell[1])];
    case "l":
      return [link(text(cell[1]), text(cell[2]), anchor)];
    case "n":
      return [text(cell[1]), ...below(cell[2])];
    case "m":
      return [link(text(cell[1]), text(cell[3])), ...below(cell[2])];
    case "i":
      return interval(cell, axis);
    default:
      return cell[1].map((part) => element("span", {}, ...content(part, "text", axis, anchor)));
  }
}

// The sort key of a cell. An interval is sorted by its lower end.
function order(cell) {
  if (cell === null || typeof cell === "number") return cell;
  if (cell[0] === "s") return cell[1].length;
  return cell[0] === "i" ? cell[1] : text(cell[1]);
}

function words(row) {
  const cells = row.flatMap((cell) => (cell?.[0] === "s" ? cell[1] : [cell]));
  const named = cells.filter((cell) => Array.isArray(cell) && "tlnm".includes(cell[0]));
  const places = named.flatMap((cell) => (cell[0] === "t" || cell[0] === "l" ? [cell[1]] : [cell[1], cell[2]]));
  return places.map(text).join(" ").toLowerCase();
}

class Table {
  constructor(section) {
    this.table = data.tables[section.dataset.table];
    const { columns, rows, sorted } = this.table;
    this.shown = rows.map((_, number) => number);
    this.first = 0;
    this.open = new Set();
    this.axes = columns.map((column, place) => (column.kind === "interval" ? this.axis(place) : null));
    this.find = element("input", { type: "search", "aria-label": `Find in ${section.querySelector("h2").textContent}`, placeholder: "Find" });
    this.find.addEventListener("input", () => this.search());
    this.count = element("span", { role: "status" });
    this.back = element("button", { type: "button" }, "Previous");
    this.next = element("button", { type: "button" }, "Next");
    this.back.addEventListener("click", () => this.turn(-ROWS_AT_ONCE));
    this.next.addEventListener("click", () => this.turn(ROWS_AT_ONCE));
    this.heads = columns.map((column, place) => {
      const button = element("button", { type: "button", title: column.help }, column.name);
      button.addEventListener("click", () => this.sort(place));
      return element("th", { scope: "col", class: column.kind === "text" ? "text" : "number" }, button);
    });
    this.heads.forEach((head, place) => {
      if (columns[place].kind === "interval") head.className = "text";
    });
    if (sorted !== null) this.heads[sorted].setAttribute("aria-sort", "descending");
    this.body = element("tbody", {});
    const head = element("thead", {}, element("tr", {}, ...this.heads));
    const whole = element("div", { class: "wide" }, element("table", {}, head, this.body));
    section.append(element("div", { class: "tools" }, this.find, this.count, this.back, this.next), whole);
    this.show();
  }

  axis(place) {
    let [least, most] = [Infinity, 0];
    for (const row of this.table.rows) {
      const cell = row[place];
      if (cell === null) continue;
      for (const value of cell.slice(1)) {
        if (value > 0) least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    return { least, most };
  }

  search() {
    const parts = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.words ??= this.table.rows.map(words);
    const all = this.table.rows.map((_, number) => number);
    this.shown = all.filter((number) => parts.every((part) => this.words[number].includes(part)));
    this.first = 0;
    this.arrange();
  }

  sort(place) {
    const head = this.heads[place];
    const starts = this.table.columns[place].kind === "text" ? "ascending" : "descending";
    const other = starts === "ascending" ? "descending" : "ascending";
    const direction = head.getAttribute("aria-sort") === starts ? other : starts;
    for (const each of this.heads) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", direction);
    this.sorted = { place, sign: direction === "ascending" ? 1 : -1 };
    this.first = 0;
    this.arrange();
  }

  arrange() {
    if (this.sorted) {
      const { place, sign } = this.sorted;
      const keys = this.table.rows.map((row) => order(row[place]));
      this.shown.sort((one, two) => {
        const [a, b] = [keys[one], keys[two]];
        // Unknown values come last in both directions.
        if (a === null || b === null) return (a === null) - (b === null) || one - two;
        return (a < b ? -sign : a > b ? sign : 0) || one - two;
      });
    }
    this.show();
  }

  turn(by) {
    this.first += by;
    this.show();
  }

  show() {
    const last = Math.min(this.shown.length, this.first + ROWS_AT_ONCE);
    const of = this.shown.length === this.table.rows.length ? "" : ` found, of ${this.table.rows.length.toLocaleString("en")}`;
    const from = this.shown.length ? `${this.first + 1} to ${last} of ` : "";
    this.count.textContent = `${from}${this.shown.length.toLocaleString("en")}${of}`;
    this.back.disabled = this.first === 0;
    this.next.disabled = last === this.shown.length;
    const pages = this.shown.length > ROWS_AT_ONCE;
    this.back.hidden = this.next.hidden = !pages;
    this.body.replaceChildren(...this.shown.slice(this.first, last).flatMap((number) => this.row(number)));
  }

  row(number) {
    const { columns, rows, details, anchors } = this.table;
    const cells = columns.map((column, place) => {
      const parts = content(rows[number][place], column.kind, this.axes[place], anchors?.[number]);
      if (details && place === 0) parts.splice(0, 1, this.fold(number, parts[0]));
      const kind = column.kind === "text" || column.kind === "interval" ? "text" : "number";
      return element("td", { class: place === 0 ? "text name" : kind }, ...parts);
    });
    const row = element("tr", {}, ...cells);
    return this.open.has(number) ? [row, this.detail(number)] : [row];
  }

  fold(number, name) {
    const button = element("button", { type: "button", "aria-expanded": this.open.has(number) }, name);
    button.addEventListener("click", () => {
      const row = button.closest("tr");
      if (this.open.delete(number)) row.nextElementSibling.remove();
      else {
        this.open.add(number);
        row.after(this.detail(number));
      }
      button.setAttribute("aria-expanded", this.open.has(number));
    });
    return button;
  }

  detail(number) {
    const list = element("dl", {});
    for (const [name, cell] of this.table.details[number]) {
      list.append(element("dt", {}, text(name)), element("dd", {}, ...content(cell, "text", null, this.table.anchors[number])));
    }
    return element("tr", { class: "detail" }, element("td", { colspan: this.table.columns.length }, list));
  }

  // Unfolds the method that is the target of a link.
  reach(anchor) {
    const number = this.table.anchors?.indexOf(anchor) ?? -1;
    if (number < 0) return false;
    this.open.add(number);
    const place = this.shown.indexOf(number);
    this.first = place - (place % ROWS_AT_ONCE);
    this.show();
    const button = this.body.querySelector("button[aria-expanded=true]");
    button.scrollIntoView({ block: "center" });
    button.focus();
    return true;
  }
}

const tables = Array.from(document.querySelectorAll("section[data-table]"), (section) => new Table(section));
const reach = () => location.hash && tables.some((table) => table.reach(location.hash.slice(1)));
addEventListener("hashchange", reach);
reach();
