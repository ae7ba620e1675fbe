/** The server: finds it, starts it, sends it requests, and receives its status. */

import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import {
  DidChangeConfigurationNotification,
  InlayHintRequest,
  LanguageClient,
  type LanguageClientOptions,
  type Message,
  type Middleware,
  RevealOutputChannelOn,
  State,
  type StaticFeature,
} from "vscode-languageclient/node";
import { onDidChangeShownHints, shownHints } from "./cursorLine.ts";
import { findServer, isExecutable, realPath } from "./findServer.ts";
import {
  DID_CHANGE_TRUST,
  IS_TRUSTED,
  type RequestOf,
  SERVER_STATUS,
  type ServerStatus,
} from "./protocol.ts";
import { SECTION, serverSettings } from "./settings.ts";
import type { Connection } from "./statusText.ts";

/** With these requests the server announces new numbers. */
const REFRESHES: readonly string[] = ["workspace/inlayHint/refresh", "workspace/codeLens/refresh"];
const METHOD_NOT_FOUND = -32601;

export class Session implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly results = new vscode.EventEmitter<void>();
  private client: LanguageClient | undefined;
  private listeners: vscode.Disposable[] = [];
  /** Requests that this server does not support. */
  private readonly unknown = new Set<string>();
  /** Starts and stops, one after another. */
  private queue: Promise<void> = Promise.resolve();

  /** Whether there is a server, or why not. */
  connection: Connection = { kind: "stopped" };
  /** The program of the server, while it runs. */
  server: string | undefined;
  /** The last status from the server. */
  status: ServerStatus | undefined;

  /** {@link connection} or {@link status} has changed. */
  readonly onDidChange = this.changed.event;
  /** The server has new numbers, or there is a new server. */
  readonly onDidChangeResults = this.results.event;

  private readonly output: vscode.LogOutputChannel;
  private readonly extensionFolder: string;

  constructor(output: vscode.LogOutputChannel, extensionFolder: string) {
    this.output = output;
    this.extensionFolder = extensionFolder;
  }

  /** Starts the server again after a new search for it. */
  restart(): Promise<void> {
    this.queue = this.queue
      .then(async () => {
        await this.stop();
        await this.start();
      })
      // A failed start must not prevent later ones.
      .catch((error: unknown) => {
        this.output.error(`The server could not be restarted: ${String(error)}`);
        this.become({ kind: "missing", problem: "The server did not start. The output says why." });
      });
    return this.queue;
  }

  /**
   * Sends a request to the server. Undefined if no server runs, if it does not support the request, or if it fails; the
   * output has the reason.
   */
  async ask<P, R>(request: RequestOf<P, R>, params: P): Promise<R | undefined> {
    const client = this.client;
    if (client?.state !== State.Running || this.unknown.has(request.method)) {
      return undefined;
    }
    try {
      return await client.sendRequest<R>(request.method, params);
    } catch (error) {
      if (isObject(error) && error["code"] === METHOD_NOT_FOUND) {
        this.unknown.add(request.method);
        this.output.warn(`This server is too old: it does not know ${request.method}.`);
      } else {
        this.output.warn(`${request.method}: ${String(error)}`);
      }
      return undefined;
    }
  }

  /** Whether the server rejected an earlier request of this kind as unknown. */
  lacks<P, R>(request: RequestOf<P, R>): boolean {
    return this.unknown.has(request.method);
  }

  async dispose(): Promise<void> {
    await this.queue;
    await this.stop();
    this.changed.dispose();
    this.results.dispose();
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.server = undefined;
    this.status = undefined;
    for (const listener of this.listeners.splice(0)) {
      listener.dispose();
    }
    try {
      await client?.dispose();
    } catch (error) {
      // It may have ended already or may never have started.
      this.output.info(`The server did not stop cleanly: ${String(error)}`);
    }
    this.become({ kind: "stopped" });
  }

  private async start(): Promise<void> {
    const setting = vscode.workspace.getConfiguration(SECTION).get<string>("server.path", "");
    const found = await findServer(setting, {
      platform: process.platform,
      home: homedir(),
      environment: process.env,
      bundled: join(this.extensionFolder, "server"),
      folders: (vscode.workspace.workspaceFolders ?? [])
        .filter((folder) => folder.uri.scheme === "file")
        .map((folder) => folder.uri.fsPath),
      isExecutable,
      realPath,
    });
    if ("problem" in found) {
      this.output.error(found.problem);
      this.become({ kind: "missing", problem: found.problem });
      // Nothing waits for the answer, which may never come.
      void tellMissing(found.problem);
      return;
    }
    this.server = found.path;
    this.output.info(`Starting ${found.path} lsp`);
    const client = new LanguageClient(
      SECTION,
      "jouled",
      { command: found.path, args: ["lsp"] },
      this.options(),
    );
    client.registerFeature(ANNOUNCEMENT);
    this.listeners = [
      onDidChangeShownHints((document) => {
        const provider = client.getFeature(InlayHintRequest.method).getProvider(document);
        provider?.onDidChangeInlayHints.fire();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        client.sendNotification(DID_CHANGE_TRUST, { isTrusted: true }).catch((error: unknown) => {
          this.output.warn(`${DID_CHANGE_TRUST}: ${String(error)}`);
        });
      }),
      client.onDidChangeState(({ newState }) => {
        this.unknown.clear();
        this.status = undefined;
        this.become({ kind: CONNECTIONS[newState] });
      }),
      client.onNotification(SERVER_STATUS, (status: ServerStatus) => {
        this.status = status;
        this.changed.fire();
        if (status.quiescent) {
          this.results.fire();
        }
      }),
    ];
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.output.error(`${found.path} could not be started: ${String(error)}`);
      this.become({
        kind: "missing",
        problem: `${found.path} did not start. The output says why.`,
      });
    }
  }

  private become(connection: Connection): void {
    this.connection = connection;
    this.changed.fire();
    this.results.fire();
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [
        { language: "java", scheme: "file" },
        { language: "java", scheme: "untitled" },
      ],
      outputChannel: this.output,
      // A request to a stopping server belongs in the output: the status bar says that no server runs. Problems that a
      // user can solve have messages of their own.
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      // A function, so that a restarted server gets the newest settings. They do not include trust, which is no
      // setting.
      initializationOptions: () => ({
        ...serverSettings(),
        [IS_TRUSTED]: vscode.workspace.isTrusted,
      }),
      middleware: this.middleware(),
      connectionOptions: {
        messageStrategy: {
          handleMessage: (message, next) => {
            if (isRefresh(message)) {
              this.results.fire();
            }
            return next(message);
          },
        },
      },
    };
  }

  private middleware(): Middleware {
    return {
      // The client registers the server's commands as its own, so other extensions can run them.
      executeCommand: async (command, parameters, next) => {
        if (vscode.workspace.isTrusted) {
          await next(command, parameters);
        }
      },
      provideCodeLenses: async (document, token, next) => {
        const lenses = await next(document, token);
        for (const lens of lenses ?? []) {
          openReportBy(lens, document);
        }
        return lenses;
      },
      provideInlayHints: async (document, range, token, next) => {
        const hints = await next(document, range, token);
        return hints && shownHints(document, hints);
      },
      workspace: {
        configuration: async (params, token, next) => {
          const answer = await next(params, token);
          if (!Array.isArray(answer)) {
            return answer;
          }
          const values: readonly unknown[] = answer;
          return params.items.map(({ section }, index) =>
            section === SECTION ? serverSettings() : values[index],
          );
        },
        // The section also has settings that are not for the server, so it is not sent as it is.
        didChangeConfiguration: async () => {
          // If a client that starts or stops has to send something, VS Code shows an error.
          await this.queue;
          const client = this.client;
          if (client?.state !== State.Running) {
            return;
          }
          try {
            await client.sendNotification(DidChangeConfigurationNotification.type, {
              settings: { [SECTION]: serverSettings() },
            });
          } catch (error) {
            // It has just ended, which its state shows.
            this.output.warn(`The server did not get the new settings: ${String(error)}`);
          }
        },
      },
    };
  }
}

const CONNECTIONS = {
  [State.Stopped]: "stopped",
  [State.Starting]: "starting",
  [State.StartFailed]: "stopped",
  [State.Running]: "running",
} as const;

/**
 * Announces to the server that this client shows its status, and that VS Code shows images with `data:` URIs in hovers.
 */
const ANNOUNCEMENT: StaticFeature = {
  fillClientCapabilities(capabilities) {
    capabilities.experimental = { serverStatusNotification: true, hoverImages: true };
  },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};

/** Makes a click on a lens without a command open the report of its method. */
function openReportBy(lens: vscode.CodeLens, document: vscode.TextDocument): void {
  if (lens.command?.command === "") {
    lens.command = {
      title: lens.command.title,
      tooltip: "Show the energy report of this method",
      command: "jouled.showReport",
      arguments: [document.uri, lens.range.start],
    };
  }
}

async function tellMissing(problem: string): Promise<void> {
  const settings = "Open Settings";
  const retry = "Try Again";
  const chosen = await vscode.window.showErrorMessage(problem, settings, retry);
  if (chosen === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "jouled.server.path");
  } else if (chosen === retry) {
    await vscode.commands.executeCommand("jouled.restartServer");
  }
}

function isRefresh(message: Message): boolean {
  return (
    "method" in message && typeof message.method === "string" && REFRESHES.includes(message.method)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
