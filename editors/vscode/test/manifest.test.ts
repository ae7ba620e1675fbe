import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "..");
const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf-8")) as {
  activationEvents: string[];
  capabilities: {
    untrustedWorkspaces: { supported: string; restrictedConfigurations: string[] };
  };
  contributes: {
    commands: { command: string }[];
    configuration: { properties: Record<string, { scope: string }> };
  };
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const SETTINGS = MANIFEST.contributes.configuration.properties;
const SOURCES = readdirSync(join(ROOT, "src"))
  .map((name) => readFileSync(join(ROOT, "src", name), "utf-8"))
  .join("\n");

test("no workspace can choose a program to run", () => {
  assert.equal(SETTINGS["jouled.server.path"]?.scope, "machine");
  assert.equal(SETTINGS["jouled.javaHome"]?.scope, "machine");
});

test("settings that name files are ignored in an untrusted folder", () => {
  const { supported, restrictedConfigurations } = MANIFEST.capabilities.untrustedWorkspaces;
  assert.equal(supported, "limited");
  for (const name of ["server.path", "javaHome", "classPath", "model", "profile"]) {
    assert.ok(restrictedConfigurations.includes(`jouled.${name}`), name);
  }
  for (const name of restrictedConfigurations) {
    assert.ok(name in SETTINGS, name);
  }
});

test("nothing runs before a Java file is opened", () => {
  assert.deepEqual(MANIFEST.activationEvents, ["onLanguage:java"]);
});

test("every command of the manifest is one of the extension", () => {
  for (const { command } of MANIFEST.contributes.commands) {
    const name = command.replace(/^jouled\./, "");
    assert.match(SOURCES, new RegExp(`^ +${name}: `, "m"), command);
  }
});

test("every version is pinned", () => {
  for (const version of Object.values({ ...MANIFEST.dependencies, ...MANIFEST.devDependencies })) {
    assert.match(version, /^\d+\.\d+\.\d+$/);
  }
});
