/** The picture of a probability density. */

import { energy } from "./format.ts";
import { html, type Markup } from "./markup.ts";

const WIDTH = 480;
const HEIGHT = 200;
/** Space for the labels above the curve and the axis below it. */
const TOP = 58;
const BOTTOM = 26;
const SIDE = 14;
/** The approximate width of a character of a label. */
const CHARACTER = 6.6;

type Point = readonly [number, number];

/** A value to mark in the picture. */
export interface Mark {
  readonly name: string;
  /** In joules. */
  readonly value: number;
}

/** The curve with its area, its marks and an axis in joules; empty if there are fewer than two points. */
export function densityCurve(points: readonly Point[], marks: readonly Mark[]): Markup {
  const curve = points
    .filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y) && y >= 0)
    .toSorted(([one], [other]) => one - other);
  const first = curve[0]?.[0] ?? 0;
  const last = curve.at(-1)?.[0] ?? 0;
  const highest = curve.reduce((most, [, y]) => Math.max(most, y), 0);
  if (!(last > first) || !(highest > 0)) {
    return html``;
  }
  const base = HEIGHT - BOTTOM;
  const across = (x: number) => SIDE + ((x - first) / (last - first)) * (WIDTH - 2 * SIDE);
  const up = (y: number) => base - (y / highest) * (base - TOP);
  const line = curve.map(([x, y]) => `${fixed(across(x))},${fixed(up(y))}`).join(" L");
  const area = `M${fixed(across(first))},${base} L${line} L${fixed(across(last))},${base} Z`;

  const shown = marks
    .filter(({ value }) => value >= first && value <= last)
    .toSorted((one, other) => one.value - other.value);
  // A label near an edge stays inside the picture.
  const middles = shown.map((mark) => {
    const half = width(mark) / 2;
    return Math.min(Math.max(across(mark.value), half), WIDTH - half);
  });
  const rows = labelRows(shown.map((mark, index) => [middles[index] ?? 0, width(mark)]));
  const heights = rows.map((row) => 12 + row * 15);
  const label = `Probability density from ${energy(first)} to ${energy(last)}. ${shown
    .map(text)
    .join(", ")}.`;
  return html`<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
<path class="area" d="${area}"/><path class="line" d="M${line}"/>
<line class="axis" x1="${SIDE}" x2="${WIDTH - SIDE}" y1="${base}" y2="${base}"/>
${ticks(first, last).map(
  (tick) =>
    html`<line class="axis" x1="${fixed(across(tick))}" x2="${fixed(across(tick))}" y1="${base}" y2="${base + 4}"/>
<text x="${fixed(across(tick))}" y="${HEIGHT - 8}" text-anchor="middle">${energy(tick)}</text>`,
)}
${shown.map(({ value }, index) => {
  const x = fixed(across(value));
  return html`<line class="mark" x1="${x}" x2="${x}" y1="${(heights[index] ?? 0) + 4}" y2="${base}"/>`;
})}
${shown.map(
  (mark, index) =>
    html`<text x="${fixed(middles[index] ?? 0)}" y="${heights[index] ?? 0}" text-anchor="middle">${text(mark)}</text>`,
)}
</svg>`;
}

function text({ name, value }: Mark): string {
  return `${name} ${energy(value)}`;
}

function width(mark: Mark): number {
  return text(mark).length * CHARACTER;
}

function fixed(value: number): string {
  return value.toFixed(1);
}

/** The row of each label, so that no label covers another. The middles and widths are ordered from left to right. */
function labelRows(labels: readonly Point[]): number[] {
  const ends: number[] = [];
  return labels.map(([middle, width]) => {
    const start = middle - width / 2;
    const free = ends.findIndex((end) => end + CHARACTER < start);
    const row = free === -1 ? ends.length : free;
    ends[row] = middle + width / 2;
    return row;
  });
}

/** About five round values in an interval. */
export function ticks(first: number, last: number): number[] {
  const rough = (last - first) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const width = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const start = Math.ceil(first / width);
  const end = Math.floor(last / width);
  return Array.from(
    { length: Math.max(end - start + 1, 0) },
    (_, index) => (start + index) * width,
  );
}
