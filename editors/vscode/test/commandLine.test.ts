import assert from "node:assert/strict";
import { test } from "node:test";
import { commandLine } from "../src/commandLine.ts";

test("a command is shown as a shell would take it", () => {
  assert.equal(commandLine(["jouled", "profile", "--", "mvn", "-Dtest=A#b"]), "jouled profile -- mvn -Dtest=A#b");
  assert.equal(commandLine(["java", "My App.java", "$(rm)", ""]), "java 'My App.java' '$(rm)' ''");
  assert.equal(commandLine(["it's"]), "'it'\\''s'");
});
