/**
 * The heat map: colours the background of each line by its share of the energy of its method, or of the run on display.
 */

import * as vscode from "vscode";
import { identifier, isPriced } from "./documents.ts";
import { LINES, type LineEnergy } from "./protocol.ts";
import { colour, css, opacity, STEPS, step } from "./scale.ts";
import type { Session } from "./session.ts";
import { SECTION } from "./settings.ts";
import { Debounced } from "./debounced.ts";

const SETTING = `${SECTION}.heatMap`;

export class HeatMap implements vscode.Disposable {
  private readonly session: Session;
  private readonly disposables: vscode.Disposable[];
  /** One for each step of the scale, created when the map is first shown. */
  private decorations: readonly vscode.TextEditorDecorationType[] = [];

  constructor(session: Session) {
    this.session = session;
    const draw = new Debounced(() => void this.draw(), 50);
    this.disposables = [
      draw,
      session.onDidChangeResults(() => {
        draw.request();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        draw.request();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SETTING)) {
          draw.request();
        }
      }),
    ];
    draw.request();
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables, ...this.decorations).dispose();
  }

  private async draw(): Promise<void> {
    if (!vscode.workspace.getConfiguration().get<boolean>(SETTING, false)) {
      vscode.Disposable.from(...this.decorations).dispose();
      this.decorations = [];
      return;
    }
    if (this.decorations.length === 0) {
      this.decorations = Array.from({ length: STEPS }, (_, index) => decoration(index));
    }
    const editors = vscode.window.visibleTextEditors.filter(({ document }) => isPriced(document));
    await Promise.all(editors.map((editor) => this.drawIn(editor)));
  }

  private async drawIn(editor: vscode.TextEditor): Promise<void> {
    const { document } = editor;
    const { version } = document;
    const lines = await this.session.ask(LINES, { textDocument: identifier(document.uri) });
    // VS Code moves the colours with the text, and the server announces the numbers of the new text.
    if (lines && document.version !== version) {
      return;
    }
    const steps = byStep(lines ?? [], document.lineCount);
    this.decorations.forEach((type, index) => {
      const ranges = (steps[index] ?? []).map((line) => document.lineAt(line).range);
      editor.setDecorations(type, ranges);
    });
  }
}

function byStep(lines: readonly LineEnergy[], count: number): number[][] {
  const steps: number[][] = Array.from({ length: STEPS }, () => []);
  for (const { line, share, mean, run } of lines) {
    if ((mean > 0 || run) && line < count) {
      steps[step(share)]?.push(line);
    }
  }
  return steps;
}

function decoration(index: number): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    light: { backgroundColor: css(colour(index), opacity(index, "light")) },
    dark: { backgroundColor: css(colour(index), opacity(index, "dark")) },
    overviewRulerColor: css(colour(index), 0.9),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}
