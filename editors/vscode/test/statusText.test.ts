import assert from "node:assert/strict";
import { test } from "node:test";
import type { Method, ServerStatus } from "../src/protocol.ts";
import { methodAt, statusText } from "../src/statusText.ts";

function method(name: string, first: number, last: number): Method {
  return {
    name,
    class: "a/Sums",
    range: { start: { line: first, character: 0 }, end: { line: last, character: 1 } },
    headerLine: first,
    title: "40.2 nJ · p99 42.0 nJ",
    isStale: false,
  };
}

const RUNNING = { kind: "running" } as const;
const FRESH: ServerStatus = { health: "ok", quiescent: true, state: "fresh" };

test("the energy of the method at the cursor is shown, with its name in the details", () => {
  const status = statusText(RUNNING, FRESH, method("sum", 1, 3));
  assert.equal(status.text, "$(zap) 40.2 nJ · p99 42.0 nJ");
  assert.equal(status.severity, "normal");
  assert.equal(status.details[0], "a.Sums.sum: 40.2 nJ · p99 42.0 nJ");
});

test("numbers of an older text are marked, once", () => {
  const stale = { ...method("sum", 1, 3), isStale: true };
  assert.match(statusText(RUNNING, FRESH, stale).text, /^\$\(zap\) 40.* …/);
  const marked = { ...stale, title: "40.2 nJ …" };
  assert.equal(statusText(RUNNING, FRESH, marked).text, "$(zap) 40.2 nJ …");
});

test("a server without a status counts as healthy", () => {
  assert.equal(statusText(RUNNING, undefined, undefined).text, "$(zap) jouled");
});

test("a missing JDK is a warning with the server's words", () => {
  const status = statusText(
    RUNNING,
    { health: "warning", quiescent: true, state: "noJdk", message: "install one" },
    undefined,
  );
  assert.equal(status.severity, "warning");
  assert.ok(status.details.includes("install one"));
});

test("a missing server is an error that says why", () => {
  const status = statusText({ kind: "missing", problem: "not found" }, FRESH, method("sum", 1, 3));
  assert.deepEqual(status, { text: "$(error) jouled", details: ["not found"], severity: "error" });
});

test("a long formula is cut, and no text becomes an icon", () => {
  const long = { ...method("sum", 1, 3), title: `$(bug) ${"n·".repeat(100)}` };
  const { text } = statusText(RUNNING, FRESH, long);
  assert.ok(text.length < 60);
  assert.ok(!text.includes("$(bug)"));
});

test("of nested methods the innermost is at the cursor", () => {
  const methods = [method("outer", 0, 10), method("inner", 3, 5), method("other", 12, 14)];
  assert.equal(methodAt(methods, 4)?.name, "inner");
  assert.equal(methodAt(methods, 6)?.name, "outer");
  assert.equal(methodAt(methods, 14)?.name, "other");
  assert.equal(methodAt(methods, 11), undefined);
});
