#!/usr/bin/env node
// Runs the program from the package for this platform.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";

const platform = `${process.platform}-${process.arch}`;
const program = `bin/jouled${process.platform === "win32" ? ".exe" : ""}`;

/** The path of the program; ends with a message where npm did not install it. */
function find() {
  try {
    return createRequire(import.meta.url).resolve(`@jouled/${platform}/${program}`);
  } catch {
    console.error(
      `jouled: the package @jouled/${platform} is not installed.\n` +
        "Either npm left out optional dependencies (install again without --omit=optional), or there is no\n" +
        "package for this platform. In that case, build jouled: https://github.com/jouled/jouled#install",
    );
    process.exit(1);
  }
}

const child = spawn(find(), process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`jouled: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  process.exit(code ?? 128 + constants.signals[signal]);
});
