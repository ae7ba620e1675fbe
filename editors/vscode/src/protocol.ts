/** jouled's additions to the Language Server Protocol. Energies are in joules. */

import type { Position, Range, TextDocumentIdentifier } from "vscode-languageclient";

/** The notification `experimental/serverStatus`, for clients that announce support. */
export const SERVER_STATUS = "experimental/serverStatus";

/** The initialization option that says whether the workspace is trusted. */
export const IS_TRUSTED = "isWorkspaceTrusted";

/** The notification to the server that the user now trusts the workspace: `{ isTrusted: true }`. */
export const DID_CHANGE_TRUST = "jouled/didChangeTrust";

/** The state of the server. */
export interface ServerStatus {
  readonly health: "ok" | "warning" | "error";
  /** Whether no work is pending. */
  readonly quiescent: boolean;
  readonly message?: string;
  readonly state: "fresh" | "compiling" | "stale" | "noJdk" | "missingDependency";
  /** How the virtual machine executed code when the model was measured, such as `interpreter`. */
  readonly mode?: string;
}

/** A method of a document. */
export interface Method {
  readonly name: string;
  readonly class: string;
  readonly range: Range;
  readonly headerLine: number;
  /** Its energy, with the text of its lens. */
  readonly title: string;
  readonly isStale: boolean;
}

/** The energy of a line. */
export interface LineEnergy {
  readonly line: number;
  /** Each instruction counted once. */
  readonly mean: number;
  /** The mean energy of this line in a call of its method, including callees. */
  readonly total: number;
  /** This line's part of the method's typical energy, 0 to 1. */
  readonly share: number;
  readonly label: string;
  /** Its cost in the run on display; the share is then its part of that run. */
  readonly run?: InRun;
}

/** The cost of something in a run. */
export interface InRun {
  /** Null if no energy was measured. */
  readonly joules: number | null;
  /** The part of the energy of all Java code, 0 to 1. */
  readonly share: number;
}

/** A method of the workspace. */
export interface Hotspot {
  readonly class: string;
  readonly name: string;
  /** The types of its parameters, "(int, String)"; missing from an older server. */
  readonly parameters?: string;
  readonly uri: string;
  readonly range: Range;
  readonly title: string;
  /** The purpose of its file; missing from an older server. */
  readonly purpose?: "product" | "tests" | "generated";
  /** The mean energy of a call that returns; null if unknown. */
  readonly mean: number | null;
  /** Whether the mean is only an order of magnitude. */
  readonly isOpen: boolean;
  /** Its own cost, without callees, in the run on display. */
  readonly run?: InRun;
}

/** A test or `main` that can be profiled. */
export interface Launch {
  readonly line: number;
  readonly endLine: number;
  readonly kind: "main" | "test";
  readonly name: string;
  /** The arguments for jouled. */
  readonly arguments: readonly string[];
  readonly folder: string;
  /** Why it cannot run now. */
  readonly problem?: string;
}

/** A quantity that the code does not determine, such as how often a loop runs. */
export interface SymbolOfMethod {
  readonly name: string;
  readonly meaning: string;
  /** Its line, counted from 1. */
  readonly line: number | null;
  readonly value: number | null;
}

/** One kind of operation in a method. */
export interface Pattern {
  /** A description for the user. */
  readonly name: string;
  readonly operation: string;
  readonly dataType: string;
  readonly dataSize: string | number;
  readonly count: number;
  /** Null if it has no price; the share is then null too. */
  readonly mean: number | null;
  readonly share: number | null;
  readonly provenance: string;
  /** The standard deviation of a transferred price, as a part of it. */
  readonly spread?: number;
}

/** What a worst case assumes although the code does not show it. */
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
  /** The mean of its own operations, without its callees. */
  readonly own: number | null;
  /** The least that a call that returns costs; null if unknown. */
  readonly cheapest: number | null;
  /** What determines the worst path. */
  readonly path: readonly { readonly line: number | null; readonly text: string }[];
  readonly patterns: readonly Pattern[];
  readonly categories: readonly { readonly name: string; readonly share: number }[];
  /** Parts of the executed operations, 0 to 1. */
  readonly provenance: {
    readonly modelled: number;
    readonly transferred: number;
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

/** A request: its name with the types of its parameters and its result. */
export interface RequestOf<P, R> {
  readonly method: string;
  /** Never set; it binds the types to the name. */
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
