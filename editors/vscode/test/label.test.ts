import assert from "node:assert/strict";
import { test } from "node:test";
import { label } from "../src/label.ts";

test("no name of a project becomes an icon", () => {
  for (const text of ["$(zap)", "a$(sync~spin)b", "$$(x)$(y)"]) {
    assert.ok(!label(text).includes("$("), text);
  }
  assert.equal(label("Outer$Inner.sum(int)"), "Outer$Inner.sum(int)");
});
