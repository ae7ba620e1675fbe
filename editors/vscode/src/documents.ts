/** Java documents as the server knows them. */

import * as vscode from "vscode";
import type { TextDocumentIdentifier } from "vscode-languageclient";

/** Whether the server prices this document. */
export function isPriced(document: vscode.TextDocument): boolean {
  return document.languageId === "java" && ["file", "untitled"].includes(document.uri.scheme);
}

/** The active editor, if it shows Java. */
export function activeJavaEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && isPriced(editor.document) ? editor : undefined;
}

export function identifier(uri: vscode.Uri): TextDocumentIdentifier {
  return { uri: uri.toString() };
}

export function position({ line, character }: vscode.Position): {
  line: number;
  character: number;
} {
  return { line, character };
}

/** Shows a place and moves the cursor there. */
export async function reveal(uri: vscode.Uri, start: vscode.Position): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(
    new vscode.Range(start, start),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  );
}
