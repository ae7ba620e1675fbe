/** What jouled says beside the Language Server Protocol. Energies are in joules. */

import type { Position, Range, TextDocumentIdentifier } from "vscode-languageclient";

/** The notification `experimental/serverStatus`, sent to clients that announce it. */
export const SERVER_STATUS = "experimental/serverStatus";

/** The initialization option that says whether the workspace is trusted. */
export const IS_TRUSTED = "isWorkspaceTrusted";

/** The notification to the server that the user has come to trust the workspace: `{ isTrusted: true }`. */
export const DID_CHANGE_TRUST = "jouled/didChangeTrust";

/** How the server is. */
export interface ServerStatus {
  readonly health: "ok" | "warning" | "error";
  /** Whether no work is pending. */
  readonly quiescent: boolean;
  readonly message?: string;
  readonly state: "fresh" | "compiling" | "stale" | "noJdk" | "missingDependency";
  /** How the virtual machine ran what the model was measured on, such as `interpreter`. */
  readonly mode?: string;
}

/** A method of a document. */
export interface Method {
  readonly name: string;
  readonly class: string;
  readonly range: Range;
  readonly headerLine: number;
  /** Its energy as its lens says it. */
  readonly title: string;
  readonly isStale: boolean;
}

/** The energy of a line. */
export interface LineEnergy {
  readonly line: number;
  /** Each instruction once. */
  readonly mean: number;
  /** What a call of its method executes there on average, with all that it calls. */
  readonly total: number;
  /** The part of the method's typical energy that it is, 0 to 1. */
  readonly share: number;
  readonly label: string;
  /** What it cost in the run that is shown; the share is then its part of the run. */
  readonly run?: InRun;
}

/** What something cost in a run. */
export interface InRun {
  /** Null where no energy was measured. */
  readonly joules: number | null;
  /** The part of all Java code, 0 to 1. */
  readonly share: number;
}

/** A method of the workspace. */
export interface Hotspot {
  readonly class: string;
  readonly name: string;
  /** The types of its parameters, "(int, String)"; an older server does not tell them. */
  readonly parameters?: string;
  readonly uri: string;
  readonly range: Range;
  readonly title: string;
  /** What its file is for; an older server does not tell it. */
  readonly purpose?: "product" | "tests" | "generated";
  /** Joules of a call that returns, on average; null where nobody knows. */
  readonly mean: number | null;
  /** Whether that is no more than an order of magnitude. */
  readonly isOpen: boolean;
  /** What it cost in the run that is shown, by itself. */
  readonly run?: InRun;
}

/** A test or `main` that can be profiled. */
export interface Launch {
  readonly line: number;
  readonly endLine: number;
  readonly kind: "main" | "test";
  readonly name: string;
  /** The arguments of jouled. */
  readonly arguments: readonly string[];
  readonly folder: string;
  /** Why it cannot be run now. */
  readonly problem?: string;
}

/** A quantity that the code alone does not tell, such as how often a loop runs. */
export interface SymbolOfMethod {
  readonly name: string;
  readonly meaning: string;
  /** The line that it belongs to, counted from 1. */
  readonly line: number | null;
  readonly value: number | null;
}

/** One kind of operation in a method. */
export interface Pattern {
  /** In words. */
  readonly name: string;
  readonly operation: string;
  readonly dataType: string;
  readonly dataSize: string | number;
  readonly count: number;
  /** Null where it has no price, as its share is. */
  readonly mean: number | null;
  readonly share: number | null;
  readonly provenance: string;
}

/** What a worst case takes to be so although the code does not show it. */
export interface Assumption {
  readonly text: string;
  readonly method: string | null;
  readonly line: number | null;
}

/** All that is known about the energy of a method. */
export interface MethodReport {
  readonly class: string;
  readonly name: string;
  readonly descriptor: string;
  readonly title: string;
  readonly formula: string;
  readonly isStale: boolean;
  readonly symbols: readonly SymbolOfMethod[];
  /** Points of the probability density: joules, and 1 over joules. Empty while a symbol has no value. */
  readonly curve: readonly (readonly [number, number])[];
  readonly mean: number | null;
  readonly sd: number | null;
  readonly quantiles: Readonly<Record<string, number>> | null;
  /** The mean of what it executes itself, without its callees. */
  readonly own: number | null;
  /** What a call costs at least that returns; null where nothing is known of it. */
  readonly cheapest: number | null;
  /** What decides the worst path. */
  readonly path: readonly { readonly line: number | null; readonly text: string }[];
  readonly patterns: readonly Pattern[];
  readonly categories: readonly { readonly name: string; readonly share: number }[];
  /** Parts of the executed operations, 0 to 1. */
  readonly provenance: {
    readonly modelled: number;
    readonly approximated: number;
    readonly unpriced: number;
  };
  readonly callsNotFollowed: boolean;
  readonly notes: readonly string[];
  readonly restsOn?: readonly Assumption[];
  readonly model: {
    readonly name: string;
    readonly device: string;
    readonly structure: string;
    readonly mode: string;
    readonly mapping: string;
    readonly hardware: string;
    readonly jdk: string;
    readonly caveats: readonly string[];
  };
}

/** A posterior that the server can price with. */
export interface Model {
  readonly name: string;
  readonly devices: readonly string[];
  readonly description: string;
  readonly isDefault: boolean;
}

/** A request: its name with the types of what it takes and gives. */
export interface RequestOf<P, R> {
  readonly method: string;
  /** Never set; it ties the types to the name. */
  readonly types?: (params: P) => R;
}

export const METHODS: RequestOf<{ textDocument: TextDocumentIdentifier }, Method[]> = {
  method: "jouled/methods",
};

export const LINES: RequestOf<{ textDocument: TextDocumentIdentifier }, LineEnergy[]> = {
  method: "jouled/lines",
};

export const LAUNCHES: RequestOf<{ textDocument: TextDocumentIdentifier }, Launch[]> = {
  method: "jouled/launches",
};

export const HOTSPOTS: RequestOf<{ limit: number }, Hotspot[]> = { method: "jouled/hotspots" };

export const METHOD_REPORT: RequestOf<
  { textDocument: TextDocumentIdentifier; position: Position },
  MethodReport | null
> = { method: "jouled/methodReport" };

/** Runs a command of the server. */
export const EXECUTE_COMMAND: RequestOf<{ command: string; arguments: readonly string[] }, null> = {
  method: "workspace/executeCommand",
};

export const MODELS: RequestOf<Record<string, never>, Model[]> = { method: "jouled/models" };
