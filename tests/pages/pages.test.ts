/**
 * The pages that jouled writes, in a browser without a network: what a reader sees, and that the pages request nothing.
 */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { launch } from "../editors/vscode/browser.ts";

function needed(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is not set; \`cargo xtask test --only pages\` does it`);
  return value;
}

const JOULED = needed("JOULED_BIN");
const PICTURES = needed("JOULED_PICTURES");
const FIXTURE = join(import.meta.dirname, "..", "fixtures", "diff", "make.sh");
const REGRESSION = 3;

let browser: Browser;
let folder: string;
let shop: string;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "jouled-pages-"));
  shop = join(folder, "shop");
  execFileSync("sh", [FIXTURE, shop], { stdio: "ignore" });
  browser = await launch(needed("JOULED_CHROMIUM"));
});

after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a page with jouled. */
function written(name: string, ...args: string[]): string {
  const run = spawnSync(JOULED, [...args, "--format", "html"], { cwd: shop, encoding: "utf8" });
  assert.ok(run.status === 0 || run.status === REGRESSION, run.stderr);
  const file = join(folder, name);
  writeFileSync(file, run.stdout);
  return file;
}

/** A page as its reader sees it. It may request nothing but itself, and it may have no errors. */
async function shown(file: string, look: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const wrong: string[] = [];
  const url = pathToFileURL(file).href;
  page.on("request", (request) => {
    if (request.url() !== url) wrong.push(`asked for ${request.url()}`);
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => wrong.push(message.text()));
  page.on("dialog", (dialog) => wrong.push(dialog.message()));
  await page.goto(url);
  await look(page);
  assert.deepEqual(wrong, []);
  await page.close();
}

function column(page: Page, number: number): Promise<string[]> {
  return page.locator(`#changes tbody td:nth-child(${number}) code`).allTextContents();
}

test("a comparison says what costs more, and sorts", async () => {
  const file = written("diff.html", "diff", "base", "merged");
  await shown(file, async (page) => {
    const verdict = await page.locator(".verdict").textContent();
    assert.match(verdict ?? "", /^3 energy regressions/);
    const before = await column(page, 2);
    assert.deepEqual(before.toSorted(), [
      "shop.Mixer.mix(int, int)",
      "shop.Sorter.contains(int[], int)",
    ]);
    // Methods that only call a changed method are folded under it.
    const callers = page.locator("#changes details", { hasText: "2 callers" });
    await callers.locator("summary").click();
    for (const caller of ["shop.App.run(int)", "shop.Report.render(int)"]) {
      assert.equal(await callers.getByText(caller).first().isVisible(), true, caller);
    }
    const increase = page.getByRole("button", { name: "Δ %" });
    await increase.click();
    const upwards = await column(page, 2);
    assert.equal(upwards[0], "shop.Sorter.contains(int[], int)", "the one that costs less");
    assert.equal(upwards.at(-1), "shop.Mixer.mix(int, int)", "the one that grew most");
    await increase.click();
    assert.deepEqual(await column(page, 2), upwards.toReversed());
    await page.screenshot({ path: join(PICTURES, "diff.png"), fullPage: true });
  });
});

test("curves of base and head are in one picture", async () => {
  const file = written("diff.html", "diff", "base", "merged");
  await shown(file, async (page) => {
    const figure = (what: string) =>
      page.locator("figure", { hasText: new RegExp(`^\\s*shop\\.${what}: base, head`) });
    for (const what of [
      "Mixer\\.mix\\(int, int\\) one call",
      "Sorter\\.contains.* worst case over values\\.length",
    ]) {
      for (const side of ["base", "head"]) {
        const box = await figure(what).locator(`polyline.${side}`).boundingBox();
        assert.ok(box && box.width > 50 && box.height > 50, `${what}, ${side}`);
      }
    }
    // The more expensive side is further right on the same axis.
    const middle = async (side: string) => {
      const line = figure("Mixer\\.mix\\(int, int\\) one call").locator(`polyline.${side}`);
      const box = await line.boundingBox();
      assert.ok(box);
      return box.x + box.width / 2;
    };
    assert.ok((await middle("head")) > (await middle("base")));
  });
});

test("sources are side by side, with the most expensive lines marked", async () => {
  const file = written("diff.html", "diff", "base", "callee-regression");
  await shown(file, async (page) => {
    const summary = page.getByText("src/shop/Mixer.java", { exact: true });
    const source = page.locator("details", { has: page.locator("summary").and(summary) });
    assert.equal(await source.locator("li").first().isVisible(), false);
    await source.locator("summary").click();
    const sides = source.locator(".sides > div");
    assert.deepEqual(await sides.locator("h2").allTextContents(), ["base", "head"]);
    const boxes = [await sides.nth(0).boundingBox(), await sides.nth(1).boundingBox()];
    assert.ok(boxes[0] && boxes[1]);
    assert.equal(boxes[0].y, boxes[1].y);
    assert.ok(boxes[0].x + boxes[0].width <= boxes[1].x + 1);
    const changed = (side: number) => sides.nth(side).locator("li", { hasText: "int mixed" });
    const strength = async (side: number) => {
      const colour = await changed(side).evaluate((line) => getComputedStyle(line).backgroundColor);
      const alpha = /^rgba\(.*, ([\d.]+)\)$/.exec(colour)?.[1];
      return alpha === undefined ? 1 : Number(alpha);
    };
    assert.ok((await strength(1)) > (await strength(0)));
    assert.match((await changed(1).getAttribute("title")) ?? "", /^[\d.]+ nJ$/);
    await page.screenshot({ path: join(PICTURES, "diff-source.png"), fullPage: true });
  });
});

test("a report is a page, too", async () => {
  const file = written("report.html", "report", "src");
  await shown(file, async (page) => {
    const names = await page.locator("#changes tbody code").allTextContents();
    assert.ok(names.includes("shop.Sums.upTo(int)"), names.join("\n"));
    await page.screenshot({ path: join(PICTURES, "report.png"), fullPage: true });
  });
});

/** A profile of a program that spends most of its time in one method. */
function profiled(): string {
  const source = join(folder, "Busy.java");
  writeFileSync(
    source,
    `public class Busy {
       static long spin(long rounds) {
         long sum = 1;
         for (long i = 0; i < rounds; i++) sum = sum * 31 + (i ^ sum >>> 7);
         return sum;
       }
       public static void main(String[] args) {
         long sum = 0;
         for (int i = 0; i < 20; i++) sum += spin(50_000_000);
         System.out.println(sum);
       }
     }`,
  );
  const profile = join(folder, "run.jouled");
  const options = ["--no-counts", "--meter", "cpu-time", "--out", profile];
  execFileSync(JOULED, ["profile", ...options, "--", "java", source], { stdio: "ignore" });
  return profile;
}

test("a trend has curves with their changes, and runs no script", async () => {
  // A commit message that contains HTML.
  const message = "<img src=x onerror=alert(1)><script>alert(2)</script>";
  const git = (...words: string[]) =>
    execFileSync(
      "git",
      [
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@example.org",
        "-c",
        "commit.gpgsign=false",
        ...words,
      ],
      { cwd: shop, stdio: "ignore" },
    );
  git("checkout", "-q", "-b", "history", "callee-regression");
  for (let empty = 0; empty < 8; empty++) git("commit", "-q", "--allow-empty", "-m", message);
  git("revert", "--no-edit", "callee-regression");
  git("commit", "-q", "--amend", "-m", message);
  for (let empty = 0; empty < 8; empty++) git("commit", "-q", "--allow-empty", "-m", message);
  const file = written("trend.html", "trend", "history", "--store", join(folder, "trend.db"));
  await shown(file, async (page) => {
    assert.equal(await page.locator("img, script").count(), 0);
    const mix = page.locator("section", { hasText: "shop.Mixer.mix(II)I" });
    const line = await mix.locator("polyline").boundingBox();
    assert.ok(line && line.width > 300 && line.height > 5, "a curve");
    const less = mix.locator("tr", { hasText: "−" });
    assert.equal(await less.locator("td").last().textContent(), message);
    await page.screenshot({ path: join(PICTURES, "trend.png"), fullPage: true });
  });
  git("checkout", "-q", "-f", "base");
});

test("a flame graph shows the cost of each frame, searches and zooms", async () => {
  const file = written("profile.html", "report", "--profile", profiled());
  await shown(file, async (page) => {
    assert.match(
      (await page.locator(".ground").first().textContent()) ?? "",
      /modelled, not measured/,
    );
    const find = page.getByRole("searchbox", { name: "Find" });
    const frames = page.locator("#flame button");
    const spin = frames.filter({ hasText: "Busy.spin" }).first();
    const narrow = await spin.boundingBox();
    await page.screenshot({ path: join(PICTURES, "profile.png") });
    await find.fill("busy.SPIN");
    assert.match(
      (await page.locator("#found").textContent()) ?? "",
      /^\d+ frames, [\d.]+ J, [\d.]+% of the run$/,
    );
    assert.ok((await page.locator("#flame .hit").count()) > 0);
    await find.fill("no such method");
    assert.equal(await page.locator("#found").textContent(), "0 frames, 0 nJ, 0.0% of the run");
    await find.fill("");
    // The zoomed frame has the full width, and so do its callers.
    await spin.click();
    const wide = await spin.boundingBox();
    assert.ok(narrow && wide && wide.width > narrow.width);
    const all = await page.locator("#flame").boundingBox();
    assert.ok(all && Math.abs(all.width - wide.width) < 1);
    assert.match(
      (await page.locator("#detail").textContent()) ?? "",
      /^Busy\.spin\(.*\): [\d.]+ m?J, [\d.]+% of the run/,
    );
    await page.keyboard.press("ArrowUp");
    assert.match((await page.locator("#detail").textContent()) ?? "", /^Busy\.main\(/);
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("button", { name: "Show all" }).isVisible(), false);
    assert.deepEqual(await spin.boundingBox(), narrow);
    const methods = await page.locator("tbody code").allTextContents();
    assert.ok(
      methods.some((name) => name.startsWith("Busy.spin(")),
      methods.join("\n"),
    );
  });
});

test("names of files are only text", async () => {
  const name = "<img src=x onerror=alert(1)>.java";
  mkdirSync(join(shop, "src"), { recursive: true });
  const path = join(shop, "src", name);
  writeFileSync(path, "class Named { static int f(int a) { return a * a; } }\n");
  try {
    const file = written("named.html", "diff", "base");
    await shown(file, async (page) => {
      assert.equal(await page.locator("img").count(), 0);
      assert.ok((await page.locator("body").textContent())?.includes(name));
    });
  } finally {
    rmSync(path);
  }
});
