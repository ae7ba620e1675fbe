/** The command that asks the project's build tool for its class path. */

import * as vscode from "vscode";
import { EXECUTE_COMMAND } from "./protocol.ts";
import type { Session } from "./session.ts";

/**
 * Makes the server ask the build tool, which runs code of the project. The server asks the user first; in an untrusted
 * workspace, nothing is asked.
 */
export async function askForClassPath(session: Session): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage(
      "jouled: a build tool runs code of the project. Trust this workspace first.",
    );
    return;
  }
  const document = vscode.window.activeTextEditor?.document;
  const uri = document?.uri.scheme === "file" ? [document.uri.toString()] : [];
  await session.ask(EXECUTE_COMMAND, { command: "jouled.askBuildTool", arguments: uri });
}
