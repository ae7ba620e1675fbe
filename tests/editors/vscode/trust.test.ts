/** An untrusted folder in VS Code itself, and what changes once the user trusts it. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launch, Window } from "./browser.ts";
import { CodeServer, PATIENCE_MS, until } from "./codeServer.ts";

const JAVA = `class Sums {
    static long sum(long f1, long f2) {
        return f2 + f1;
    }
}
`;

function setting(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is not set; run cargo xtask test --only vscode`);
  return value;
}

const JOULED = setting("JOULED_BIN");
const folder = mkdtempSync(join(tmpdir(), "jouled-trust-"));
const project = join(folder, "project");
const java = join(project, "Sums.java");

let code: CodeServer;
let browser: Browser;
let window: Window;

before(
  async () => {
    mkdirSync(join(project, ".vscode"), { recursive: true });
    writeFileSync(java, JAVA);
    writeFileSync(join(project, "jouled.toml"), 'model = "of-the-file.json"\n');
    writeFileSync(
      join(project, ".vscode", "settings.json"),
      JSON.stringify({ "jouled.classPath": ["of-the-settings"], "jouled.lens": false }),
    );
    code = await CodeServer.start({
      folder,
      installed: setting("JOULED_VSCODE_TOOLS"),
      extensions: [setting("JOULED_VSIX"), setting("JOULED_PROBE_VSIX")],
      user: {
        "security.workspace.trust.startupPrompt": "never",
        "security.workspace.trust.untrustedFiles": "open",
        "workbench.startupEditor": "none",
        "workbench.secondarySideBar.defaultVisibility": "hidden",
        "git.enabled": false,
        "telemetry.telemetryLevel": "off",
        "jouled.hints": "all",
      },
      // No setting names a server: the one in the extension's package runs.
      machine: {},
      asksForTrust: true,
    });
    browser = await launch(setting("JOULED_CHROMIUM"));
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(code.page(project, java), { timeout: PATIENCE_MS });
    window = new Window(page);
    await until(
      "the file is shown",
      async () => (await window.lines()).some((line) => line.includes("class Sums")),
      PATIENCE_MS,
    );
  },
  { timeout: 3 * PATIENCE_MS },
);

after(async () => {
  await browser?.close();
  await code?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const toast = (text: string) =>
  window.page.locator(".notification-toast", { hasText: text }).first();

test("what an untrusted folder names is not used, and a message says so", async () => {
  assert.equal(await code.ask("isTrusted"), false);
  await toast("not trusted").waitFor();
  assert.match((await toast("not trusted").textContent()) ?? "", /jouled\.toml.*model/);
  await until(
    "numbers are there",
    async () => (await code.ask<unknown[]>("hints", java)).length > 0,
    PATIENCE_MS,
  );
  assert.equal(await toast("of-the-file.json").count(), 0);
});

test("once the folder is trusted it is used", async () => {
  await code.ask("run", "workbench.trust.manage");
  const trust = window.page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" });
  await trust.first().click();
  await until("the folder is trusted", async () => await code.ask("isTrusted"));
  await toast("of-the-file.json").waitFor();
  await until("one server runs", async () => code.processesOf(JOULED).length === 1);
});
