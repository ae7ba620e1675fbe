/** The command that chooses the posterior and its device. */

import * as vscode from "vscode";
import { label } from "./label.ts";
import { MODELS, type Model } from "./protocol.ts";
import type { Session } from "./session.ts";
import { change, SECTION } from "./settings.ts";

interface Item extends vscode.QuickPickItem {
  /** None: the user chooses a file. */
  readonly model: Model | undefined;
}

export async function chooseModel(session: Session): Promise<void> {
  const models = (await session.ask(MODELS, {})) ?? [];
  const current = vscode.workspace.getConfiguration(SECTION).get<string>("model", "");
  const items: Item[] = models.map((model) => ({
    model,
    label: label(model.name),
    description: isCurrent(model, current) ? "current" : "",
    detail: label(model.description),
  }));
  items.push({ model: undefined, label: "$(folder-opened) A model file…" });
  const chosen = await vscode.window.showQuickPick(items, {
    title: "The model that prices the code",
    matchOnDetail: true,
  });
  if (!chosen) {
    return;
  }
  if (chosen.model) {
    await chooseDevice(chosen.model);
  } else {
    await chooseFile();
  }
}

function isCurrent(model: Model, name: string): boolean {
  return name === "" ? model.isDefault : model.name === name;
}

async function chooseDevice(model: Model): Promise<void> {
  const current = vscode.workspace.getConfiguration(SECTION).get<string>("device", "any");
  const devices = ["any", ...model.devices.filter((device) => device !== "any")];
  const chosen = await vscode.window.showQuickPick(
    devices.map((device) => ({
      label: device,
      description: device === current ? "current" : "",
      detail: device === "any" ? "The mixture of all measured devices" : "",
    })),
    { title: `A device of ${model.name}` },
  );
  if (chosen) {
    await change("model", model.isDefault ? undefined : model.name);
    await change("device", chosen.label === "any" ? undefined : chosen.label);
  }
}

async function chooseFile(): Promise<void> {
  const files = await vscode.window.showOpenDialog({
    title: "A model file of jouled",
    filters: { "Model files": ["json"] },
  });
  const file = files?.[0];
  if (file) {
    await change("model", file.fsPath);
  }
}
