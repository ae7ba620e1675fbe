#!/usr/bin/env python3
"""Makes the packages of a release from one binary: archive, wheel, npm packages and VS Code extension."""

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KINDS = ("archive", "wheel", "npm", "vsix")


@dataclass(frozen=True)
class Target:
    """The name of a platform in the package registries."""

    #: Node's names, which are also those of VS Code's marketplace.
    os: str
    cpu: str
    #: The platform tag of a wheel; on Linux only its architecture.
    wheel: str

    @property
    def name(self) -> str:
        return f"{self.os}-{self.cpu}"


TARGETS = {
    "x86_64-unknown-linux-gnu": Target("linux", "x64", "x86_64"),
    "aarch64-unknown-linux-gnu": Target("linux", "arm64", "aarch64"),
    "x86_64-apple-darwin": Target("darwin", "x64", "macosx_10_12_x86_64"),
    "aarch64-apple-darwin": Target("darwin", "arm64", "macosx_11_0_arm64"),
    "x86_64-pc-windows-msvc": Target("win32", "x64", "win_amd64"),
}


def version() -> str:
    """The version of the workspace, which all packages have."""
    text = (ROOT / "Cargo.toml").read_text()
    found = re.search(r'\[workspace\.package\]\nversion = "([^"]+)"', text)
    if found is None:
        sys.exit("Cargo.toml has no version in [workspace.package]")
    return found[1]


def wheel_platform(target: Target, binary: bytes) -> str:
    """The tag of PEP 600: the newest glibc that the binary needs."""
    if target.os != "linux":
        return target.wheel
    asked = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", binary)]
    if not asked:
        sys.exit("the binary names no version of glibc, so no wheel can say where it runs")
    return f"manylinux_2_{max(asked)}_{target.wheel}"


def archive(triple: str, binary: Path, out: Path) -> Path:
    """`jouled-TRIPLE.tar.gz`: the same input gives the same bytes."""
    folder = f"jouled-{triple}"
    path = out / f"{folder}.tar.gz"
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for file in (binary, ROOT / "README.md", ROOT / "LICENSE-MIT", ROOT / "LICENSE-APACHE"):
            entry = tarfile.TarInfo(f"{folder}/{file.name}")
            entry.size = file.stat().st_size
            entry.mode = 0o755 if file == binary else 0o644
            with file.open("rb") as data:
                tar.addfile(entry, data)
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as zipped:
        zipped.write(content.getvalue())
    return path


def wheel(target: Target, binary: Path, out: Path) -> None:
    environment = os.environ | {
        "JOULED_BINARY": str(binary),
        "JOULED_WHEEL_PLATFORM": wheel_platform(target, binary.read_bytes()),
    }
    run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(out)],
        ROOT / "packages" / "python",
        environment,
    )


def npm_manifest(name: str, description: str) -> dict:
    return {
        "name": name,
        "version": version(),
        "description": description,
        "license": "MIT OR Apache-2.0",
        "repository": {"type": "git", "url": "git+https://github.com/jouled/jouled.git"},
    }


def npm(target: Target, binary: Path, out: Path, scratch: Path) -> None:
    """The package with the binary, and the one that users install, which depends on it."""
    platform = scratch / "platform"
    (platform / "bin").mkdir(parents=True)
    shutil.copy(binary, platform / "bin" / binary.name)
    manifest = npm_manifest(f"@jouled/{target.name}", f"The program jouled for {target.name}.")
    manifest |= {"os": [target.os], "cpu": [target.cpu], "preferUnplugged": True}
    pack(platform, manifest, out)

    main = scratch / "main"
    shutil.copytree(ROOT / "packages" / "npm", main)
    manifest = npm_manifest(
        "jouled", "The energy of Java code, in the editor, on the terminal and as a gate in CI."
    )
    manifest |= {
        "type": "module",
        "bin": {"jouled": "bin/jouled.js"},
        "engines": {"node": ">=18"},
        "optionalDependencies": {
            f"@jouled/{target.name}": version() for target in TARGETS.values()
        },
    }
    pack(main, manifest, out)


def pack(folder: Path, manifest: dict, out: Path) -> None:
    (folder / "package.json").write_text(json.dumps(manifest, indent=2) + "\n")
    run([program("npm"), "pack", "--silent", "--pack-destination", str(out)], folder)


def vsix(target: Target, binary: Path, out: Path, scratch: Path) -> None:
    """The extension with the binary inside; `npm ci` was run in its folder."""
    source = ROOT / "editors" / "vscode"
    folder = scratch / "vscode"
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("node_modules", "dist", "*.vsix"))
    (folder / "node_modules").symlink_to(source / "node_modules", target_is_directory=True)
    (folder / "server").mkdir()
    shutil.copy(binary, folder / "server" / binary.name)
    file = out / f"jouled-{target.name}.vsix"
    run(
        [program("node"), "node_modules/@vscode/vsce/vsce", "package", "--no-dependencies"]
        + ["--target", target.name, "--out", str(file)],
        folder,
    )


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        sys.exit(f"{name} is not on the PATH; it comes with Node.js 22.18 or newer")
    return found


def run(command: list, folder: Path, environment: dict | None = None) -> None:
    ended = subprocess.run(command, cwd=folder, env=environment, check=False)
    if ended.returncode != 0:
        sys.exit(f"`{' '.join(command)}` in {folder} ended with {ended.returncode}")


def write_checksums(out: Path) -> None:
    """`SHA256SUMS` over all packages of the folder, as `sha256sum --check` reads it."""
    files = sorted(file for file in out.iterdir() if file.name != "SHA256SUMS")
    lines = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    (out / "SHA256SUMS").write_text("".join(lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=Path, help="the program jouled, built for the target")
    parser.add_argument("--target", choices=TARGETS, help="the target it was built for")
    parser.add_argument("--out", type=Path, required=True, help="the folder for the packages")
    parser.add_argument("--only", choices=KINDS, action="append", help="make only these packages")
    parser.add_argument("--checksums", action="store_true", help="only write SHA256SUMS of the folder")
    options = parser.parse_args()
    out = options.out.resolve()
    if options.checksums:
        write_checksums(out)
        return
    if options.binary is None or options.target is None:
        parser.error("--binary and --target are needed")
    out.mkdir(parents=True, exist_ok=True)
    binary, target = options.binary.resolve(), TARGETS[options.target]
    kinds = options.only or KINDS
    with tempfile.TemporaryDirectory(prefix="jouled-packages-") as folder:
        scratch = Path(folder)
        if "archive" in kinds:
            archive(options.target, binary, out)
        if "wheel" in kinds:
            wheel(target, binary, out)
        if "npm" in kinds:
            npm(target, binary, out, scratch)
        if "vsix" in kinds:
            vsix(target, binary, out, scratch)


if __name__ == "__main__":
    main()
