/** The page that shows VS Code: what its user sees and does. */

import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Frame, Page } from "playwright-core";
import { PATIENCE_MS, until } from "./codeServer.ts";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The packages of the extension; this folder has none. */
const EXTENSION = join(import.meta.dirname, "..", "..", "..", "editors", "vscode", "package.json");

/** An empty Chromium. */
export async function launch(executablePath: string): Promise<Browser> {
  const { chromium }: typeof import("playwright-core") =
    createRequire(EXTENSION)("playwright-core");
  return await chromium.launch({
    executablePath,
    args: FLAGS,
    timeout: PATIENCE_MS,
  });
}

/** Texts with ordinary spaces: VS Code uses non-breaking ones. */
function readable(texts: (string | null)[]): string[] {
  return texts.map((text) => (text ?? "").replaceAll(/[\u00a0\u200b]/g, " ").trim());
}

export class Window {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The lines of the editor, including their hints. */
  async lines(): Promise<string[]> {
    const lines = this.page.locator(".editor-instance .view-line");
    return readable(await lines.allTextContents());
  }

  async lenses(): Promise<string[]> {
    return readable(await this.page.locator(".codelens-decoration").allTextContents());
  }

  /** The text of jouled in the status bar. */
  async status(): Promise<string> {
    const items = this.page.locator('.statusbar-item[id*="jouled"]');
    return readable(await items.allTextContents()).join(" ");
  }

  /** The distinct line backgrounds that extensions set. */
  async backgrounds(): Promise<string[]> {
    return await this.page.evaluate(() => {
      const marks = document.querySelectorAll(".editor-instance .view-overlays .cdr");
      const colours = [...marks].flatMap((mark) =>
        /\bced-/.test(mark.className) ? [getComputedStyle(mark).backgroundColor] : [],
      );
      return colours.filter((colour) => colour !== "rgba(0, 0, 0, 0)");
    });
  }

  /** Runs a command as a user does. */
  async run(title: string): Promise<void> {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget input[type=text]").first();
    await input.waitFor();
    await input.fill(`>${title}`);
    const row = this.page.locator(".quick-input-list .monaco-list-row").first();
    await until(`the command ${title} is offered`, async () =>
      (await row.textContent())?.includes(title),
    );
    await this.page.keyboard.press("Enter");
  }

  /** The entries of the open selection list. */
  async choices(): Promise<string[]> {
    const rows = this.page.locator(".quick-input-list .monaco-list-row");
    return readable(await rows.allTextContents());
  }

  /** The entries of the open menu of code actions. */
  async actions(): Promise<string[]> {
    const rows = this.page.locator(".action-widget .monaco-list-row");
    return readable(await rows.allTextContents());
  }

  /** The changes in the preview of an edit: removed text comes before its replacement. */
  async previewed(): Promise<string[]> {
    return readable(await this.page.locator(".part.panel .monaco-list-row").allTextContents());
  }

  async hover(text: string): Promise<string> {
    await this.page
      .locator(".editor-instance .view-line", { hasText: text })
      .first()
      .hover({ position: { x: 90, y: 9 } });
    const hover = this.page.locator(".monaco-hover:not(.hidden) .hover-contents");
    await hover.first().waitFor();
    return readable(await hover.allTextContents()).join("\n");
  }

  /** The images in the open hover, with their widths in pixels. */
  async imagesOfHover(): Promise<{ natural: number; shown: number; alternative: string }[]> {
    const images = this.page.locator(".monaco-hover:not(.hidden) .hover-contents img");
    return await images.evaluateAll((all) =>
      all.map((image) => {
        const { naturalWidth, clientWidth, alt } = image as HTMLImageElement;
        return { natural: naturalWidth, shown: clientWidth, alternative: alt };
      }),
    );
  }

  /** The document inside the visible webview. */
  async webview(): Promise<Frame> {
    return await until("a webview has a document", async () => {
      for (const frame of this.page.frames()) {
        const element = await frame.frameElement().catch(() => undefined);
        if ((await element?.getAttribute("id")) === "active-frame") {
          return frame;
        }
      }
      return undefined;
    });
  }

  async screenshot(folder: string, name: string): Promise<void> {
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }
}
