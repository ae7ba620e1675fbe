import assert from "node:assert/strict";
import { test } from "node:test";
import { densityCurve, ticks } from "../src/curve.ts";
import { html } from "../src/markup.ts";
import type { MethodReport } from "../src/protocol.ts";
import { messagePage, reportPage } from "../src/reportPage.ts";

const EVIL = `"><img src=x onerror=alert(1)><script>alert('&')</script>`;

const REPORT: MethodReport = {
  class: "a/Sums",
  name: "sum",
  descriptor: "(JJ)J",
  title: "40.2 nJ · p99 42.0 nJ",
  formula: "40.2 nJ",
  isStale: false,
  symbols: [],
  curve: [
    [3e-8, 0],
    [4e-8, 2e8],
    [5e-8, 0],
  ],
  mean: 4.02e-8,
  sd: 1e-9,
  quantiles: { "0.5": 4.01e-8, "0.95": 4.2e-8, "0.99": 4.3e-8, "0.999": 4.4e-8 },
  own: 3e-8,
  cheapest: 2e-8,
  path: [{ line: 12, text: "condition true, on to line 13" }],
  patterns: [
    {
      name: "long addition",
      operation: "add",
      dataType: "long",
      dataSize: 64,
      count: 1,
      mean: 4e-8,
      share: 0.9,
      provenance: "modelled",
    },
    {
      name: "jump",
      operation: "goto",
      dataType: "int",
      dataSize: "load",
      count: 1,
      mean: 7e-9,
      share: 0.1,
      provenance: "transferred",
      spread: 0.73,
    },
  ],
  categories: [{ name: "arithmetic", share: 1 }],
  provenance: { modelled: 0.75, transferred: 0.15, approximated: 0.1, unpriced: 0 },
  callsNotFollowed: false,
  notes: [],
  model: {
    name: "table3",
    device: "any",
    structure: "s",
    mode: "interpreter",
    mapping: "stack",
    hardware: "a board",
    jdk: "OpenJDK 21",
    caveats: ["marginals only"],
  },
};

/** A value in which every text is hostile. */
function hostile(value: unknown): unknown {
  if (typeof value === "string") {
    return EVIL;
  }
  if (Array.isArray(value)) {
    return value.map(hostile);
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, inner]) => [key, hostile(inner)]);
    return Object.fromEntries(entries);
  }
  return value;
}

test("text in a template is escaped, markup is not, and lists are joined", () => {
  const bold = html`<b>${"<&>'\""}</b>`;
  assert.equal(String(html`<p>${[bold, bold]}${3}</p>`), `<p>${String(bold).repeat(2)}3</p>`);
  assert.equal(String(bold), "<b>&lt;&amp;&gt;&#39;&quot;</b>");
});

test("nothing that the project or the server says becomes part of the page's structure", () => {
  const symbols = [{ name: "n", meaning: "how often", line: 3, value: null }];
  const report = hostile({ ...REPORT, symbols, isStale: true, notes: ["a"] }) as MethodReport;
  const page = reportPage(report, "NONCE");
  assert.ok(page.includes("&lt;script&gt;"));
  assert.doesNotMatch(page, /<script/);
  assert.doesNotMatch(page, /<img/);
  assert.doesNotMatch(messagePage(EVIL, "NONCE"), /<script|<img/);
});

test("the page allows its own style and nothing else", () => {
  for (const page of [reportPage(REPORT, "NONCE"), messagePage("no", "NONCE")]) {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    assert.equal(
      policy?.replaceAll("&#39;", "'"),
      "default-src 'none'; style-src 'nonce-NONCE'; base-uri 'none'; form-action 'none'",
    );
    assert.equal(page.match(/<style nonce="NONCE">/g)?.length, 1);
    assert.doesNotMatch(page, /\sstyle=|\son\w+=|javascript:|https?:/i);
  }
});

test("colours are the theme's", () => {
  assert.doesNotMatch(reportPage(REPORT, "NONCE"), /#[0-9a-f]{3,8}\b(?!;)|rgb/i);
});

test("the page has the worst path, the method's own part and its least cost", () => {
  const page = reportPage(REPORT, "NONCE");
  assert.ok(page.includes('<td class="number">12</td><td>condition true, on to line 13</td>'));
  assert.ok(page.includes("<dt>itself</dt><dd>30.0 nJ</dd>"));
  assert.ok(page.includes("<dt>at least</dt><dd>20.0 nJ</dd>"));
  const bare = reportPage({ ...REPORT, path: [], own: null, cheapest: null }, "NONCE");
  assert.doesNotMatch(bare, /Worst path|itself|at least/);
});

test("the page has mean, spread, quantiles, breakdowns and the model", () => {
  const page = reportPage(REPORT, "NONCE");
  for (const text of [
    "a.Sums.sum",
    "40.2 nJ ± 1.00 nJ",
    "<dt>median</dt><dd>40.1 nJ</dd>",
    "<dt>p99.9</dt><dd>44.0 nJ</dd>",
    "arithmetic",
    "<td>long addition</td>",
    "75% measured",
    "15%\ntransferred from another machine",
    "transferred ± 73%",
    "marginals only",
  ]) {
    assert.ok(page.includes(text), text);
  }
});

test("without values for its symbols, a method has a formula and no curve", () => {
  const page = reportPage(
    {
      ...REPORT,
      curve: [],
      mean: null,
      sd: null,
      quantiles: null,
      symbols: [{ name: "n", meaning: "iterations of the loop", line: 8, value: null }],
    },
    "NONCE",
  );
  assert.doesNotMatch(page, /<svg class="curve"/);
  assert.match(page, /iterations of the loop/);
  assert.match(page, /<td class="number">8<\/td>/);
  assert.match(page, /command:jouled\.assumeSymbol/);
});

test("the curve spans its picture, and its marks are at their values", () => {
  const picture = String(densityCurve(REPORT.curve, [{ name: "mean", value: 4e-8 }]));
  assert.match(picture, /<path class="line" d="M14\.0,174\.0 L240\.0,58\.0 L466\.0,174\.0"/);
  assert.match(picture, /<line class="mark" x1="240\.0"/);
});

test("labels of close marks are in separate rows", () => {
  const picture = String(
    densityCurve(REPORT.curve, [
      { name: "mean", value: 4e-8 },
      { name: "p95", value: 4.01e-8 },
      { name: "p99", value: 4.02e-8 },
    ]),
  );
  assert.equal(new Set(picture.match(/y1="\d+" y2="174"/g)).size, 4);
});

test("a curve without points or with damaged ones is left out", () => {
  for (const points of [
    [],
    [[1, 1]],
    [
      [Number.NaN, 1],
      [2, Number.POSITIVE_INFINITY],
    ],
    [
      [1, 0],
      [2, 0],
    ],
  ]) {
    assert.equal(String(densityCurve(points as [number, number][], [])), "");
  }
});

test("an axis has a few round values", () => {
  assert.deepEqual(
    ticks(3e-8, 5e-8).map((tick) => Math.round(tick * 1e9)),
    [30, 35, 40, 45, 50],
  );
  assert.deepEqual(ticks(0, 10), [0, 2, 4, 6, 8, 10]);
});
