/** Finds the program `jouled`. */

import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { type PlatformPath, posix, win32 } from "node:path";

/** What the search depends on, so that a test can replace it. */
export interface Host {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder in which a package for one platform contains the program. */
  readonly bundled: string;
  /** The open folders. */
  readonly folders: readonly string[];
  isExecutable(path: string): Promise<boolean>;
  /** The path after all links; undefined if it does not exist. */
  realPath(path: string): Promise<string | undefined>;
}

/** The program, or why there is none and what to do about it. */
export type Found =
  { readonly path: string } | { readonly problem: string; readonly isSetting: boolean };

/**
 * The program from the setting, else from the extension's package, else the first on the search path, else from the
 * place where `cargo install` puts it.
 *
 * Opening a folder must not run its programs. Therefore relative entries of the search path are skipped, and so is a
 * program in an open folder, by its own path or through links. A setting that names such a program is rejected.
 */
export async function findServer(setting: string, host: Host): Promise<Found> {
  const { platform, home, environment } = host;
  const paths = platform === "win32" ? win32 : posix;
  if (setting.trim() !== "") {
    const path = setting.trim().replace(/^~(?=[/\\])/, home);
    if (!paths.isAbsolute(path)) {
      return {
        problem: `The setting jouled.server.path must be an absolute path, not “${setting}”.`,
        isSetting: true,
      };
    }
    if (!(await host.isExecutable(path))) {
      return {
        problem: `The setting jouled.server.path names “${path}”, which is not an executable program.`,
        isSetting: true,
      };
    }
    const folder = await openFolderOf(path, paths, host);
    if (folder !== undefined) {
      return {
        problem:
          `The setting jouled.server.path names “${path}”. It is not run, because it lies in ` +
          `the open folder “${folder}”. Set it to a program outside of all open folders.`,
        isSetting: true,
      };
    }
    return { path };
  }

  const name = platform === "win32" ? "jouled.exe" : "jouled";
  const search = environment["PATH"] ?? environment["Path"] ?? "";
  const cargo = environment["CARGO_HOME"] ?? paths.join(home, ".cargo");
  let refused: string | undefined;
  const entries = [host.bundled, ...search.split(paths.delimiter), paths.join(cargo, "bin")];
  for (const entry of entries) {
    if (!paths.isAbsolute(entry)) {
      continue;
    }
    const path = paths.join(entry, name);
    if (!(await host.isExecutable(path))) {
      continue;
    }
    const folder = await openFolderOf(path, paths, host);
    if (folder === undefined) {
      return { path };
    }
    refused ??= `The program “${path}” is not run, because it lies in the open folder “${folder}”. `;
  }
  return {
    problem:
      (refused ?? "The program jouled was not found on PATH or in ~/.cargo/bin. ") +
      "Install the extension's package for your platform, which brings it, " +
      "install it with `cargo install --path server/cli --locked` in a checkout of jouled, " +
      (refused === undefined
        ? "or set jouled.server.path."
        : "or set jouled.server.path to a program outside of all open folders."),
    isSetting: false,
  };
}

/** The open folder that contains a program, by its own path or through links. */
async function openFolderOf(
  program: string,
  paths: PlatformPath,
  host: Host,
): Promise<string | undefined> {
  const parent = await host.realPath(paths.dirname(program));
  const places = [
    paths.normalize(program),
    // A folder of the search path may be a link into an open folder, and the program in it may be a link out again.
    parent === undefined ? undefined : paths.join(parent, paths.basename(program)),
    await host.realPath(program),
  ].filter((place) => place !== undefined);
  for (const folder of host.folders) {
    const names = [folder, (await host.realPath(folder)) ?? folder];
    if (names.some((name) => places.some((place) => isWithin(place, name, paths)))) {
      return folder;
    }
  }
  return undefined;
}

function isWithin(path: string, folder: string, paths: PlatformPath): boolean {
  const way = paths.relative(folder, path);
  return way !== ".." && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}

/** Whether a path is an executable file. */
export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** The path after all links; undefined if it does not exist. */
export async function realPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined;
  }
}
