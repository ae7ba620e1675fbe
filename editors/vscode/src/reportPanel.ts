/** The panel with a method's report. It follows changes of the numbers, and the method through edits. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { activeJavaEditor, identifier, position } from "./documents.ts";
import { moved } from "./moved.ts";
import { METHOD_REPORT } from "./protocol.ts";
import { ASSUME_COMMAND, messagePage, reportPage } from "./reportPage.ts";
import type { Session } from "./session.ts";
import { Debounced } from "./debounced.ts";

/** A place in a method. */
export interface Place {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

export class ReportPanel implements vscode.Disposable {
  private readonly session: Session;
  private readonly disposables: vscode.Disposable[];
  private panel: vscode.WebviewPanel | undefined;
  private shown: Place | undefined;
  /** What the page was made from; an unchanged page is not loaded again. */
  private content = "";
  private showsReport = false;

  constructor(session: Session) {
    this.session = session;
    const update = new Debounced(() => void this.update(), 100);
    this.disposables = [
      update,
      session.onDidChangeResults(() => {
        update.request();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (this.shown?.uri.toString() === document.uri.toString()) {
          const { line, character } = moved(this.shown.position, contentChanges);
          this.shown = { ...this.shown, position: new vscode.Position(line, character) };
        }
      }),
    ];
  }

  /** The method whose report is on display. */
  get place(): Place | undefined {
    return this.panel && this.shown;
  }

  /** Shows the report of the method at a place, or else at the cursor. */
  async show(place: Place | undefined): Promise<void> {
    const editor = activeJavaEditor();
    const wanted =
      place ?? (editor && { uri: editor.document.uri, position: editor.selection.active });
    if (!wanted) {
      void vscode.window.showInformationMessage(
        "Put the cursor into a Java method to see the report of its energy.",
      );
      return;
    }
    this.shown = wanted;
    this.showsReport = false;
    if (!this.panel) {
      const panel = vscode.window.createWebviewPanel(
        "jouled.report",
        "Energy",
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: false, enableCommandUris: [ASSUME_COMMAND], localResourceRoots: [] },
      );
      panel.onDidDispose(() => {
        this.panel = undefined;
        this.content = "";
        this.showsReport = false;
      });
      this.panel = panel;
    }
    this.panel.reveal(undefined, true);
    await this.update();
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
    this.panel?.dispose();
  }

  private async update(): Promise<void> {
    const place = this.place;
    if (!place) {
      return;
    }
    const report = await this.session.ask(METHOD_REPORT, {
      textDocument: identifier(place.uri),
      position: position(place.position),
    });
    const panel = this.panel;
    // The panel may have been closed or may show something else by now.
    if (!panel || this.shown !== place) {
      return;
    }
    // While the text has errors or the server restarts, the last report is better than none.
    if (!report && this.showsReport) {
      return;
    }
    const content = report ? JSON.stringify(report) : this.whyNone();
    if (content === this.content) {
      return;
    }
    this.content = content;
    this.showsReport = report !== undefined && report !== null;
    panel.title = report ? `Energy of ${report.name}` : "Energy";
    const nonce = randomBytes(16).toString("base64url");
    panel.webview.html = report ? reportPage(report, nonce) : messagePage(content, nonce);
  }

  private whyNone(): string {
    if (this.session.connection.kind !== "running") {
      return "The server is not running.";
    }
    return this.session.lacks(METHOD_REPORT)
      ? "This server has no reports. Install a newer jouled."
      : "There is no method with a known energy here.";
  }
}
