import assert from "node:assert/strict";
import { test } from "node:test";
import { type Change, moved } from "../src/moved.ts";

function change(from: [number, number], to: [number, number], text: string): Change {
  const position = ([line, character]: [number, number]) => ({ line, character });
  return { range: { start: position(from), end: position(to) }, text };
}

const HERE = { line: 5, character: 4 };

test("lines that are added or removed above move a position", () => {
  assert.deepEqual(moved(HERE, [change([1, 0], [1, 0], "a\nb\n")]), { line: 7, character: 4 });
  assert.deepEqual(moved(HERE, [change([1, 0], [3, 0], "")]), { line: 3, character: 4 });
  assert.deepEqual(moved(HERE, [change([0, 0], [0, 0], "a\r\nb\r\n")]), { line: 7, character: 4 });
});

test("text before it on its line moves it along", () => {
  assert.deepEqual(moved(HERE, [change([5, 0], [5, 2], "abcd")]), { line: 5, character: 6 });
  assert.deepEqual(moved(HERE, [change([5, 2], [5, 2], "\n  ")]), { line: 6, character: 4 });
});

test("a change after it does not move it", () => {
  assert.deepEqual(moved(HERE, [change([5, 4], [5, 9], "x\ny")]), HERE);
  assert.deepEqual(moved(HERE, [change([6, 0], [9, 0], "")]), HERE);
});

test("a position inside replaced text moves to its start", () => {
  assert.deepEqual(moved(HERE, [change([4, 1], [6, 0], "x")]), { line: 4, character: 1 });
});

test("the ranges of simultaneous changes refer to the text before all of them", () => {
  const changes = [change([0, 0], [0, 0], "a\n"), change([2, 0], [3, 0], "")];
  assert.deepEqual(moved(HERE, changes), HERE);
  assert.deepEqual(moved(HERE, changes.toReversed()), HERE);
});
