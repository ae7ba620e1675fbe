/** The command that gives a symbol a value. */

import * as vscode from "vscode";
import { activeJavaEditor, identifier, position } from "./documents.ts";
import { label } from "./label.ts";
import { METHOD_REPORT, type SymbolOfMethod } from "./protocol.ts";
import type { Place } from "./reportPanel.ts";
import type { Session } from "./session.ts";
import { change, SECTION } from "./settings.ts";

interface Item extends vscode.QuickPickItem {
  /** None: the user types its name. */
  readonly name: string | undefined;
}

/** Asks for a symbol of the method at `place`, or else at the cursor, and for its value. */
export async function assumeSymbol(session: Session, place: Place | undefined): Promise<void> {
  const assumed = vscode.workspace
    .getConfiguration(SECTION)
    .get<Record<string, number>>("assume", {});
  const name = await chooseSymbol(await symbolsAt(session, place), assumed);
  if (name === undefined) {
    return;
  }
  const text = await vscode.window.showInputBox({
    title: `The value of ${name}`,
    prompt: "A number from 0 up. Leave it empty to assume nothing.",
    value: assumed[name]?.toString() ?? "",
    validateInput: (input) =>
      input.trim() === "" || numberIn(input) !== undefined ? undefined : "A number from 0 up",
  });
  if (text === undefined) {
    return;
  }
  const others = Object.fromEntries(Object.entries(assumed).filter(([other]) => other !== name));
  const value = numberIn(text);
  await change("assume", value === undefined ? others : { ...others, [name]: value });
}

async function symbolsAt(
  session: Session,
  place: Place | undefined,
): Promise<readonly SymbolOfMethod[]> {
  const editor = activeJavaEditor();
  const wanted = editor ? { uri: editor.document.uri, position: editor.selection.active } : place;
  if (!wanted) {
    return [];
  }
  const report = await session.ask(METHOD_REPORT, {
    textDocument: identifier(wanted.uri),
    position: position(wanted.position),
  });
  return report?.symbols ?? [];
}

async function chooseSymbol(
  symbols: readonly SymbolOfMethod[],
  assumed: Readonly<Record<string, number>>,
): Promise<string | undefined> {
  const known = new Set(symbols.map(({ name }) => name));
  const others = Object.keys(assumed).filter((name) => !known.has(name));
  const items: Item[] = [
    ...symbols.map(({ name, meaning, value }) => ({
      name,
      label: label(name),
      description: value === null ? "" : `= ${value}`,
      detail: label(meaning),
    })),
    ...others.map((name) => ({ name, label: label(name), description: `= ${assumed[name]}` })),
    { name: undefined, label: "$(edit) Another symbol…" },
  ];
  const chosen =
    items.length === 1
      ? items[0]
      : await vscode.window.showQuickPick(items, {
          title: "The symbol to assume a value for",
          matchOnDetail: true,
        });
  if (!chosen) {
    return undefined;
  }
  const typed =
    chosen.name ??
    (await vscode.window.showInputBox({
      title: "The name of the symbol",
      prompt: "As in the formula above a method, such as n",
      validateInput: (input) => (input.trim() === "" ? "A name" : undefined),
    }));
  return typed?.trim();
}

/** The number in a text, if a symbol can have it. */
export function numberIn(text: string): number | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
