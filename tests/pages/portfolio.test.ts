/**
 * The pages of `jouled portfolio` in a browser without a network: ranks, the way to a method, search, and hostile names.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { launch } from "../editors/vscode/browser.ts";

function needed(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is not set; \`cargo xtask test --only pages\` does it`);
  return value;
}

const JOULED = needed("JOULED_BIN");
const PICTURES = needed("JOULED_PICTURES");
const HOSTILE = "</script><img src=x onerror=alert(1)>";

/** A service has the name of the last part of its path. */
const LAST_PART = "script><img src=x onerror=alert(1)>.war";

let browser: Browser;
let folder: string;
let site: string;

interface Method {
  input: string;
  class: string;
  method: string;
  typical_j: number | null;
  library?: string;
  version?: string;
}

/** A row of `jouled.rows/1`, as docs/rows.md describes it. */
function row(method: Method): string {
  const { typical_j, library, version, ...names } = method;
  const of = (factor: number) => (typical_j === null ? null : typical_j * factor);
  const entry = `${method.class}.class`;
  return JSON.stringify({
    ...names,
    organisation: library ? `org.${library}` : null,
    artifact: library ?? null,
    version: version ?? null,
    jar: library ? `${method.input}!/WEB-INF/lib/${library}.jar` : method.input,
    entry: library ? entry : `WEB-INF/classes/${entry}`,
    descriptor: "(I[Ljava/lang/String;)V",
    file: "Source.java",
    line: 42,
    not_analysed: null,
    typical_j,
    typical_low_j: of(0.5),
    typical_high_j: of(3),
    open: "loops",
    worst_j: of(10),
    worst_q99_j: of(12),
    worst_has_symbols: true,
    worst_is_incomplete: false,
    seen: typical_j === null ? null : 0.9996,
    unpriced_calls: typical_j === null ? null : 1.5,
    typical_factor: 1,
    events: [],
    model: "made-up",
    model_digest: "0123456789abcdef",
    path_model_digest: "0123456789abcdef",
    device: "any",
    structure: "additive",
    mapping: "stack/2",
    tool: "0.1.0",
  });
}

const tables: Record<string, Method[]> = {
  shop: [
    { input: "apps/shop.war", class: "shop/Cart", method: "total", typical_j: 2e-3 },
    { input: "apps/shop.war", class: "shop/Cart", method: "add", typical_j: 999.6e-9 },
    { input: "apps/shop.war", class: "shop/Cart$Item", method: "<init>", typical_j: null },
    {
      input: "apps/shop.war",
      class: "org/codec/Hash",
      method: "crypt",
      typical_j: 0.5,
      library: "codec",
      version: "1.0",
    },
  ],
  orders: [
    ...Array.from({ length: 250 }, (_, number) => ({
      input: "apps/orders.war",
      class: "orders/Book",
      method: `find${number}`,
      typical_j: 1e-3 * (number + 1),
    })),
    {
      input: "apps/orders.war",
      class: "org/codec/Hash",
      method: "crypt",
      typical_j: 0.7,
      library: "codec",
      version: "2.0",
    },
  ],
  hostile: [
    {
      input: `apps/${HOSTILE}.war`,
      class: HOSTILE,
      method: HOSTILE,
      typical_j: 1e-6,
      library: HOSTILE,
      version: HOSTILE,
    },
    { input: `apps/${HOSTILE}.war`, class: HOSTILE, method: HOSTILE, typical_j: 1e-6 },
  ],
};

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "jouled-portfolio-"));
  const files = Object.entries(tables).map(([name, methods]) => {
    const file = join(folder, `${name}.ndjson`);
    writeFileSync(file, `${methods.map(row).join("\n")}\n`);
    return file;
  });
  site = join(folder, "site");
  const run = spawnSync(JOULED, ["portfolio", ...files, "--out", site], { encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  browser = await launch(needed("JOULED_CHROMIUM"));
});

after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A page as its reader sees it. It may request only pages of the site, and it may have no errors. */
async function shown(file: string, look: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const wrong: string[] = [];
  const root = pathToFileURL(site).href;
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!request.url().startsWith(root) || !pathname.endsWith(".html")) {
      wrong.push(`asked for ${request.url()}`);
    }
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => wrong.push(message.text()));
  page.on("dialog", (dialog) => wrong.push(dialog.message()));
  await page.goto(pathToFileURL(join(site, file)).href);
  await look(page);
  assert.deepEqual(wrong, []);
  await page.close();
}

function table(page: Page, name: string): Locator {
  return page.locator(`section[data-table=${name}]`);
}

async function cells(page: Page, name: string, number: number): Promise<string[]> {
  const found = table(page, name).locator(`tbody tr:not(.detail) td:nth-child(${number})`);
  return (await found.allInnerTexts()).map((text) => text.split("\n")[0] ?? "");
}

/** No element covers another, and none is wider than the window unless it scrolls. */
async function isTidy(page: Page): Promise<void> {
  const wrong = await page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
    for (const row of document.querySelectorAll("tr")) {
      const boxes = Array.from(row.cells, (cell) => cell.getBoundingClientRect());
      boxes.forEach((box, place) => {
        const next = boxes[place + 1];
        if (next && box.right > next.left + 0.5) found.push(`cells of ${row.textContent}`);
      });
      for (const cell of row.cells) {
        if (cell.scrollWidth > cell.clientWidth + 1) found.push(`text of ${cell.textContent}`);
      }
    }
    return found;
  });
  assert.deepEqual(wrong, []);
}

test("services are ranked, name their model, and can be sorted", async () => {
  await shown("index.html", async (page) => {
    assert.deepEqual(await cells(page, "services", 1), ["orders.war", "shop.war", LAST_PART]);
    assert.deepEqual(await cells(page, "services", 2), ["250", "1", "0"]);
    assert.deepEqual(await cells(page, "services", 3), ["250", "2", "1"]);
    // The 238th of 250 methods, by the nearest rank.
    assert.deepEqual(await cells(page, "services", 4), ["238 mJ", "2.00 mJ", "1.00 µJ"]);
    assert.deepEqual(await cells(page, "services", 8), ["99.9%", "99.9%", "99.9%"]);
    assert.deepEqual(await cells(page, "services", 11), ["–", "–", "–"], "no status is known");
    const said = (await page.locator("body").innerText()).replaceAll(/\s+/g, " ");
    assert.match(
      said,
      /Model made-up \(0123456789ab\), device any, structure additive, mapping stack\/2/,
    );
    assert.match(said, /expensive if one call typically costs 1\.00 mJ or more/);
    assert.match(said, /unknown for 3 services/);
    await isTidy(page);
    await page.screenshot({ path: join(PICTURES, "portfolio.png"), fullPage: true });
    await page.getByRole("button", { name: "Most expensive" }).click();
    await page.getByRole("button", { name: "Most expensive" }).click();
    assert.deepEqual(await cells(page, "services", 5), ["1.00 µJ", "2.00 mJ", "250 mJ"]);
  });
});

test("a search finds services and methods", async () => {
  await shown("index.html", async (page) => {
    const find = page.getByRole("searchbox", { name: "Find in Services" });
    await find.fill("SHOP");
    assert.deepEqual(await cells(page, "services", 1), ["shop.war"]);
    await find.fill("no such service");
    assert.deepEqual(await cells(page, "services", 1), []);
    assert.equal(await table(page, "services").getByRole("status").innerText(), "0 found, of 3");
  });
  await shown("hotspots.html", async (page) => {
    const find = page.getByRole("searchbox", { name: "Find in Methods" });
    await find.fill("orders.book find17");
    const found = await cells(page, "methods", 1);
    assert.equal(found.length, 11, found.join("\n"));
    assert.equal(found[0], "find179(int, String[])", "the most expensive first");
  });
});

test("from a service to its method and its details", async () => {
  await shown("index.html", async (page) => {
    await page.getByRole("link", { name: "shop.war" }).click();
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "shop.war");
    assert.deepEqual(await cells(page, "own", 1), [
      "total(int, String[])",
      "add(int, String[])",
      "Item(int, String[])",
    ]);
    assert.deepEqual(await cells(page, "own", 2), ["2.00 mJ", "1.00 µJ", "–"]);
    assert.deepEqual(await cells(page, "inside", 1), ["crypt(int, String[])"]);
    await table(page, "own")
      .getByRole("button", { name: /^total/ })
      .click();
    const detail = await table(page, "own").locator(".detail").innerText();
    for (const part of [
      "Source.java, line 42",
      "2.00 mJ a call; 90% interval 1.00 mJ to 6.00 mJ; it is wide because of loops",
      "20.0 mJ a call; 99% quantile 24.0 mJ; symbols without a value count as 10",
      "1.5 in a typical call; they are not in its energy",
      "apps/shop.war, WEB-INF/classes/shop/Cart.class",
      "model made-up, device any",
    ]) {
      assert.ok(detail.includes(part), `${part} in ${detail}`);
    }
    await isTidy(page);
    await page.screenshot({ path: join(PICTURES, "portfolio-service.png"), fullPage: true });
    // Its library, with its cost in each service.
    await table(page, "libraries").getByRole("link", { name: "codec" }).click();
    assert.deepEqual(await cells(page, "services", 1), ["orders.war", "shop.war"]);
    assert.deepEqual(await cells(page, "versions", 1), ["2.0", "1.0"]);
    await isTidy(page);
  });
});

test("a method of a library counts once, and leads to its services", async () => {
  await shown("hotspots.html", async (page) => {
    assert.equal((await cells(page, "methods", 1))[0], "crypt(int, String[])");
    assert.equal((await cells(page, "methods", 2))[0], "700 mJ");
    assert.equal((await cells(page, "methods", 7))[0], "2");
    const names = await cells(page, "methods", 1);
    assert.equal(names.filter((name) => name.startsWith("crypt")).length, 1);
    await isTidy(page);
    await page.screenshot({ path: join(PICTURES, "portfolio-methods.png") });
    const methods = table(page, "methods");
    await methods.getByRole("button", { name: /^crypt/ }).click();
    const detail = methods.locator(".detail");
    assert.match(
      await detail.innerText(),
      /500 mJ; the other numbers are those of the place where it costs most/,
    );
    assert.match(await detail.innerText(), /org\.codec:codec 2\.0, 1\.0/);
    await detail.getByRole("link", { name: "shop.war" }).click();
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "shop.war");
    // The link has led to the method.
    assert.equal(await table(page, "inside").locator(".detail").count(), 1);
  });
});

test("long tables have pages", async () => {
  await shown("hotspots.html", async (page) => {
    const methods = table(page, "methods");
    const status = methods.getByRole("status");
    assert.equal(await status.innerText(), "1 to 100 of 256");
    await methods.getByRole("button", { name: "Next" }).click();
    await methods.getByRole("button", { name: "Next" }).click();
    assert.equal(await status.innerText(), "201 to 256 of 256");
    assert.equal((await cells(page, "methods", 2)).at(-1), "–", "what is not known comes last");
  });
});

test("hostile names are text on every page", async () => {
  const files = ["", "services", "libraries"].flatMap((name) =>
    readdirSync(join(site, name))
      .filter((file) => file.endsWith(".html"))
      .map((file) => join(name, file)),
  );
  assert.equal(files.length, 8, files.join("\n"));
  for (const file of files) {
    assert.match(file, /^[a-z/0-9-]+\.html$/);
    await shown(file, async (page) => {
      assert.equal(await page.locator("img").count(), 0, file);
      for (const button of await page.locator("tbody button").all()) {
        if ((await button.innerText()).includes("script")) await button.click();
      }
      assert.equal(await page.locator("img").count(), 0, file);
    });
  }
});
