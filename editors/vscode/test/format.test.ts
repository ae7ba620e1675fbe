import assert from "node:assert/strict";
import { test } from "node:test";
import { className, count, energy, percent, shortened } from "../src/format.ts";

test("energies have three significant digits and an SI prefix, as the server writes them", () => {
  const expected: [number, string][] = [
    [4.02e-8, "40.2 nJ"],
    [1.234e-6, "1.23 µJ"],
    [1e-3, "1.00 mJ"],
    [123.4e-9, "123 nJ"],
    [9.999e-7, "1.00 µJ"],
    [0.5e-12, "0.50 pJ"],
    [2, "2.00 J"],
    [1500, "1.50 kJ"],
    [0, "0 J"],
    [-4.02e-8, "-40.2 nJ"],
    [Number.NaN, "?"],
  ];
  for (const [joules, text] of expected) {
    assert.equal(energy(joules), text);
  }
});

test("a share above 0 is not shown as 0", () => {
  assert.equal(percent(0), "0.0%");
  assert.equal(percent(0.0002), "<0.1%");
  assert.equal(percent(0.051), "5.1%");
  assert.equal(percent(0.0996), "10%");
  assert.equal(percent(1), "100%");
  assert.equal(percent(Number.NaN), "?");
});

test("counts are grouped and have four significant digits", () => {
  assert.equal(count(3), "3");
  assert.equal(count(0.123456), "0.1235");
  assert.equal(count(1_234_567), "1,235,000");
});

test("classes are named as Java names them", () => {
  assert.equal(className("java/util/Map$Entry"), "java.util.Map.Entry");
});

test("a text is shortened between characters, not inside one", () => {
  assert.equal(shortened("abc", 3), "abc");
  assert.equal(shortened("⚡⚡⚡⚡", 3), "⚡⚡…");
  assert.equal(shortened("😀😀😀", 2), "😀…");
});
