import assert from "node:assert/strict";
import { mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findServer, isExecutable, realPath } from "../src/findServer.ts";

function host(programs: string[], environment: Record<string, string> = {}) {
  return {
    platform: "linux" as NodeJS.Platform,
    home: "/home/ada",
    environment,
    bundled: "/extension/server",
    folders: [] as string[],
    isExecutable: async (path: string) => programs.includes(path),
    realPath: async (path: string): Promise<string | undefined> => path,
  };
}

/** The same with an open folder, and with links from one path to another. */
function withFolder(
  folder: string,
  programs: string[],
  environment: Record<string, string> = {},
  links: Record<string, string> = {},
) {
  return {
    ...host(programs, environment),
    folders: [folder],
    realPath: async (path: string): Promise<string | undefined> => links[path] ?? path,
  };
}

test("the setting takes precedence over everything else", async () => {
  const found = await findServer(
    "/opt/jouled",
    host(["/opt/jouled", "/bin/jouled"], { PATH: "/bin" }),
  );
  assert.deepEqual(found, { path: "/opt/jouled" });
});

test("a setting that names no program is reported, and nothing else runs instead", async () => {
  const found = await findServer("/opt/none", host(["/bin/jouled"], { PATH: "/bin" }));
  assert.ok("problem" in found && found.isSetting);
  assert.match(found.problem, /jouled\.server\.path.*\/opt\/none/);
});

test("a relative setting is refused: it could be a program of the open folder", async () => {
  const found = await findServer("./jouled", host(["./jouled", "jouled"]));
  assert.ok("problem" in found);
  assert.match(found.problem, /absolute/);
});

test("a tilde is the home folder", async () => {
  const found = await findServer("~/bin/jouled", host(["/home/ada/bin/jouled"]));
  assert.deepEqual(found, { path: "/home/ada/bin/jouled" });
});

test("without a setting, the search path comes first, then cargo's folder", async () => {
  const path = { PATH: "/usr/bin:/bin" };
  const cargo = "/home/ada/.cargo/bin/jouled";
  assert.deepEqual(await findServer("", host(["/bin/jouled", cargo], path)), {
    path: "/bin/jouled",
  });
  assert.deepEqual(await findServer(" ", host([cargo], path)), { path: cargo });
  assert.deepEqual(await findServer("", host(["/c/bin/jouled"], { CARGO_HOME: "/c" })), {
    path: "/c/bin/jouled",
  });
});

test("a package for one platform contains its program, and only a setting overrides it", async () => {
  const bundled = "/extension/server/jouled";
  const programs = ["/opt/jouled", bundled, "/bin/jouled"];
  const path = { PATH: "/bin" };
  assert.deepEqual(await findServer("", host(programs, path)), { path: bundled });
  assert.deepEqual(await findServer("/opt/jouled", host(programs, path)), { path: "/opt/jouled" });
  const windows = {
    ...host(["C:\\extension\\server\\jouled.exe"]),
    platform: "win32" as NodeJS.Platform,
    bundled: "C:\\extension\\server",
  };
  assert.deepEqual(await findServer("", windows), {
    path: "C:\\extension\\server\\jouled.exe",
  });
});

test("a program in the extension's package does not run if its folder is open", async () => {
  const found = await findServer("", withFolder("/extension", ["/extension/server/jouled"]));
  assert.ok("problem" in found);
  assert.match(found.problem, /open folder/);
});

test("relative entries of the search path are skipped", async () => {
  const found = await findServer(
    "",
    host(["jouled", "./jouled", "bin/jouled"], { PATH: ":.:bin" }),
  );
  assert.ok("problem" in found);
});

test("if there is none, the message says what to do", async () => {
  const found = await findServer("", host([]));
  assert.ok("problem" in found && !found.isSetting);
  assert.match(found.problem, /cargo install/);
  assert.match(found.problem, /jouled\.server\.path/);
});

test("on Windows the program and the paths are Windows'", async () => {
  const found = await findServer("", {
    platform: "win32",
    home: "C:\\Users\\ada",
    bundled: "C:\\extension\\server",
    environment: { Path: "C:\\tools;D:\\bin" },
    folders: ["C:\\work"],
    isExecutable: async (path) => path === "D:\\bin\\jouled.exe",
    realPath: async (path) => path,
  });
  assert.deepEqual(found, { path: "D:\\bin\\jouled.exe" });
});

test("a folder is no program", async () => {
  assert.equal(await isExecutable(import.meta.dirname), false);
  assert.equal(await isExecutable(process.execPath), true);
});

const WORK = "/home/ada/work";

test("an entry of the search path in an open folder is skipped", async () => {
  const programs = [`${WORK}/bin/jouled`, "/usr/bin/jouled"];
  const path = { PATH: `${WORK}/bin:/usr/bin` };
  assert.deepEqual(await findServer("", withFolder(WORK, programs, path)), {
    path: "/usr/bin/jouled",
  });
});

test("if only the open folder has one, the message says what to do", async () => {
  const program = `${WORK}/bin/jouled`;
  const found = await findServer("", withFolder(WORK, [program], { PATH: `${WORK}/bin` }));
  assert.ok("problem" in found && !found.isSetting);
  assert.match(found.problem, /work\/bin\/jouled.*open folder.*jouled\.server\.path/);
});

test("a detour through other folders still ends in the open one", async () => {
  const entry = "/usr/../home/ada/work/bin";
  const found = await findServer("", withFolder(WORK, [`${WORK}/bin/jouled`], { PATH: entry }));
  assert.ok("problem" in found);
  const set = await findServer(`${entry}/jouled`, withFolder(WORK, [`${entry}/jouled`]));
  assert.ok("problem" in set && set.isSetting);
});

test("a link from outside into the open folder is refused", async () => {
  const links = { "/usr/bin/jouled": `${WORK}/jouled` };
  const around = withFolder(WORK, ["/usr/bin/jouled"], { PATH: "/usr/bin" }, links);
  assert.ok("problem" in (await findServer("", around)));
  assert.ok("problem" in (await findServer("/usr/bin/jouled", around)));
});

test("a link from the open folder to outside is refused: the folder chose it", async () => {
  const links = { [`${WORK}/jouled`]: "/usr/bin/true" };
  const around = withFolder(WORK, [`${WORK}/jouled`], { PATH: WORK }, links);
  assert.ok("problem" in (await findServer("", around)));
  assert.ok("problem" in (await findServer(`${WORK}/jouled`, around)));
});

test("such a link is also refused under another name of its folder", async () => {
  const links = { "/opt/bin": WORK, "/opt/bin/jouled": "/usr/bin/true" };
  const around = withFolder(WORK, ["/opt/bin/jouled"], { PATH: "/opt/bin" }, links);
  assert.ok("problem" in (await findServer("", around)));
});

test("an open folder that is a link is also the folder it leads to", async () => {
  const links = { "/work": WORK };
  const around = withFolder("/work", [`${WORK}/bin/jouled`], { PATH: `${WORK}/bin` }, links);
  assert.ok("problem" in (await findServer("", around)));
});

test("a setting that names a program in an open folder is refused, and says what to do", async () => {
  const programs = [`${WORK}/jouled`, "/usr/bin/jouled"];
  const around = withFolder(WORK, programs, { PATH: "/usr/bin" });
  const found = await findServer(`${WORK}/jouled`, around);
  assert.ok("problem" in found && found.isSetting);
  assert.match(found.problem, /jouled\.server\.path.*open folder.*outside/);
});

test("a program outside the open folder is accepted, even if the names begin alike", async () => {
  for (const path of ["/usr/bin/jouled", `${WORK}-tools/jouled`, "/home/ada/jouled"]) {
    assert.deepEqual(await findServer(path, withFolder(WORK, [path])), { path });
  }
});

test("on Windows the case of a name does not matter", async () => {
  const program = "c:\\WORK\\bin\\jouled.exe";
  const found = await findServer(program, {
    ...withFolder("C:\\work", [program]),
    platform: "win32",
  });
  assert.ok("problem" in found && found.isSetting);
});

test("the links of the disk are followed", async (context) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "jouled-")));
  context.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "program"), "");
  await symlink(join(folder, "program"), join(folder, "link"));
  assert.equal(await realPath(join(folder, "link")), join(folder, "program"));
  assert.equal(await realPath(join(folder, "none")), undefined);
});
