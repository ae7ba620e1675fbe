/** The build tool of a project, asked for its class path at the user's word. */

import * as vscode from "vscode";
import { EXECUTE_COMMAND } from "./protocol.ts";
import type { Session } from "./session.ts";

/**
 * Has the server ask the build tool, which runs code of the project. The server asks the user before it does; in a
 * workspace that is not trusted it is not even asked to.
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
