/** VS Code as a server, with extensions installed, and what its extension host says to the probe. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A busy machine takes long to start everything. */
export const PATIENCE_MS = 180_000;
/** A running program answers sooner, even on a busy machine. */
export const STEP_PATIENCE_MS = 60_000;

/** Waits until a value exists, and returns it. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  patience = STEP_PATIENCE_MS,
): Promise<T> {
  const end = Date.now() + patience;
  let last: unknown;
  while (Date.now() < end) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) {
        return found;
      }
      last = found;
    } catch (error) {
      last = error;
    }
    await sleep(100);
  }
  throw new Error(`waited in vain until ${what}; last: ${String(last)}`);
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

export interface Options {
  /** A separate folder for everything that it writes. */
  readonly folder: string;
  /** Where the package code-server is installed. */
  readonly installed: string;
  readonly extensions: readonly string[];
  /** The settings of the user, and those of the machine with the files. */
  readonly user: Readonly<Record<string, unknown>>;
  readonly machine: Readonly<Record<string, unknown>>;
  /** Whether folders are untrusted until the user trusts them. */
  readonly asksForTrust?: boolean;
}

export class CodeServer {
  readonly port: number;
  private readonly process: ChildProcess;
  private readonly probe: string;
  private asked = 0;

  private constructor(port: number, child: ChildProcess, probe: string) {
    this.port = port;
    this.process = child;
    this.probe = probe;
  }

  static async start(options: Options): Promise<CodeServer> {
    const { folder } = options;
    const data = join(folder, "data");
    const probe = join(folder, "probe");
    for (const needed of [join(data, "logs"), join(data, "User"), join(data, "Machine"), probe]) {
      mkdirSync(needed, { recursive: true });
    }
    writeFileSync(join(data, "User", "settings.json"), JSON.stringify(options.user));
    writeFileSync(join(data, "Machine", "settings.json"), JSON.stringify(options.machine));
    const environment: NodeJS.ProcessEnv = {
      ...process.env,
      // Without this the server and the page look for extensions on the network.
      EXTENSIONS_GALLERY: "{}",
      XDG_CONFIG_HOME: join(folder, "config"),
      XDG_DATA_HOME: join(folder, "share"),
      PROBE: probe,
    };
    // In VS Code's own terminal, a test would count as a part of that VS Code.
    for (const name of Object.keys(environment)) {
      if (name.startsWith("VSCODE_") || name === "NODE_OPTIONS" || name === "NODE_TEST_CONTEXT") {
        delete environment[name];
      }
    }
    const entry = join(options.installed, "node_modules", "code-server", "out", "node", "entry.js");
    const common = [entry, "--user-data-dir", data, "--extensions-dir", join(folder, "extensions")];
    for (const extension of options.extensions) {
      execFileSync(process.execPath, [...common, "--install-extension", extension], {
        env: environment,
        timeout: PATIENCE_MS,
        stdio: "ignore",
      });
    }
    const port = await freePort();
    const log = openSync(join(folder, "code-server.log"), "w");
    const flags = ["telemetry", "update-check", "getting-started-override"];
    if (options.asksForTrust !== true) {
      flags.push("workspace-trust");
    }
    const child = spawn(
      process.execPath,
      [
        ...common,
        ...["--bind-addr", `127.0.0.1:${port}`, "--auth", "none"],
        ...flags.map((flag) => `--disable-${flag}`),
      ],
      // A separate process group, so that all child processes end with it.
      { env: environment, stdio: ["ignore", log, log], detached: true },
    );
    const server = new CodeServer(port, child, probe);
    await until(
      "code-server answers",
      async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok,
      PATIENCE_MS,
    );
    return server;
  }

  /** The address of a page with an open folder and one of its files. */
  page(folder: string, file: string): string {
    const remote = `vscode-remote://127.0.0.1:${this.port}${file}`;
    const payload = JSON.stringify([["openFile", remote]]);
    return `http://127.0.0.1:${this.port}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(payload)}`;
  }

  /** Calls a function of the probe. */
  async ask<T>(name: string, ...values: unknown[]): Promise<T> {
    this.asked += 1;
    const path = join(this.probe, `${this.asked}.answer.json`);
    const question = join(this.probe, `${this.asked}.ask.json`);
    writeFileSync(`${question}.part`, JSON.stringify([name, ...values]));
    renameSync(`${question}.part`, question);
    await until(`the probe answers ${name}`, async () => existsSync(path));
    const answer = JSON.parse(readFileSync(path, "utf-8"));
    rmSync(path);
    if (answer.error) {
      throw new Error(`${name}: ${answer.error}`);
    }
    return answer.value;
  }

  /** The ids of processes of a program that this VS Code started. */
  processesOf(program: string): number[] {
    const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], {
      encoding: "utf-8",
    })
      .split("\n")
      .flatMap((line) => {
        const found = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
        return found
          ? [
              {
                pid: Number(found[1]),
                parent: Number(found[2]),
                words: found[3] ?? "",
              },
            ]
          : [];
      });
    const family = new Set([this.process.pid]);
    for (let before = -1; before < family.size;) {
      before = family.size;
      for (const { pid, parent } of table) {
        if (family.has(parent)) {
          family.add(pid);
        }
      }
    }
    return table
      .filter(({ pid, words }) => family.has(pid) && words.includes(`${program} lsp`))
      .map(({ pid }) => pid);
  }

  async stop(): Promise<void> {
    const { pid } = this.process;
    if (pid === undefined || this.process.exitCode !== null) {
      return;
    }
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    process.kill(-pid, "SIGTERM");
    await Promise.race([ended, sleep(10_000)]);
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // Nothing of it is left.
    }
    await ended;
  }
}
