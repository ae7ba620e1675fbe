/**
 * The extension and the server in VS Code itself.
 *
 * VS Code runs once. The probe reports what the extension host gets, and the page shows what the user sees. The
 * checks of hints and lenses run again with hints off and with lenses off, and then exactly the checks of what is
 * off must fail. This shows that the checks detect what they look for.
 */

import assert from "node:assert/strict";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launch, Window } from "./browser.ts";
import { CodeServer, PATIENCE_MS, STEP_PATIENCE_MS, until } from "./codeServer.ts";

const ENERGY = String.raw`(?:\d\.\d{1,2}|\d\d\.\d|\d{1,4}) (?:[npµmk]?J)`;

const JAVA = `class Sums {
    static long sum(long f1, long f2) {
        long f3 = 0;
        f3 = f2 + f1;
        return f3;
    }

    static long total(int n) {
        long t = 0;
        for (int i = 0; i < n; i++) {
            t += i;
        }
        return t;
    }

    static long square(long side) {
        long area = 0;
        for (int i = 0; i < 100; i++) {
            area += side * side;
            area -= i;
        }
        return area / 100;
    }
}
`;
const LINES = JAVA.split("\n");
const SIZE = { width: 1280, height: 800 };
const DARK = "Default Dark Modern";
const LIGHT = "Default Light Modern";
const ADDITION = LINES.findIndex((line) => line.includes("f2 + f1"));
const PRODUCT = LINES.findIndex((line) => line.includes("side * side"));
const TOTAL = LINES.findIndex((line) => line.includes("long total"));

function setting(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is not set; run cargo xtask test --only vscode`);
  return value;
}

const FIXTURE = join(
  import.meta.dirname,
  "..",
  "..",
  "fixtures",
  "java",
  "MatrixMultiplication.java",
);
const JOULED = setting("JOULED_BIN");
const PICTURES = setting("JOULED_PICTURES");
const folder = mkdtempSync(join(tmpdir(), "jouled-vscode-"));
const project = join(folder, "project");
const java = join(project, "Sums.java");
const program = join(project, "MatrixMultiplication.java");
const evilProof = join(folder, "the-workspace-chose-what-ran");

let code: CodeServer;
let browser: Browser;
let window: Window;

/** What VS Code gets and shows at a moment. */
interface Seen {
  readonly hints: { line: number; character: number; text: string }[];
  readonly lenses: { line: number; text: string; command: string }[];
  readonly hover: string;
  readonly shownLines: string[];
  readonly shownLenses: string[];
}

async function look(): Promise<Seen> {
  return {
    hints: await code.ask("hints", java),
    lenses: await code.ask("lenses", java),
    hover: (await code.ask<string[]>("hover", java, ADDITION, 10)).join("\n"),
    shownLines: await window.lines(),
    shownLenses: await window.lenses(),
  };
}

const hintOfAddition = ({ hints }: Seen) => hints.find(({ line }) => line === ADDITION);

// Nyholm, Mostowski and Reichenbach 2025, Table 3: an addition of two long variables.
const HINT_CHECKS: Record<string, (seen: Seen) => boolean> = {
  "a hint says what a line costs": (seen) => hintOfAddition(seen)?.text.trim() === "⚡ 40.2 nJ",
  "a hint stands at the end of its line": (seen) =>
    hintOfAddition(seen)?.character === LINES[ADDITION]?.length,
  "a hint is seen in the editor": ({ shownLines }) =>
    shownLines.some((line) => /f3 = f2 \+ f1;\s*⚡ 40\.2 nJ/.test(line)),
};

const LENS_CHECKS: Record<string, (seen: Seen) => boolean> = {
  "a lens heads a method": ({ lenses }) =>
    lenses.some(
      ({ line, text }) => line === 1 && new RegExp(`^⚡ ≈ ${ENERGY} · worst ${ENERGY}`).test(text),
    ),
  "a lens shows a formula": ({ lenses }) =>
    lenses.some(
      ({ line, text }) =>
        line === TOTAL && new RegExp(String.raw`^⚡ ≈ ${ENERGY} \+ ${ENERGY}·n`).test(text),
    ),
  "a lens opens the report": ({ lenses }) =>
    lenses.length > 0 && lenses.every(({ command }) => command === "jouled.showReport"),
  "a lens is seen in the editor": ({ shownLenses }) =>
    shownLenses.some((lens) => new RegExp(`⚡ ≈ ${ENERGY} · worst`).test(lens)),
};

const OTHER_CHECKS: Record<string, (seen: Seen) => boolean> = {
  "a hover explains a number": ({ hover }) =>
    ["40.2 nJ", "p99.9"].every((it) => hover.includes(it)),
  "the text is seen in the editor": ({ shownLines }) =>
    shownLines.some((line) => line.includes("class Sums")),
};

const CHECKS = { ...HINT_CHECKS, ...LENS_CHECKS, ...OTHER_CHECKS };

function failing(seen: Seen): string[] {
  return Object.entries(CHECKS).flatMap(([name, check]) => (check(seen) ? [] : [name]));
}

/** Waits until exactly some checks fail. */
async function untilFailing(names: string[], patience = STEP_PATIENCE_MS): Promise<void> {
  const wanted = names.toSorted();
  let last: string[] = [];
  const met = async () => {
    last = failing(await look()).toSorted();
    return JSON.stringify(last) === JSON.stringify(wanted);
  };
  await until("exactly the expected checks fail", met, patience).catch((error: unknown) => {
    assert.deepEqual(last, wanted);
    throw error;
  });
}

before(
  async () => {
    mkdirSync(join(project, ".vscode"), { recursive: true });
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(java, JAVA);
    copyFileSync(FIXTURE, program);
    const evil = join(project, "evil.sh");
    const jdk = join(project, "evil-jdk");
    mkdirSync(join(jdk, "bin"), { recursive: true });
    writeFileSync(join(jdk, "release"), 'JAVA_VERSION="21.0.4"\n');
    for (const program of [evil, join(jdk, "bin", "java"), join(jdk, "bin", "javac")]) {
      writeFileSync(program, `#!/bin/sh\ntouch '${evilProof}'\nexit 1\n`);
      chmodSync(program, 0o755);
    }
    writeFileSync(
      join(project, ".vscode", "settings.json"),
      JSON.stringify({
        "jouled.server.path": evil,
        "jouled.javaHome": jdk,
      }),
    );
    code = await CodeServer.start({
      folder,
      installed: setting("JOULED_VSCODE_TOOLS"),
      extensions: [setting("JOULED_VSIX"), setting("JOULED_PROBE_VSIX")],
      user: {
        "workbench.colorTheme": DARK,
        "workbench.activityBar.location": "hidden",
        "editor.stickyScroll.enabled": false,
        "editor.occurrencesHighlight": "off",
        "workbench.startupEditor": "none",
        "workbench.tips.enabled": false,
        "workbench.secondarySideBar.defaultVisibility": "hidden",
        "editor.minimap.enabled": false,
        "files.autoSave": "off",
        "git.enabled": false,
        // The lines of the tests are too small to be hot.
        "jouled.hints": "all",
        "telemetry.telemetryLevel": "off",
      },
      machine: { "jouled.server.path": JOULED },
    });
    browser = await launch(setting("JOULED_CHROMIUM"));
    const page = await browser.newPage({
      viewport: SIZE,
    });
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

/** A test that takes a picture, even if it fails. */
function check(name: string, run: () => Promise<void>): void {
  test(name, { timeout: 2 * PATIENCE_MS }, async () => {
    try {
      await run();
    } finally {
      await window?.screenshot(PICTURES, name.replaceAll(/[^a-z0-9]+/gi, "-"));
    }
  });
}

check("hints, lenses and hovers are there", () => untilFailing([], PATIENCE_MS));

check("a workspace does not choose what is run", async () => {
  assert.ok(existsSync(join(project, "evil.sh")));
  assert.ok(!existsSync(evilProof));
  assert.equal(code.processesOf(JOULED).length, 1);
});

check("a workspace does not choose the JDK later on either", async () => {
  const jdk = join(project, "evil-jdk");
  const settings = join(project, ".vscode", "settings.json");
  const before = readFileSync(settings, "utf-8");
  for (const home of [jdk, "evil-jdk"]) {
    // The server gets each change, and asks for all settings when it restarts.
    writeFileSync(settings, JSON.stringify({ "jouled.javaHome": home, "jouled.lens": false }));
    await untilFailing(Object.keys(LENS_CHECKS));
    await code.ask("run", "jouled.restartServer");
    await untilFailing(Object.keys(LENS_CHECKS));
    assert.ok(!existsSync(evilProof));
  }
  writeFileSync(settings, before);
  await untilFailing([]);
});

check("nothing is reported as a problem of the code", async () => {
  assert.deepEqual(await code.ask("diagnostics", java), []);
});

check("the hover is seen, with a picture of the density", async () => {
  for (const theme of [LIGHT, DARK]) {
    await code.ask("set", "workbench.colorTheme", theme);
    assert.match(await window.hover("f2 + f1"), /p99\.9/);
    // An image that VS Code blocks, or cannot draw, has no natural size.
    await until("the picture is drawn", async () =>
      (await window.imagesOfHover()).some(
        ({ natural, shown, alternative }) =>
          natural === 300 && shown === 300 && alternative.includes("mean 40.2 nJ"),
      ),
    );
    await window.screenshot(PICTURES, `hover-${theme.replaceAll(" ", "-")}`);
    await window.page.keyboard.press("Escape");
    await window.page.mouse.move(0, 0);
  }
});

check("with hints off exactly the checks of hints fail", async () => {
  const toggle = async (names: string[]) => {
    await window.run("jouled: Toggle Hints at the Ends of Lines");
    await untilFailing(names);
  };
  await toggle(Object.keys(HINT_CHECKS));
  await toggle([]).catch(async () => {
    // Sometimes VS Code has the hints but does not draw them. A user would toggle them once more.
    assert.deepEqual(failing(await look()), ["a hint is seen in the editor"]);
    await toggle(Object.keys(HINT_CHECKS));
    await toggle([]);
  });
});

check("the hint of the cursor's line can be hidden", async () => {
  const isSeen = async () => (await window.lines()).some((line) => /f2 \+ f1;\s*⚡/.test(line));
  await code.ask("set", "jouled.hintsHideOnCursorLine", true);
  await code.ask("place", ADDITION, 8);
  await until("the hint is hidden", async () => !(await isSeen()));
  await code.ask("place", ADDITION + 1, 8);
  await until("the hint is back", isSeen);
  await code.ask("place", ADDITION, 8);
  await until("the hint is hidden again", async () => !(await isSeen()));
  await code.ask("set", "jouled.hintsHideOnCursorLine", null);
  await until("the hint stays", isSeen);
});

check("what is not set in VS Code is as the project's file says", async () => {
  const file = join(project, "jouled.toml");
  writeFileSync(file, "lens = false\n");
  await code.ask("run", "jouled.restartServer");
  await untilFailing(Object.keys(LENS_CHECKS));
  rmSync(file);
  await code.ask("run", "jouled.restartServer");
  await untilFailing([]);
});

check("with lenses off exactly the checks of lenses fail", async () => {
  await window.run("jouled: Toggle Lenses above Methods");
  await untilFailing(Object.keys(LENS_CHECKS));
  await window.run("jouled: Toggle Lenses above Methods");
  await untilFailing([]);
});

check("the status bar shows the energy of the method at the cursor", async () => {
  await code.ask("place", ADDITION, 8);
  await until("the energy is in the status bar", async () =>
    new RegExp(`${ENERGY} · worst ${ENERGY}`).test(await window.status()),
  );
  await code.ask("place", TOTAL + 1, 8);
  await until("another method's energy is in the status bar", async () =>
    new RegExp(String.raw`${ENERGY} \+ ${ENERGY}·n`).test(await window.status()),
  );
});

check("the heat map colours lines and is off until it is asked for", async () => {
  assert.deepEqual(await window.backgrounds(), []);
  await window.run("jouled: Toggle the Heat Map");
  const colours = await until("lines are coloured", async () => {
    const found = await window.backgrounds();
    return new Set(found).size >= 2 && found;
  });
  assert.ok(colours.every((colour) => /^rgba\(.*, 0\.\d+\)$/.test(colour)));
  await window.screenshot(PICTURES, "hints-lenses-and-heat-map");
  await window.run("jouled: Toggle the Heat Map");
  await until("no line is coloured", async () => (await window.backgrounds()).length === 0);
});

check("the most expensive methods are listed and one is gone to", async () => {
  await code.ask("place", 0, 0);
  await window.run("jouled: Go to the Most Expensive Methods of the Workspace");
  const choices = await until("methods are listed", async () => {
    const found = await window.choices();
    return found.some((choice) => choice.includes("Sums.square")) && found;
  });
  assert.ok(choices.some((choice) => choice.includes("MatrixMultiplication")));
  await window.screenshot(PICTURES, "hotspots");
  await window.page.keyboard.type("square");
  await until("one is left", async () => (await window.choices()).length === 1);
  await window.page.keyboard.press("Enter");
  await until("the method is in front", async () => {
    const { path, line } = await code.ask<{ path: string; line: number }>("active");
    return path === java && LINES[line]?.includes("long square");
  });
});

check(
  "the report of a method has a curve, quantiles, breakdowns and what it rests on",
  async () => {
    await code.ask("place", PRODUCT, 8);
    await window.run("jouled: Show the Energy Report of This Method");
    const frame = await window.webview();
    await until("the report is there", async () =>
      (await frame.locator("h1").textContent())?.includes("Sums.square"),
    );
    assert.equal(await frame.locator("svg.curve path.line").count(), 1);
    // biome-ignore lint/performance/useDomNodeTextContent: the text as it is laid out is looked at
    const text = await frame.locator("body").innerText();
    for (const part of [
      "Formula",
      "p99.9",
      "The worst case by operation",
      "The worst case by category",
      "Hardware",
    ]) {
      assert.ok(text.includes(part), `${part} is not in\n${text}`);
    }
    assert.match(text, new RegExp(`mean\\s+${ENERGY} ± ${ENERGY}`));
    // The page's own style applies, and uses the colours of the theme.
    const colour = await frame
      .locator("svg.curve path.line")
      .evaluate((line) => getComputedStyle(line).stroke);
    assert.match(colour, /^rgb/);
    assert.equal(await frame.locator("script").count(), 0);
    const themes = [
      [DARK, "rgb(31, 31, 31)"],
      [LIGHT, "rgb(255, 255, 255)"],
      ["Default High Contrast", "rgb(0, 0, 0)"],
      ["Default High Contrast Light", "rgb(255, 255, 255)"],
    ] as const;
    for (const [theme, expected] of themes) {
      await code.ask("set", "workbench.colorTheme", theme);
      await until(`the report is ${theme}`, async () => {
        const background = await frame
          .locator("body")
          .evaluate((body) => getComputedStyle(body).backgroundColor);
        return background === expected;
      });
      await window.screenshot(PICTURES, `report-${theme.replaceAll(" ", "-")}`);
    }
    await code.ask("set", "workbench.colorTheme", DARK);
    await code.ask("run", "workbench.action.closeEditorsInOtherGroups");
  },
);

check("a device and a symbol's value can be chosen", async () => {
  await code.ask("run", "jouled.chooseModel");
  await until("models are listed", async () => (await window.choices()).length >= 2);
  await window.screenshot(PICTURES, "models");
  await window.page.keyboard.press("Enter");
  await until("devices are listed", async () =>
    (await window.choices()).some((choice) => choice.startsWith("device_1")),
  );
  await window.page.keyboard.type("device_1");
  await until("one is left", async () => (await window.choices()).length === 1);
  await window.page.keyboard.press("Enter");
  await until("it is set", async () => (await code.ask("get", "jouled.device")) === "device_1");
  await until("the numbers are the device's", async () => {
    const hint = hintOfAddition(await look())?.text.trim();
    return hint !== undefined && hint !== "⚡ 40.2 nJ" && new RegExp(`⚡ ${ENERGY}`).test(hint);
  });
  await code.ask("set", "jouled.device", null);
  await untilFailing([]);

  await code.ask("set", "jouled.assume", { n: 100 });
  await until("a formula is an energy", async () => {
    const { lenses } = await look();
    const lens = lenses.find(({ line }) => line === TOTAL);
    return new RegExp(`^⚡ .*worst ${ENERGY}`).test(lens?.text ?? "");
  });
  await code.ask("set", "jouled.assume", null);
  await untilFailing([]);
});

check("a whole program is shown with everything on", async () => {
  await code.ask("run", "workbench.action.closeSidebar");
  await code.ask("set", "jouled.heatMap", true);
  await code.ask("set", "jouled.assume", { N: 100 });
  await code.ask("open", program, 0);
  await until("its lines have hints and colours", async () => {
    const lines = (await window.lines()).filter((line) => line.includes("⚡"));
    return lines.length >= 10 && new Set(await window.backgrounds()).size >= 2;
  });
  const lines = readFileSync(program, "utf-8").split("\n");
  await code.ask(
    "place",
    lines.findIndex((line, number) => number > 15 && line.includes("+=")),
    8,
  );
  await window.run("jouled: Show the Energy Report of This Method");
  const frame = await window.webview();
  await frame.locator("svg.curve").waitFor();
  await window.page.setViewportSize({ width: 1480, height: 760 });
  await code.ask("run", "revealLine", { lineNumber: 14, at: "top" });
  await until("the comment is out of sight", async () =>
    (await window.lines()).every((line) => !line.includes("square matrices")),
  );
  await window.screenshot(PICTURES, "vscode");
  await window.page.setViewportSize(SIZE);
  await code.ask("run", "workbench.action.closeEditorsInOtherGroups");
  await code.ask("set", "jouled.heatMap", null);
  await code.ask("set", "jouled.assume", null);
  await code.ask("open", java, 0);
});

check("the lightbulb says what an edit saves, and previews it as a diff", async () => {
  await code.ask("place", PRODUCT, LINES[PRODUCT]?.indexOf("side * side"));
  const title = new RegExp(
    `Compute side \\* side before the loop: saves ${ENERGY} per call \\(\\d+%, P`,
  );
  await until("the menu has the edit", async () => {
    // In an open menu the same keys would apply the edit.
    if ((await window.actions()).length === 0) {
      await code.ask("run", "editor.action.quickFix");
    }
    return (await window.actions()).some((action) => title.test(action));
  });
  await window.screenshot(PICTURES, "advice");
  await window.page.keyboard.press("Control+Enter");
  await until("the preview shows what is added and taken away", async () => {
    const shown = (await window.previewed()).join("\n");
    return (
      shown.includes("final long product = side * side;") &&
      shown.includes("area += side * sideproduct;")
    );
  });
  await window.screenshot(PICTURES, "advice-preview");
  assert.equal(readFileSync(java, "utf-8"), JAVA);
  await window.page.getByRole("button", { name: "Discard" }).click();
  await until("the preview is closed", async () => (await window.previewed()).length === 0);
  await code.ask("run", "workbench.action.closePanel");
  await untilFailing([]);
});

check("numbers follow an edit without saving", async () => {
  await code.ask("replace", ADDITION, "        f3 = f2 * f1;");
  await until("the hint is of the new text", async () => {
    const hint = hintOfAddition(await look())?.text.trim();
    return hint !== "⚡ 40.2 nJ" && new RegExp(`^⚡ ${ENERGY}$`).test(hint ?? "");
  });
  await code.ask("replace", ADDITION, LINES[ADDITION]);
  await untilFailing([]);
});

check("a server that is killed is started again", async () => {
  const [old] = code.processesOf(JOULED);
  assert.ok(old);
  process.kill(old, "SIGKILL");
  await until("another server runs", async () => {
    const [now] = code.processesOf(JOULED);
    return now !== undefined && now !== old;
  });
  await untilFailing([]);
});

check("a command restarts the server", async () => {
  const [old] = code.processesOf(JOULED);
  await window.run("jouled: Restart the Server");
  await until("another server runs, and only one", async () => {
    const all = code.processesOf(JOULED);
    return all.length === 1 && all[0] !== old;
  });
  await untilFailing([]);
});

check("settings that change while the server starts are no error", async () => {
  await code.ask("run", "jouled.restartServer");
  for (const lens of [false, true, false, true]) {
    await code.ask("set", "jouled.lens", lens);
  }
  await code.ask("set", "jouled.lens", null);
  await untilFailing([]);
  assert.deepEqual(await window.page.locator(".notification-toast").allTextContents(), []);
});

check("without a server a message says what to do", async () => {
  await changeServer("/nowhere/jouled");
  const toast = window.page.locator(".notification-toast", {
    hasText: "/nowhere/jouled",
  });
  await toast.first().waitFor();
  assert.match((await toast.first().textContent()) ?? "", /jouled\.server\.path/);
  await until("the status bar shows an error", async () =>
    (await window.status()).includes("jouled"),
  );
  assert.deepEqual(code.processesOf(JOULED), []);
  await changeServer(JOULED);
  await untilFailing([]);
});

/** Names another server in the settings of the machine, and waits until VS Code has read them. */
async function changeServer(path: string): Promise<void> {
  await code.ask("set", "jouled.server.path", path);
  await until(
    "VS Code has the new setting",
    async () => (await code.ask<string>("get", "jouled.server.path")) === path,
  );
}
