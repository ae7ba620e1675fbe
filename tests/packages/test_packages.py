"""The packages of a release, made from the binary of this workspace and used as users would."""

import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TARGET = f"{platform.machine()}-unknown-linux-gnu"
NODE_NAME = {"x86_64": "linux-x64", "aarch64": "linux-arm64"}.get(platform.machine())
VERSION = re.search(r'\[workspace\.package\]\nversion = "([^"]+)"', (ROOT / "Cargo.toml").read_text())[1]

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or NODE_NAME is None, reason="the packages are tried on Linux"
)


def run(*command, **options):
    options = {"capture_output": True, "text": True} | options
    return subprocess.run([str(word) for word in command], **options)


@pytest.fixture(scope="session")
def binary(tmp_path_factory):
    """The binary without debug information, which makes the packages faster."""
    path = tmp_path_factory.mktemp("binary") / "jouled"
    shutil.copy(os.environ["JOULED_BIN"], path)
    if shutil.which("strip"):
        run("strip", path, check=True)
    return path


@pytest.fixture(scope="session")
def starter(binary, tmp_path_factory):
    """A program that becomes the real one, which takes ten seconds to compress."""
    path = tmp_path_factory.mktemp("starter") / "jouled"
    path.write_text(f"#!/bin/sh\nexec '{binary}' \"$@\"\n")
    path.chmod(0o755)
    return path


def assemble(binary, out, *kinds):
    only = [word for kind in kinds for word in ("--only", kind)]
    made = run(
        sys.executable, ROOT / "packages" / "assemble.py",
        "--binary", binary, "--target", TARGET, "--out", out, *only,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return out


def test_the_wheel_installs_the_program_and_says_where_it_runs(binary, tmp_path):
    (wheel,) = assemble(binary, tmp_path / "dist", "wheel").iterdir()
    newest_glibc = max(
        (int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", binary.read_bytes()))
    )
    assert wheel.name == (
        f"jouled-{VERSION}-py3-none-manylinux_2_{newest_glibc}_{platform.machine()}.whl"
    )
    environment = tmp_path / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment, check=True)
    python = environment / "bin" / "python"
    installed = run(
        sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--quiet", wheel
    )
    assert installed.returncode == 0, installed.stderr
    program = environment / "bin" / "jouled"
    assert run(program, "--version").stdout.strip() == f"jouled {VERSION}"
    removed = run(sys.executable, "-m", "pip", "--python", python, "uninstall", "--yes", "jouled")
    assert removed.returncode == 0 and not program.exists()


@pytest.fixture(scope="session")
def installed_npm_project(starter, tmp_path_factory):
    """A project with both packages, as npm installs them from the registry."""
    folder = tmp_path_factory.mktemp("npm")
    packages = sorted(assemble(starter, folder / "dist", "npm").iterdir())
    assert {package.name for package in packages} == {
        f"jouled-{VERSION}.tgz",
        f"jouled-{NODE_NAME}-{VERSION}.tgz",
    }
    project = folder / "project"
    project.mkdir()
    (project / "package.json").write_text("{}")
    # The packages for other platforms are missing here.
    options = ("--offline", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund")
    installed = run("npm", "install", *options, *packages, cwd=project)
    assert installed.returncode == 0, installed.stderr
    return project


@pytest.fixture
def npm_project(installed_npm_project, tmp_path):
    """The same for one test, which may damage it."""
    return shutil.copytree(installed_npm_project, tmp_path / "project", symlinks=True)


def test_the_npm_package_runs_the_program_with_its_exit_code(npm_project):
    program = npm_project / "node_modules" / ".bin" / "jouled"
    assert run(program, "--version").stdout.strip() == f"jouled {VERSION}"
    assert run(program, "no-such-command").returncode == 2
    missing = run(program, "report", "no-such-file.jar")
    assert missing.returncode == 1 and "no-such-file.jar" in missing.stderr


def test_the_npm_package_passes_signals_to_the_program(npm_project):
    program = npm_project / "node_modules" / ".bin" / "jouled"
    # The command on the PATH may be a script that starts Node and passes it no signals.
    node = run("node", "-p", "process.execPath").stdout.strip()
    server = subprocess.Popen(
        [node, program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 60
        while not (children := run("pgrep", "-P", server.pid).stdout.split()):
            assert time.monotonic() < deadline, "the program does not start"
            time.sleep(0.05)
        server.send_signal(signal.SIGTERM)
        server.wait(60)
        assert not Path(f"/proc/{children[0]}").exists()
    finally:
        server.kill()


def test_without_the_platforms_package_the_npm_package_says_what_to_do(npm_project):
    shutil.rmtree(npm_project / "node_modules" / "@jouled")
    ended = run(npm_project / "node_modules" / ".bin" / "jouled", "--version")
    assert ended.returncode == 1
    assert f"@jouled/{NODE_NAME} is not installed" in ended.stderr
    assert "--omit=optional" in ended.stderr


def test_the_extension_contains_the_program(starter, tmp_path):
    (package,) = assemble(starter, tmp_path / "dist", "vsix").iterdir()
    assert package.name == f"jouled-{NODE_NAME}.vsix"
    with zipfile.ZipFile(package) as extension:
        manifest = extension.read("extension.vsixmanifest").decode()
        program = extension.getinfo("extension/server/jouled")
        assert program.external_attr >> 16 & 0o111, "it may be run"
        assert extension.read(program) == starter.read_bytes()
        names = extension.namelist()
    assert f'TargetPlatform="{NODE_NAME}"' in manifest
    assert "extension/dist/extension.cjs" in names
    assert not [name for name in names if "node_modules" in name or name.endswith(".ts")]


@pytest.fixture(scope="session")
def small_program(tmp_path_factory):
    """A program that tells its version: compressing the real one takes ten seconds, and archives take any program."""
    path = tmp_path_factory.mktemp("small") / "jouled"
    path.write_text(f"#!/bin/sh\necho 'jouled {VERSION}'\n")
    path.chmod(0o755)
    return path


@pytest.fixture(scope="session")
def archive(small_program, tmp_path_factory):
    out = tmp_path_factory.mktemp("archive")
    return assemble(small_program, out, "archive") / f"jouled-{TARGET}.tar.gz"


@pytest.fixture
def release(archive, tmp_path):
    """A place from which a release can be downloaded."""
    folder = tmp_path / "releases" / f"v{VERSION}"
    folder.mkdir(parents=True)
    shutil.copy(archive, folder)
    run(sys.executable, ROOT / "packages" / "assemble.py", "--out", folder, "--checksums", check=True)
    return folder


def install(tmp_path, search_path="/usr/bin:/bin", **variables):
    """Runs the action's first step; returns the path of jouled and the script's output."""
    output = tmp_path / "output"
    output.write_text("")
    environment = {
        "PATH": search_path,
        "GITHUB_OUTPUT": output,
        "JOULED_VERSION": VERSION,
        "JOULED_BIN": tmp_path / "bin",
        "JOULED_SOURCE": ROOT,
        "JOULED_RELEASES": f"file://{tmp_path}/releases",
    } | variables
    ended = run("sh", ROOT / "ci" / "install.sh", env={k: str(v) for k, v in environment.items()})
    return output.read_text(), ended


def test_the_action_installs_a_release_whose_checksum_is_right(release, tmp_path):
    found, ended = install(tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert found == f"jouled={tmp_path}/bin/jouled\n"
    assert run(tmp_path / "bin" / "jouled", "--version").stdout.strip() == f"jouled {VERSION}"


@pytest.mark.parametrize("damage", ["archive", "sum", "no-sum"])
def test_the_action_runs_no_release_that_was_changed(release, tmp_path, damage):
    archive, sums = release / f"jouled-{TARGET}.tar.gz", release / "SHA256SUMS"
    if damage == "archive":
        archive.write_bytes(archive.read_bytes() + b"x")
    elif damage == "sum":
        sums.write_text(f"{'0' * 64}  {archive.name}\n")
    else:
        sums.write_text("")
    found, ended = install(tmp_path)
    assert (ended.returncode, found) == (1, "")
    assert "checksum" in ended.stderr
    assert not (tmp_path / "bin" / "jouled").exists()


def test_the_action_takes_the_program_that_is_given_or_on_the_path(binary, tmp_path):
    assert install(tmp_path, JOULED_GIVEN="/opt/jouled")[0] == "jouled=/opt/jouled\n"
    assert install(tmp_path, f"{binary.parent}:/usr/bin:/bin")[0] == "jouled=jouled\n"


def test_without_a_release_the_action_builds_and_without_cargo_it_says_so(tmp_path):
    found, ended = install(tmp_path)
    assert (ended.returncode, found) == (1, "")
    assert "no cargo" in ended.stderr and "rustup.rs" in ended.stderr
    # A fake cargo that records its arguments.
    programs = tmp_path / "programs"
    programs.mkdir()
    cargo = programs / "cargo"
    cargo.write_text(
        '#!/bin/sh\necho "$@" > "$CALLS"\n'
        'while [ "$1" != --root ]; do shift; done\nmkdir -p "$2/bin"; touch "$2/bin/jouled"\n'
    )
    cargo.chmod(0o755)
    found, ended = install(tmp_path, f"{programs}:/usr/bin:/bin", CALLS=tmp_path / "calls")
    assert ended.returncode == 0, ended.stderr
    assert found == f"jouled={tmp_path}/bin/jouled\n"
    assert f"--locked --path {ROOT}/server/cli" in (tmp_path / "calls").read_text()


def test_an_archive_is_the_same_each_time_and_unpacks_to_a_program(
    archive, small_program, tmp_path
):
    again = assemble(small_program, tmp_path / "again", "archive") / archive.name
    assert archive.read_bytes() == again.read_bytes()
    with tarfile.open(archive) as opened:
        names = {entry.name: entry.mode for entry in opened}
        program = opened.extractfile(f"jouled-{TARGET}/jouled").read()
    assert program == small_program.read_bytes()
    folder = f"jouled-{TARGET}"
    assert names == {
        f"{folder}/jouled": 0o755,
        f"{folder}/README.md": 0o644,
        f"{folder}/LICENSE-MIT": 0o644,
        f"{folder}/LICENSE-APACHE": 0o644,
    }


def test_binstall_the_release_and_the_packages_name_the_same_files():
    sys.path.insert(0, str(ROOT / "packages"))
    import assemble as packages

    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    assert set(re.findall(r"target: (\S+?),", workflow)) == set(packages.TARGETS)
    pinned = re.findall(r"uses: (\S+)", workflow + (ROOT / "action.yml").read_text())
    assert pinned and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in pinned)
    manifest = (ROOT / "server" / "cli" / "Cargo.toml").read_text()
    assert 'pkg-url = "{ repo }/releases/download/v{ version }/jouled-{ target }.tar.gz"' in manifest
    assert 'bin-dir = "jouled-{ target }/{ bin }{ binary-ext }"' in manifest
    installer = (ROOT / "ci" / "install.sh").read_text()
    assert set(re.findall(r"target=(\S+) ;;", installer)) == set(packages.TARGETS)


def test_all_packages_have_the_version_of_the_workspace():
    action = (ROOT / "action.yml").read_text()
    assert re.search(r"version:\n.*\n    default: (\S+)", action)[1] == VERSION
    extension = (ROOT / "editors" / "vscode" / "package.json").read_text()
    assert f'"version": "{VERSION}"' in extension
