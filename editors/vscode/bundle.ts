/** Creates dist: the extension as one file, and the licences of the packages in it. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const DIST = "dist";

rmSync(DIST, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  bundle: true,
  outfile: join(DIST, "extension.cjs"),
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  minify: true,
  legalComments: "none",
  metafile: true,
});

const folders = Object.keys(metafile.inputs).flatMap(
  (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [],
);
const notices = [...new Set(folders)].toSorted().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf-8")) as {
    name: string;
    version: string;
  };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) {
    throw new Error(`${folder} is bundled and has no licence`);
  }
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf-8").trim()}\n`;
});
writeFileSync(join(DIST, "THIRD-PARTY.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
