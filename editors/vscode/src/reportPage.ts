/** The page of a method's report: HTML without scripts, made from an untrusted report. */

import { densityCurve, type Mark } from "./curve.ts";
import { className, count, energy, percent } from "./format.ts";
import { html, type Markup } from "./markup.ts";
import type { MethodReport, Pattern, SymbolOfMethod } from "./protocol.ts";

/** The command that the page's only link runs. */
export const ASSUME_COMMAND = "jouled.assumeSymbol";

const QUANTILES: Readonly<Record<string, string>> = {
  "0.5": "median",
  "0.95": "p95",
  "0.99": "p99",
  "0.999": "p99.9",
};

const STYLE = html`
body { max-width: 60em; margin: 0 auto; padding: 1em 1.5em 3em; line-height: 1.5;
  color: var(--vscode-foreground); background: var(--vscode-editor-background);
  font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
h1 { font-size: 1.5em; font-weight: 600; margin: 0.4em 0 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1em; font-weight: 600; margin: 2em 0 0.4em; }
p { margin: 0.3em 0; }
a { color: var(--vscode-textLink-foreground); }
code { font-family: var(--vscode-editor-font-family); color: inherit; background: none; padding: 0; }
.quiet { color: var(--vscode-descriptionForeground); }
.number { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
.energy { font-size: 1.3em; margin: 0.5em 0; overflow-wrap: anywhere; }
.formula, .notice { padding: 0.5em 0.8em; overflow-wrap: anywhere;
  background: var(--vscode-textCodeBlock-background); border: 1px solid var(--vscode-contrastBorder, transparent);
  border-left: 3px solid var(--vscode-charts-blue, currentColor); }
.notice { border-left-color: var(--vscode-charts-yellow, currentColor); margin: 0.8em 0; }
table { border-collapse: collapse; width: 100%; }
th { font-weight: 600; text-align: left; }
th.number { text-align: right; }
th, td { padding: 0.2em 0.8em 0.2em 0; vertical-align: middle;
  border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); }
.scroll { overflow-x: auto; }
.curve { width: 100%; max-width: 46em; height: auto; }
.curve text { fill: var(--vscode-foreground); font-size: 11.5px; font-family: var(--vscode-font-family);
  stroke: var(--vscode-editor-background); stroke-width: 5; paint-order: stroke; }
.curve .area { fill: var(--vscode-charts-blue, currentColor); fill-opacity: 0.22; }
.curve .line { fill: none; stroke: var(--vscode-charts-blue, currentColor); stroke-width: 2; }
.curve .axis { stroke: var(--vscode-descriptionForeground, currentColor); }
.curve .mark { stroke: var(--vscode-foreground); stroke-dasharray: 3 3; }
.bar { width: 9em; height: 0.8em; vertical-align: middle; }
.bar .whole { fill: var(--vscode-foreground); fill-opacity: 0.12; }
.bar .part { fill: var(--vscode-charts-blue, currentColor); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1em 1.2em; margin: 0.3em 0; }
dd { margin: 0; overflow-wrap: anywhere; }
ul { margin: 0.3em 0; padding-left: 1.4em; }
`;

/** The whole page. The nonce is a fresh random text; only this page's style applies. */
export function reportPage(report: MethodReport, nonce: string): string {
  const name = `${className(report.class)}.${report.name}`;
  const body = html`<h1>${name}</h1>
<p class="quiet"><code>${report.descriptor}</code></p>
<p class="energy">Worst case: ${report.title}${report.isStale ? " …" : ""}</p>
${report.isStale ? html`<p class="notice">These numbers are of an older version: the newest text does not compile or is still being compiled.</p>` : html``}
${
  report.callsNotFollowed
    ? html`<p class="notice">These numbers do not include the bodies of some called methods.</p>`
    : html``
}
<h2>Formula</h2>
<p class="formula"><code>${report.formula}</code></p>
${symbols(report.symbols)}
<h2>Distribution</h2>
${distribution(report)}
${path(report)}
${categories(report)}
${patterns(report.patterns)}
<h2>What it rests on</h2>
${foundation(report)}`;
  return page(name, body, nonce);
}

/** A page that explains why there is no report. */
export function messagePage(message: string, nonce: string): string {
  return page("jouled", html`<p class="notice">${message}</p>`, nonce);
}

function page(title: string, body: Markup, nonce: string): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${body}
</body>
</html>`.toString();
}

function symbols(all: readonly SymbolOfMethod[]): Markup {
  if (all.length === 0) {
    return html``;
  }
  return html`<h2>Symbols</h2>
<table><thead><tr><th>Symbol</th><th>Meaning</th><th class="number">Line</th><th class="number">Value</th></tr></thead>
<tbody>${all.map(
    (symbol) => html`<tr><td><code>${symbol.name}</code></td><td>${symbol.meaning}</td>
<td class="number">${symbol.line ?? ""}</td>
<td class="number">${symbol.value === null ? "no value" : count(symbol.value)}</td></tr>`,
  )}</tbody></table>
<p><a href="command:${ASSUME_COMMAND}">Assume a value</a></p>`;
}

function distribution(report: MethodReport): Markup {
  const quantiles = Object.entries(report.quantiles ?? {}).sort(
    ([one], [other]) => Number(one) - Number(other),
  );
  if (report.mean === null || quantiles.length === 0) {
    return html`<p>Give every symbol a value to see the curve of the worst case.</p>`;
  }
  const marks: Mark[] = [
    { name: "mean", value: report.mean },
    ...quantiles
      .filter(([level]) => level !== "0.5")
      .map(([level, value]) => ({ name: QUANTILES[level] ?? level, value })),
  ];
  return html`${densityCurve(report.curve, marks)}
<dl><dt>mean</dt><dd>${energy(report.mean)}${report.sd === null ? "" : ` ± ${energy(report.sd)}`}</dd>
${quantiles.map(
  ([level, value]) => html`<dt>${QUANTILES[level] ?? level}</dt><dd>${energy(value)}</dd>`,
)}
${report.own === null || report.own === report.mean ? html`` : html`<dt>itself</dt><dd>${energy(report.own)}</dd>`}
${report.cheapest === null ? html`` : html`<dt>at least</dt><dd>${energy(report.cheapest)}</dd>`}</dl>`;
}

function path({ path: decisions, symbols: all }: MethodReport): Markup {
  if (decisions.length === 0) {
    return html``;
  }
  const isAssumed = all.some(({ value }) => value === null);
  return html`<h2>Worst path</h2>
${isAssumed ? html`<p class="quiet">Symbols without a value count as 10.</p>` : html``}
<table><thead><tr><th class="number">Line</th><th>What is decided</th></tr></thead>
<tbody>${decisions.map(
    ({ line, text }) => html`<tr><td class="number">${line ?? ""}</td><td>${text}</td></tr>`,
  )}</tbody></table>`;
}

function categories({ categories: all }: MethodReport): Markup {
  if (all.length === 0) {
    return html``;
  }
  const rows = all.toSorted((one, other) => other.share - one.share);
  return html`<h2>The worst case by category</h2>
<table><tbody>${rows.map(
    ({ name, share }) => html`<tr><td>${name}</td><td class="number">${percent(share)}</td>
<td>${bar(share)}</td></tr>`,
  )}</tbody></table>`;
}

function patterns(all: readonly Pattern[]): Markup {
  if (all.length === 0) {
    return html``;
  }
  const rows = all.toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0));
  return html`<h2>The worst case by operation</h2>
<div class="scroll"><table><thead><tr><th>Operation</th><th class="number">Times</th>
<th class="number">Mean</th><th class="number">Share</th><th></th><th>Priced by</th></tr></thead>
<tbody>${rows.map(
    (row) => html`<tr><td>${row.name}</td>
<td class="number">${count(row.count)}</td><td class="number">${row.mean === null ? "no price" : energy(row.mean)}</td>
<td class="number">${row.share === null ? "" : percent(row.share)}</td><td>${row.share === null ? "" : bar(row.share)}</td><td>${basis(row)}</td></tr>`,
  )}</tbody></table></div>`;
}

/** A bar for a share. The page also shows the number, so the bar is hidden from screen readers. */
function bar(share: number): Markup {
  const width = Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) * 100 : 0;
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
<rect class="whole" width="100" height="8"/><rect class="part" width="${width.toFixed(1)}" height="8"/></svg>`;
}

function basis({ provenance, spread }: Pattern): string {
  const word = provenance === "modelled" ? "measured" : provenance;
  return spread === undefined ? word : `${word} ± ${percent(spread)}`;
}

function foundation({ model, provenance, notes, restsOn = [] }: MethodReport): Markup {
  const assumed = restsOn.map(({ text, method, line }) => {
    const place = line === null ? method : `${method}, line ${line}`;
    return place === null ? `assumes that ${text}` : `assumes that ${text} (in ${place})`;
  });
  return html`<dl><dt>Model</dt><dd>${model.name}</dd>
<dt>Device</dt><dd>${model.device}</dd>
<dt>Hardware</dt><dd>${model.hardware}</dd>
<dt>JDK</dt><dd>${model.jdk}, ${model.mode} mode</dd>
<dt>Structure</dt><dd>${model.structure}</dd>
<dt>Mapping</dt><dd>${model.mapping}</dd>
<dt>Operations</dt><dd>${percent(provenance.modelled)} measured, ${percent(provenance.transferred)}
transferred from another machine, ${percent(provenance.approximated)} approximated by a similar one, ${percent(provenance.unpriced)} not priced</dd></dl>
${list(notes)}
${list(assumed)}
${list(model.caveats)}`;
}

function list(items: readonly string[]): Markup {
  return items.length === 0
    ? html``
    : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}
