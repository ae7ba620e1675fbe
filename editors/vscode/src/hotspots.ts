/** The command that lists the most expensive methods of the workspace and goes to the chosen one. */

import * as vscode from "vscode";
import { reveal } from "./documents.ts";
import { className } from "./format.ts";
import { label } from "./label.ts";
import { HOTSPOTS, type Hotspot } from "./protocol.ts";
import type { Session } from "./session.ts";

const LIMIT = 100;

interface Item extends vscode.QuickPickItem {
  readonly hotspot: Hotspot;
}

export async function showHotspots(session: Session): Promise<void> {
  const hotspots = await session.ask(HOTSPOTS, { limit: LIMIT });
  if (!hotspots || hotspots.length === 0) {
    const reason = session.lacks(HOTSPOTS)
      ? "This server has no list of hotspots. Install a newer jouled."
      : session.connection.kind === "running"
        ? "No method has a known energy yet."
        : "The jouled server is not running.";
    void vscode.window.showInformationMessage(reason);
    return;
  }
  const chosen = await vscode.window.showQuickPick(hotspots.map(item), {
    title: "The most expensive methods of the workspace",
    placeHolder: hotspots.some(({ run }) => run)
      ? "By joules of the run, the most expensive first"
      : "By typical energy, the most expensive first",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen) {
    const { uri, range } = chosen.hotspot;
    const start = new vscode.Position(range.start.line, range.start.character);
    await reveal(vscode.Uri.parse(uri, true), start);
  }
}

function item(hotspot: Hotspot): Item {
  const path = vscode.workspace.asRelativePath(vscode.Uri.parse(hotspot.uri));
  const { purpose } = hotspot;
  const apart = purpose === undefined || purpose === "product" ? "" : `${purpose} · `;
  return {
    hotspot,
    label: label(`${className(hotspot.class)}.${hotspot.name}${hotspot.parameters ?? ""}`),
    description: label(hotspot.title),
    detail: label(`${apart}${path}:${hotspot.range.start.line + 1}`),
  };
}
