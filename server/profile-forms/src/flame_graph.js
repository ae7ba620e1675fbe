"use strict";
const ROW = 20;
const NARROWEST = 0.5;
const READABLE = 30;
const { unit, names, parents, owners, totals, own } = JSON.parse(document.getElementById("data").textContent);
const flame = document.getElementById("flame");
const detail = document.getElementById("detail");
const query = document.getElementById("query");
const found = document.getElementById("found");
const reset = document.getElementById("reset");
const hint = detail.textContent;

// Each node begins where the one before it with the same caller ends. Callers come first.
const depths = [];
const starts = [];
const filled = [];
const children = names.map(() => []);
parents.forEach((parent, node) => {
  depths[node] = parent < 0 ? 0 : depths[parent] + 1;
  starts[node] = parent < 0 ? 0 : filled[parent];
  filled[node] = starts[node];
  if (parent >= 0) {
    filled[parent] += totals[node];
    children[parent].push(node);
  }
});

const PREFIXES = [[1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]];
function shownCost(cost) {
  const [factor, prefix] = PREFIXES.find(([factor]) => cost >= factor) ?? PREFIXES[PREFIXES.length - 1];
  return `${Number((cost / factor).toPrecision(3))} ${prefix}${unit}`;
}
function share(cost) {
  return totals[0] > 0 ? `${((100 * cost) / totals[0]).toFixed(1)}%` : "0%";
}
function told(node) {
  const rest = own[node] > 0 && own[node] < totals[node] ? `, ${shownCost(own[node])} of it its own` : "";
  return `${names[node]}: ${shownCost(totals[node])}, ${share(totals[node])} of the run${rest}`;
}

let root = 0;
let current = 0;
let hits = new Set();
let shown = new Map();

function draw() {
  const above = new Set();
  for (let node = parents[root]; node >= 0; node = parents[node]) above.add(node);
  const width = flame.clientWidth;
  const scale = totals[root] > 0 ? width / totals[root] : 0;
  const end = starts[root] + totals[root];
  const pieces = document.createDocumentFragment();
  shown = new Map();
  let deepest = 0;
  names.forEach((name, node) => {
    const isAbove = above.has(node);
    const isBelow = node === root || (depths[node] > depths[root] && shown.has(parents[node]) && starts[node] >= starts[root] && starts[node] < end);
    if (!isAbove && !isBelow) return;
    const wide = isAbove ? width : totals[node] * scale;
    if (wide < NARROWEST && node !== root) return;
    const frame = document.createElement("button");
    frame.type = "button";
    frame.tabIndex = -1;
    frame.className = `o${owners[node]}${isAbove ? " above" : ""}${hits.has(node) ? " hit" : ""}`;
    frame.style.left = `${isAbove ? 0 : (starts[node] - starts[root]) * scale}px`;
    frame.style.top = `${depths[node] * ROW}px`;
    frame.style.width = `${wide}px`;
    frame.title = told(node);
    frame.setAttribute("aria-label", told(node));
    if (wide < READABLE) frame.style.padding = "0";
    else frame.textContent = name;
    frame.dataset.node = node;
    shown.set(node, frame);
    deepest = Math.max(deepest, depths[node]);
    pieces.append(frame);
  });
  flame.replaceChildren(pieces);
  flame.style.height = `${(deepest + 1) * ROW}px`;
  reset.hidden = root === 0;
  if (!shown.has(current)) current = root;
  shown.get(current).tabIndex = 0;
}

function zoom(node) {
  root = node;
  current = node;
  draw();
  shown.get(node).focus();
}

function look(node) {
  shown.get(current).tabIndex = -1;
  current = node;
  shown.get(node).tabIndex = 0;
  shown.get(node).focus();
}

function near(node, step) {
  const beside = (children[parents[node]] ?? []).filter((other) => shown.has(other));
  return beside[beside.indexOf(node) + step];
}

const nodeOf = (event) => {
  const frame = event.target.closest("[data-node]");
  return frame ? Number(frame.dataset.node) : undefined;
};
flame.addEventListener("click", (event) => {
  const node = nodeOf(event);
  if (node !== undefined) zoom(node);
});
for (const kind of ["mouseover", "focusin"]) {
  flame.addEventListener(kind, (event) => {
    const node = nodeOf(event);
    if (node !== undefined) detail.textContent = told(node);
  });
}
flame.addEventListener("mouseleave", () => {
  detail.textContent = hint;
});
flame.addEventListener("keydown", (event) => {
  const to = {
    ArrowUp: () => parents[current],
    ArrowDown: () => children[current].find((node) => shown.has(node)),
    ArrowLeft: () => near(current, -1),
    ArrowRight: () => near(current, 1),
  }[event.key];
  if (event.key === "Escape") zoom(0);
  if (!to) return;
  event.preventDefault();
  const node = to();
  if (node !== undefined && shown.has(node)) look(node);
});
reset.addEventListener("click", () => zoom(0));

// What several frames of a stack share is counted once: for the one that is above the others.
function search() {
  const text = query.value.trim().toLowerCase();
  hits = new Set();
  let cost = 0;
  const within = [];
  names.forEach((name, node) => {
    const isHit = text !== "" && name.toLowerCase().includes(text);
    if (isHit) hits.add(node);
    const isInside = parents[node] >= 0 && within[parents[node]];
    if (isHit && !isInside) cost += totals[node];
    within[node] = isHit || isInside;
  });
  found.textContent = text === "" ? "" : `${hits.size} frames, ${shownCost(cost)}, ${share(cost)} of the run`;
  draw();
}
query.addEventListener("input", search);
document.getElementById("find").addEventListener("submit", (event) => event.preventDefault());

// The height follows from what is drawn; only another width asks for another picture.
let drawn = -1;
new ResizeObserver(() => {
  if (flame.clientWidth === drawn) return;
  drawn = flame.clientWidth;
  const hadFocus = flame.contains(document.activeElement);
  draw();
  if (hadFocus) shown.get(current).focus();
}).observe(flame);
