/**
 * Profiles of real runs: a lens runs a test or `main` under `jouled profile`, and a command shows a running JVM live.
 * Both run code, so both need the user's request and a trusted workspace.
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { commandLine } from "./commandLine.ts";
import { identifier } from "./documents.ts";
import { LAUNCHES, type Launch } from "./protocol.ts";
import type { Session } from "./session.ts";
import { SECTION } from "./settings.ts";

const COMMAND = `${SECTION}.profile`;
const DISTRUST = "jouled: profiling runs code of the project. Trust this workspace first.";

/** Lenses over tests and `main` methods that profile them. */
export class ProfileLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly session: Session;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable[];
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(session: Session) {
    this.session = session;
    this.disposables = [
      this.changed,
      session.onDidChangeResults(() => {
        this.changed.fire();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.changed.fire();
      }),
      vscode.languages.registerCodeLensProvider({ language: "java", scheme: "file" }, this),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const shows = vscode.workspace.getConfiguration(SECTION, document).get<boolean>("lens", true);
    if (!vscode.workspace.isTrusted || !shows) {
      return [];
    }
    const launches = await this.session.ask(LAUNCHES, { textDocument: identifier(document.uri) });
    return (launches ?? [])
      .filter(({ line }) => line < document.lineCount)
      .map(
        ({ line, kind }) =>
          new vscode.CodeLens(document.lineAt(line).range, {
            title: `$(flame) profile ${kind}`,
            tooltip: "Run this under jouled profile and show what it costs. You are asked first.",
            command: COMMAND,
            arguments: [document.uri, line],
          }),
      );
  }
}

/** Profiles the test or `main` on a line, or around the cursor, if the user agrees. */
export async function profileHere(session: Session, uri: unknown, line: unknown): Promise<void> {
  const server = session.server;
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage(DISTRUST);
    return;
  }
  const editor = vscode.window.activeTextEditor;
  const target = uri instanceof vscode.Uri ? uri : editor?.document.uri;
  if (!target || server === undefined) {
    void vscode.window.showInformationMessage("Open a Java file with a test or main to profile.");
    return;
  }
  const launches = (await session.ask(LAUNCHES, { textDocument: identifier(target) })) ?? [];
  const at = typeof line === "number" ? line : editor?.selection.active.line;
  const launch = await choose(launches, at);
  if (!launch) {
    return;
  }
  if (launch.problem !== undefined) {
    void vscode.window.showErrorMessage(`jouled: ${launch.problem}`);
    return;
  }
  const command = commandLine([server, ...launch.arguments]);
  const run = "Run and Profile";
  const answer = await vscode.window.showWarningMessage(
    `Run ${launch.name} under jouled profile? It runs twice: to measure its energy and to count its code.`,
    { modal: true, detail: `${command}\n\nin ${launch.folder}` },
    run,
  );
  if (answer === run) {
    await execute(`profile ${launch.name}`, server, launch.arguments, launch.folder);
  }
}

/** Shows a running JVM live in the editor, until the user closes the terminal. */
export async function profileRunning(session: Session): Promise<void> {
  const server = session.server;
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage(DISTRUST);
    return;
  }
  if (server === undefined || folder?.uri.scheme !== "file") {
    void vscode.window.showInformationMessage("Open the folder of the program that runs.");
    return;
  }
  const { stdout } = await promisify(execFile)(server, ["top", "--list"]);
  const items = stdout
    .split("\n")
    .map((text) => /^\s*(\d+)\s+(.*)$/.exec(text))
    .flatMap((match) => (match ? [{ label: match[1] ?? "", description: match[2] ?? "" }] : []));
  if (items.length === 0) {
    void vscode.window.showInformationMessage("None of your JVMs is running.");
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    title: "A running JVM to show live",
    placeHolder: "jouled loads an agent into it that samples its stacks",
    matchOnDescription: true,
  });
  if (chosen) {
    const file = vscode.Uri.joinPath(folder.uri, ".jouled", "live.jouled").fsPath;
    const words = ["top", chosen.label, "--batch", "--every", "2s", "--out", file];
    await execute(`live ${chosen.label}`, server, words, folder.uri.fsPath);
  }
}

async function choose(launches: readonly Launch[], line?: number): Promise<Launch | undefined> {
  const around = launches.filter(
    (launch) => line !== undefined && launch.line <= line && line <= launch.endLine,
  );
  const exact = around.at(-1);
  if (exact) {
    return exact;
  }
  if (launches.length === 0) {
    void vscode.window.showInformationMessage("This file has no test and no main to profile.");
    return undefined;
  }
  const items = launches.map((launch) => ({
    label: launch.name,
    description: launch.kind,
    launch,
  }));
  const chosen = await vscode.window.showQuickPick(items, { title: "Profile a test or main" });
  return chosen?.launch;
}

/** Runs jouled in a terminal, where the user sees its output. The server notices the new profile. */
async function execute(
  name: string,
  program: string,
  words: readonly string[],
  folder: string,
): Promise<void> {
  const task = new vscode.Task(
    { type: "process" },
    vscode.TaskScope.Workspace,
    name,
    "jouled",
    new vscode.ProcessExecution(program, [...words], { cwd: folder }),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true };
  await vscode.tasks.executeTask(task);
}
