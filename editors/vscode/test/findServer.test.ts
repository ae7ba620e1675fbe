import assert from "node:assert/strict";
import { test } from "node:test";
import { findServer, isExecutable } from "../src/findServer.ts";

function surroundings(programs: string[], environment: Record<string, string> = {}) {
  return {
    platform: "linux" as NodeJS.Platform,
    home: "/home/ada",
    environment,
    isExecutable: async (path: string) => programs.includes(path),
  };
}

test("the setting goes before everything else", async () => {
  const found = await findServer(
    "/opt/jouled",
    surroundings(["/opt/jouled", "/bin/jouled"], { PATH: "/bin" }),
  );
  assert.deepEqual(found, { path: "/opt/jouled" });
});

test("a setting that names no program is told of, and nothing else is run in its place", async () => {
  const found = await findServer("/opt/none", surroundings(["/bin/jouled"], { PATH: "/bin" }));
  assert.ok("problem" in found && found.isSetting);
  assert.match(found.problem, /jouled\.server\.path.*\/opt\/none/);
});

test("a relative setting is refused: it could be a program of the open folder", async () => {
  const found = await findServer("./jouled", surroundings(["./jouled", "jouled"]));
  assert.ok("problem" in found);
  assert.match(found.problem, /absolute/);
});

test("a tilde is the home folder", async () => {
  const found = await findServer("~/bin/jouled", surroundings(["/home/ada/bin/jouled"]));
  assert.deepEqual(found, { path: "/home/ada/bin/jouled" });
});

test("without a setting the search path is searched, then cargo's folder", async () => {
  const path = { PATH: "/usr/bin:/bin" };
  const cargo = "/home/ada/.cargo/bin/jouled";
  assert.deepEqual(await findServer("", surroundings(["/bin/jouled", cargo], path)), {
    path: "/bin/jouled",
  });
  assert.deepEqual(await findServer(" ", surroundings([cargo], path)), { path: cargo });
  assert.deepEqual(await findServer("", surroundings(["/c/bin/jouled"], { CARGO_HOME: "/c" })), {
    path: "/c/bin/jouled",
  });
});

test("relative entries of the search path are passed over", async () => {
  const found = await findServer(
    "",
    surroundings(["jouled", "./jouled", "bin/jouled"], { PATH: ":.:bin" }),
  );
  assert.ok("problem" in found);
});

test("where there is none, the message says what to do", async () => {
  const found = await findServer("", surroundings([]));
  assert.ok("problem" in found && !found.isSetting);
  assert.match(found.problem, /cargo install/);
  assert.match(found.problem, /jouled\.server\.path/);
});

test("on Windows the program and the paths are Windows'", async () => {
  const found = await findServer("", {
    platform: "win32",
    home: "C:\\Users\\ada",
    environment: { Path: "C:\\tools;D:\\bin" },
    isExecutable: async (path) => path === "D:\\bin\\jouled.exe",
  });
  assert.deepEqual(found, { path: "D:\\bin\\jouled.exe" });
});

test("a folder is no program", async () => {
  assert.equal(await isExecutable(import.meta.dirname), false);
  assert.equal(await isExecutable(process.execPath), true);
});
