/** The section `jouled` of the user's settings. */

import * as vscode from "vscode";

export const SECTION = "jouled";

/** The settings that are the server's. The others are this extension's own. */
const OF_THE_SERVER = [
  "model",
  "device",
  "mapping",
  "hints",
  "lens",
  "javaHome",
  "classPath",
  "assume",
] as const;

/** What the server is told. */
export function serverSettings(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  return Object.fromEntries(OF_THE_SERVER.map((name) => [name, settings.get(name)]));
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
