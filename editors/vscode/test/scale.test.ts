import assert from "node:assert/strict";
import { test } from "node:test";
import { type Colour, colour, css, type Ground, opacity, STEPS, step } from "../src/scale.ts";

const ALL = Array.from({ length: STEPS }, (_, index) => index);

/** Relative luminance, WCAG 2.2. */
function luminance([red, green, blue]: Colour): number {
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

function over(top: Colour, alpha: number, bottom: Colour): Colour {
  const blend = (channel: 0 | 1 | 2) => top[channel] * alpha + bottom[channel] * (1 - alpha);
  return [blend(0), blend(1), blend(2)];
}

test("the scale goes from the darkest of cividis to its lightest", () => {
  assert.deepEqual(colour(0), [87, 108, 155]);
  assert.deepEqual(colour(STEPS - 1), [253, 231, 55]);
});

test("every step is lighter than the one before, so the order is visible without colour", () => {
  for (const index of ALL.slice(1)) {
    assert.ok(luminance(colour(index)) > luminance(colour(index - 1)), `step ${index}`);
  }
});

test("shares outside 0 to 1 count as the nearest", () => {
  assert.deepEqual([-1, 0, 0.5, 1, 7, Number.NaN].map(step), [0, 0, 5, 10, 10, 0]);
});

test("text stays readable on every step in the default themes", () => {
  const themes: { text: Colour; background: Colour; ground: Ground }[] = [
    { text: [204, 204, 204], background: [31, 31, 31], ground: "dark" },
    { text: [59, 59, 59], background: [255, 255, 255], ground: "light" },
    { text: [255, 255, 255], background: [0, 0, 0], ground: "dark" },
    { text: [41, 41, 41], background: [255, 255, 255], ground: "light" },
  ];
  for (const { text, background, ground } of themes) {
    for (const index of ALL) {
      const ratio = contrast(text, over(colour(index), opacity(index, ground), background));
      assert.ok(ratio >= 4.5, `step ${index} on ${String(background)}: ${ratio}`);
    }
  }
});

test("colours are written as CSS", () => {
  assert.equal(css([1, 2, 3], 0.5), "rgba(1, 2, 3, 0.50)");
});
