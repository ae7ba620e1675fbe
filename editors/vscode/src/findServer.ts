/** Where the program `jouled` is. */

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";

/** What finding depends on, so that a test can make it up. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  isExecutable(path: string): Promise<boolean>;
}

/** The program, or why there is none and what to do. */
export type Found =
  { readonly path: string } | { readonly problem: string; readonly isSetting: boolean };

/**
 * The program of the setting if there is one, else the first on the search path, else where
 * `cargo install` puts it.
 *
 * Relative entries of the search path are passed over: they would be looked up in the folder that is open,
 * and opening a folder must not run its programs.
 */
export async function findServer(setting: string, surroundings: Surroundings): Promise<Found> {
  const { platform, home, environment } = surroundings;
  const paths = platform === "win32" ? win32 : posix;
  if (setting.trim() !== "") {
    const path = setting.trim().replace(/^~(?=[/\\])/, home);
    if (!paths.isAbsolute(path)) {
      return {
        problem: `The setting jouled.server.path must be an absolute path, not “${setting}”.`,
        isSetting: true,
      };
    }
    if (await surroundings.isExecutable(path)) {
      return { path };
    }
    return {
      problem: `The setting jouled.server.path names “${path}”, which is no program that can be run.`,
      isSetting: true,
    };
  }

  const name = platform === "win32" ? "jouled.exe" : "jouled";
  const search = environment["PATH"] ?? environment["Path"] ?? "";
  const cargo = environment["CARGO_HOME"] ?? paths.join(home, ".cargo");
  for (const folder of [...search.split(paths.delimiter), paths.join(cargo, "bin")]) {
    if (!paths.isAbsolute(folder)) {
      continue;
    }
    const path = paths.join(folder, name);
    if (await surroundings.isExecutable(path)) {
      return { path };
    }
  }
  return {
    problem:
      "The program jouled was not found on PATH or in ~/.cargo/bin. " +
      "Install it with `cargo install --path server/cli --locked` in a checkout of jouled, " +
      "or set jouled.server.path.",
    isSetting: false,
  };
}

/** Whether a path is a file that may be run. */
export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
