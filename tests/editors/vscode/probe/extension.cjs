/**
 * Answers the tests from inside VS Code: a file `N.ask.json` with the name of a function below and its
 * arguments in the folder PROBE gets the answer `N.answer.json`.
 */

const { existsSync } = require("node:fs");
const { readdir, readFile, rename, rm, writeFile } = require("node:fs/promises");
const { join } = require("node:path");
const vscode = require("vscode");

const POLL_MS = 50;

const FUNCTIONS = {
  async hints(path) {
    const uri = vscode.Uri.file(path);
    const document = await vscode.workspace.openTextDocument(uri);
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const hints = await vscode.commands.executeCommand("vscode.executeInlayHintProvider", uri, all);
    return (hints ?? []).map(({ label, position }) => ({
      line: position.line,
      character: position.character,
      text: typeof label === "string" ? label : label.map(({ value }) => value).join(""),
    }));
  },

  async lenses(path) {
    const uri = vscode.Uri.file(path);
    const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", uri, 100);
    return (lenses ?? []).map(({ range, command }) => ({
      line: range.start.line,
      text: command?.title ?? "",
      command: command?.command ?? "",
    }));
  },

  async hover(path, line, character) {
    const uri = vscode.Uri.file(path);
    const place = new vscode.Position(line, character);
    const hovers = await vscode.commands.executeCommand("vscode.executeHoverProvider", uri, place);
    return (hovers ?? []).flatMap(({ contents }) =>
      contents.map((content) => (typeof content === "string" ? content : content.value)),
    );
  },

  /** Sets a user setting; null removes it. */
  async set(name, value) {
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration().update(name, value ?? undefined, target);
  },

  get: (name) => vscode.workspace.getConfiguration().get(name) ?? null,

  /** Runs a command without waiting for it, because it may ask the user something. */
  run(command, ...values) {
    void vscode.commands.executeCommand(command, ...values);
  },

  /** Moves the cursor of the active editor. */
  place(line, character) {
    const editor = vscode.window.activeTextEditor;
    const place = new vscode.Position(line, character);
    editor.selection = new vscode.Selection(place, place);
  },

  async replace(line, text) {
    const editor = vscode.window.activeTextEditor;
    const { range } = editor.document.lineAt(line);
    return await editor.edit((edit) => edit.replace(range, text));
  },

  async open(path, line) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    const selection = new vscode.Range(line, 0, line, 0);
    await vscode.window.showTextDocument(document, {
      selection,
      viewColumn: vscode.ViewColumn.One,
    });
  },

  /** The position in the active editor. */
  active() {
    const editor = vscode.window.activeTextEditor;
    const { line } = editor?.selection.active ?? { line: -1 };
    return { path: editor?.document.uri.fsPath ?? "", line };
  },

  isTrusted: () => vscode.workspace.isTrusted,

  diagnostics: (path) =>
    vscode.languages.getDiagnostics(vscode.Uri.file(path)).map(({ message }) => message),
};

async function poll(folder) {
  for (const file of await readdir(folder)) {
    if (file.endsWith(".ask.json")) {
      const path = join(folder, file);
      const [name, ...values] = JSON.parse(await readFile(path, "utf-8"));
      await rm(path);
      const answer = await Promise.resolve()
        .then(() => FUNCTIONS[name](...values))
        .then(
          (value) => ({ value: value ?? null }),
          (error) => ({ error: String(error?.stack ?? error) }),
        );
      const written = path.replace(".ask.", ".answer.");
      await writeFile(`${written}.part`, JSON.stringify(answer));
      await rename(`${written}.part`, written);
    }
  }
}

exports.activate = () => {
  const folder = process.env.PROBE;
  if (!folder || !existsSync(folder)) {
    return;
  }
  const next = () => poll(folder).finally(() => setTimeout(next, POLL_MS));
  next();
};
