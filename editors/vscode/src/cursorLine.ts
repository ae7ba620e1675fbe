/** Hides the hints of the cursor's line, if a setting says so. */

import * as vscode from "vscode";
import { activeJavaEditor } from "./documents.ts";
import { SECTION } from "./settings.ts";

const SETTING = `${SECTION}.hintsHideOnCursorLine`;

/** The hints of a document to show. */
export function shownHints(
  document: vscode.TextDocument,
  hints: vscode.InlayHint[],
): vscode.InlayHint[] {
  const editor = activeJavaEditor();
  if (editor?.document !== document || !isOn()) {
    return hints;
  }
  const { line } = editor.selection.active;
  return hints.filter(({ position }) => position.line !== line);
}

/** Calls `draw` when the hints to show in a document change. */
export function onDidChangeShownHints(
  draw: (document: vscode.TextDocument) => void,
): vscode.Disposable {
  let line = activeJavaEditor()?.selection.active.line;
  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      const now = selections[0]?.active.line;
      if (textEditor === activeJavaEditor() && now !== line) {
        line = now;
        if (isOn()) {
          draw(textEditor.document);
        }
      }
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const editor = activeJavaEditor();
      if (editor && event.affectsConfiguration(SETTING)) {
        draw(editor.document);
      }
    }),
  );
}

function isOn(): boolean {
  return vscode.workspace.getConfiguration().get<boolean>(SETTING, false);
}
