/** The text of the status bar. */

import { className, shortened } from "./format.ts";
import { label } from "./label.ts";
import type { Method, ServerStatus } from "./protocol.ts";

/** Whether there is a server, and its state. */
export type Connection =
  | { readonly kind: "starting" | "running" | "stopped" }
  | { readonly kind: "missing"; readonly problem: string };

/** A status bar item. The details are text, not Markdown. */
export interface StatusText {
  readonly text: string;
  readonly details: readonly string[];
  readonly severity: "normal" | "warning" | "error";
}

/** Longer energies, which are formulas, are cut: the details show them in full. */
const CHARACTERS = 48;

interface State {
  readonly icon: string;
  readonly text: string;
}

const FRESH: State = { icon: "zap", text: "The numbers are up to date." };

/** A newer server may have more states than these. */
const STATES: Readonly<Record<string, State | undefined>> = {
  fresh: FRESH,
  compiling: { icon: "sync~spin", text: "The newest text is being compiled." },
  stale: {
    icon: "zap",
    text: "The newest text does not compile: numbers may be of an older version.",
  },
  noJdk: { icon: "warning", text: "There is no JDK of version 17 or newer." },
  missingDependency: { icon: "warning", text: "Classes that the code needs were not found." },
};

/** The text for a connection, the server's last status, and the method at the cursor. */
export function statusText(
  connection: Connection,
  status: ServerStatus | undefined,
  method: Method | undefined,
): StatusText {
  switch (connection.kind) {
    case "missing":
      return { text: "$(error) jouled", details: [connection.problem], severity: "error" };
    case "stopped":
      return {
        text: "$(circle-slash) jouled",
        details: ["The server is not running."],
        severity: "warning",
      };
    case "starting":
      return {
        text: "$(sync~spin) jouled",
        details: ["The server is starting."],
        severity: "normal",
      };
    case "running":
      return running(status, method);
  }
}

function running(status: ServerStatus | undefined, method: Method | undefined): StatusText {
  const state = STATES[status?.state ?? "fresh"] ?? FRESH;
  const details: string[] = [];
  let text = "jouled";
  if (method) {
    const energy = method.title.replace(/^⚡\s*/u, "");
    const mark = method.isStale && !energy.endsWith("…") ? " …" : "";
    text = label(shortened(energy + mark, CHARACTERS));
    details.push(`${className(method.class)}.${method.name}: ${energy}${mark}`);
  }
  details.push(state.text);
  if (status?.message) {
    details.push(status.message);
  }
  if (status?.mode) {
    details.push(`Energies are for ${status.mode} mode.`);
  }
  const severity = status && status.health !== "ok" ? status.health : "normal";
  return { text: `$(${state.icon}) ${text}`, details, severity };
}

/** The innermost method at a line. */
export function methodAt(methods: readonly Method[], line: number): Method | undefined {
  return methods
    .filter(({ range }) => range.start.line <= line && line <= range.end.line)
    .toSorted((one, other) => lines(one) - lines(other))[0];
}

function lines({ range }: Method): number {
  return range.end.line - range.start.line;
}
