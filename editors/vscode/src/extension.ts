/** jouled in VS Code: starts the server and shows what the Language Server Protocol does not cover. */

import * as vscode from "vscode";
import { assumeSymbol } from "./assume.ts";
import { askForClassPath } from "./askForClassPath.ts";
import { chooseModel } from "./chooseModel.ts";
import { HeatMap } from "./heatMap.ts";
import { showHotspots } from "./hotspots.ts";
import { profileHere, ProfileLenses, profileRunning } from "./profile.ts";
import { type Place, ReportPanel } from "./reportPanel.ts";
import { Session } from "./session.ts";
import { SECTION, toggle, toggleHints } from "./settings.ts";
import { StatusBar } from "./statusBar.ts";

/** What {@link deactivate} waits for. */
let session: Session | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel("jouled", { log: true });
  const current = new Session(output, context.extensionPath);
  session = current;
  const reports = new ReportPanel(current);

  const commands: Record<string, (...parameters: unknown[]) => Promise<void> | void> = {
    showReport: (uri, position) => reports.show(placeOf(uri, position)),
    showHotspots: () => showHotspots(current),
    toggleHints: () => toggleHints(context.globalState),
    toggleLenses: () => toggle("lens"),
    toggleHeatMap: () => toggle("heatMap"),
    chooseModel: () => chooseModel(current),
    assumeSymbol: () => assumeSymbol(current, reports.place),
    profile: (uri, line) => profileHere(current, uri, line),
    profileRunning: () => profileRunning(current),
    askForClassPath: () => askForClassPath(current),
    restartServer: () => current.restart(),
    showOutput: () => {
      output.show(true);
    },
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`${SECTION}.${name}`, run));
  }
  context.subscriptions.push(
    output,
    reports,
    new StatusBar(current),
    new HeatMap(current),
    new ProfileLenses(current),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.server.path`)) {
        void current.restart();
      }
    }),
  );
  // Activation does not wait for the server: the commands are available at once.
  void current.restart();
}

export async function deactivate(): Promise<void> {
  await session?.dispose();
}

/** A place as a lens passes it; menus pass other arguments. */
function placeOf(uri: unknown, position: unknown): Place | undefined {
  return uri instanceof vscode.Uri && position instanceof vscode.Position
    ? { uri, position }
    : undefined;
}
