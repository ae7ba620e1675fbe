/** The section `jouled` of the user's settings. */

import * as vscode from "vscode";
import manifest from "../package.json" with { type: "json" };

export const SECTION = "jouled";

/** The settings that are this extension's own. The others are the server's. */
const OWN: readonly string[] = ["server.path", "trace.server"];

const NAMES = Object.keys(manifest.contributes.configuration.properties)
  .map((name) => name.slice(SECTION.length + 1))
  .filter((name) => !OWN.includes(name));

/**
 * What the server is told: the settings that were made. Those that were not are left to the project's
 * `jouled.toml`, which the defaults of VS Code would otherwise go before.
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

/**
 * Changes a setting where it is set already: in the workspace if that has a value for it, else for the user.
 */
export async function change(name: string, value: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const inWorkspace = settings.inspect(name)?.workspaceValue !== undefined;
  const target = inWorkspace
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await settings.update(name, value, target);
}

/** Turns a setting that is on or off into the other. */
export async function toggle(name: string): Promise<void> {
  const isOn = vscode.workspace.getConfiguration(SECTION).get(name) === true;
  await change(name, !isOn);
}

/** Hides hints if any are shown, and else shows all of them. */
export async function toggleHints(): Promise<void> {
  const hints = vscode.workspace.getConfiguration(SECTION).get("hints");
  await change("hints", hints === "none" ? "all" : "none");
}
