/** The section `jouled` of the user's settings. */

import * as vscode from "vscode";
import manifest from "../package.json" with { type: "json" };

export const SECTION = "jouled";

/** The settings for this extension itself. The others are for the server. */
const OWN: readonly string[] = ["server.path", "trace.server"];

const NAMES = Object.keys(manifest.contributes.configuration.properties)
  .map((name) => name.slice(SECTION.length + 1))
  .filter((name) => !OWN.includes(name));

/**
 * The settings for the server: only those that the user made. The others are left to the project's `jouled.toml`, which
 * VS Code's defaults would override.
 */
export function serverSettings(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const made = NAMES.filter((name) => {
    const places = settings.inspect(name);
    return [places?.globalValue, places?.workspaceValue, places?.workspaceFolderValue].some(
      (value) => value !== undefined,
    );
  });
  return Object.fromEntries(made.map((name) => [name, settings.get(name)]));
}

/** Changes a setting at its present place: in the workspace if that has a value for it, else for the user. */
export async function change(name: string, value: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const inWorkspace = settings.inspect(name)?.workspaceValue !== undefined;
  const target = inWorkspace
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await settings.update(name, value, target);
}

/** Switches a boolean setting. */
export async function toggle(name: string): Promise<void> {
  const isOn = vscode.workspace.getConfiguration(SECTION).get(name) === true;
  await change(name, !isOn);
}

/** Under this name the extension remembers the value of `jouled.hints` before they were hidden. */
const SHOWN_HINTS = "shownHints";

/** Hides hints if any are shown, else shows those that were shown before. */
export async function toggleHints(memory: vscode.Memento): Promise<void> {
  if (!areHintsHidden()) {
    const places = vscode.workspace.getConfiguration(SECTION).inspect("hints");
    await memory.update(SHOWN_HINTS, places?.workspaceValue ?? places?.globalValue);
    await change("hints", "none");
    return;
  }
  await change("hints", memory.get(SHOWN_HINTS));
  // Both the workspace and the user can hide them.
  if (areHintsHidden()) {
    await change("hints", undefined);
  }
}

function areHintsHidden(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get("hints") === "none";
}
