/** The status bar item: the state of the server, and the energy of the method at the cursor. */

import * as vscode from "vscode";
import { activeJavaEditor, identifier } from "./documents.ts";
import { METHODS, type Method } from "./protocol.ts";
import type { Session } from "./session.ts";
import { Debounced } from "./debounced.ts";
import { methodAt, statusText } from "./statusText.ts";

const COMMANDS: readonly (readonly [string, string])[] = [
  ["Report", "jouled.showReport"],
  ["Hotspots", "jouled.showHotspots"],
  ["Heat map", "jouled.toggleHeatMap"],
  ["Model", "jouled.chooseModel"],
  ["Restart", "jouled.restartServer"],
  ["Output", "jouled.showOutput"],
];

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    "jouled.status",
    vscode.StatusBarAlignment.Left,
    -10,
  );
  private readonly session: Session;
  private readonly disposables: vscode.Disposable[];
  /** The methods of the active editor, from the server's last answer. */
  private methods: readonly Method[] = [];
  private document: vscode.TextDocument | undefined;

  constructor(session: Session) {
    this.session = session;
    this.item.name = "jouled";
    // The compilation after a keystroke is over before anybody could see a spinner.
    const draw = new Debounced(() => {
      this.draw();
    }, 150);
    const read = new Debounced(() => void this.read(), 100);
    this.disposables = [
      this.item,
      draw,
      read,
      session.onDidChange(() => {
        draw.request();
      }),
      session.onDidChangeResults(() => {
        read.request();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        read.request();
      }),
      vscode.window.onDidChangeTextEditorSelection(() => {
        draw.request();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.document) {
          read.request();
        }
      }),
    ];
    this.draw();
    read.request();
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private async read(): Promise<void> {
    const document = activeJavaEditor()?.document;
    if (document !== this.document) {
      this.methods = [];
    }
    this.document = document;
    if (document) {
      const params = { textDocument: identifier(document.uri) };
      const methods = await this.session.ask(METHODS, params);
      if (this.document !== document) {
        return;
      }
      this.methods = methods ?? [];
    }
    this.draw();
  }

  private draw(): void {
    const editor = activeJavaEditor();
    if (!editor) {
      this.item.hide();
      return;
    }
    const { connection, status } = this.session;
    const method =
      editor.document === this.document
        ? methodAt(this.methods, editor.selection.active.line)
        : undefined;
    const { text, details, severity } = statusText(connection, status, method);
    this.item.text = text;
    this.item.tooltip = tooltip(details);
    this.item.backgroundColor =
      severity === "normal"
        ? undefined
        : new vscode.ThemeColor(`statusBarItem.${severity}Background`);
    this.item.command =
      connection.kind === "running"
        ? method
          ? "jouled.showReport"
          : "jouled.showOutput"
        : "jouled.restartServer";
    this.item.accessibilityInformation = { label: `jouled: ${details.join(" ")}`, role: "button" };
    this.item.show();
  }
}

function tooltip(details: readonly string[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: COMMANDS.map(([, command]) => command) };
  for (const detail of details) {
    text.appendText(detail).appendMarkdown("\n\n");
  }
  return text.appendMarkdown(
    COMMANDS.map(([title, command]) => `[${title}](command:${command})`).join(" · "),
  );
}
