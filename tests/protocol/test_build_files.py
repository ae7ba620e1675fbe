"""Projects whose class paths follow from build files. The server reads build files and never runs them."""

import io
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from lsprotocol import types
from session import eventually, line_of, session

LIBRARY = "package lib;\n\npublic class Greeter {\n    public static long greet(long x) { return x; }\n}\n"
APP = (
    "package app;\n\nimport lib.Greeter;\n\nclass App {\n    static long sum(long x, long y) {\n"
    "        long z = Greeter.greet(x) + y;\n        return z;\n    }\n}\n"
)
SUM = line_of(APP, "long z")
NUMBER = r"^⚡ \d"


@pytest.fixture(scope="session")
def jar(tmp_path_factory) -> bytes:
    """A jar with one class that the project's code needs."""
    folder = tmp_path_factory.mktemp("library")
    source = folder / "Greeter.java"
    source.write_text(LIBRARY)
    home = os.environ.get("JAVA_HOME")
    javac = str(Path(home, "bin", "javac")) if home else shutil.which("javac")
    subprocess.run([javac, "--release", "17", "-d", str(folder), str(source)], check=True)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as entries:
        entries.write(folder / "lib" / "Greeter.class", "lib/Greeter.class")
    return archive.getvalue()


@pytest.fixture
def home(tmp_path, jar):
    """A home folder into which Maven and Gradle have already fetched the library."""
    home = tmp_path / "home"
    pom = "<project><groupId>x.lib</groupId><artifactId>greeter</artifactId><version>1.0</version></project>"
    maven = home / ".m2" / "repository" / "x" / "lib" / "greeter" / "1.0"
    gradle = home / ".gradle" / "caches" / "modules-2" / "files-2.1" / "x.lib" / "greeter" / "1.0"
    for folder, name, content in [
        (maven, "greeter-1.0.pom", pom.encode()),
        (maven, "greeter-1.0.jar", jar),
        (gradle / "0a", "greeter-1.0.pom", pom.encode()),
        (gradle / "0b", "greeter-1.0.jar", jar),
    ]:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return home


def environment(home):
    """Uses the compiler that earlier tests have built."""
    cache = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    return {"HOME": str(home), "XDG_CACHE_HOME": cache, "GRADLE_USER_HOME": str(home / ".gradle")}


def pom(version: str) -> str:
    dependency = f"<groupId>x.lib</groupId><artifactId>greeter</artifactId><version>{version}</version>"
    return (
        "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId><version>1</version>"
        f"<dependencies><dependency>{dependency}</dependency></dependencies></project>"
    )


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


async def logged(jouled, expected):
    async def found():
        messages = (message.message for message in jouled.client.log_messages)
        return next((message for message in messages if re.search(expected, message)), None)

    return await eventually(found, lambda: f"{expected!r} among {jouled.client.log_messages}")


async def test_a_maven_project_finds_its_dependency(neovim, tmp_path, home):
    root = tmp_path / "project"
    write(root / "pom.xml", pom("1.0"))
    app = write(root / "src/main/java/app/App.java", APP)
    async with session(neovim, root=root, environment=environment(home)) as jouled:
        await jouled.expect_label(jouled.open(app), SUM, NUMBER)


async def test_a_build_file_that_changes_is_read_again(neovim, tmp_path, home):
    root = tmp_path / "project"
    build = write(root / "pom.xml", pom("2.0"))
    app = write(root / "src/main/java/app/App.java", APP)
    async with session(neovim, root=root, environment=environment(home)) as jouled:
        uri = jouled.open(app)
        await logged(jouled, "the dependency x.lib:greeter:2.0 is not on this machine")
        write(build, pom("1.0"))
        event = types.FileEvent(build.as_uri(), types.FileChangeType.Changed)
        jouled.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        await jouled.expect_label(uri, SUM, NUMBER)


async def test_a_single_file_of_a_maven_project_finds_its_dependency(neovim, tmp_path, home):
    write(tmp_path / "project/pom.xml", pom("1.0"))
    app = write(tmp_path / "project/src/main/java/app/App.java", APP)
    async with session(neovim, environment=environment(home)) as jouled:
        await jouled.expect_label(jouled.open(app), SUM, NUMBER)


async def test_numbers_from_the_builds_classes_say_so(neovim, tmp_path, home):
    root = tmp_path / "project"
    write(root / "pom.xml", pom("1.0"))
    text = "package lib;\n\nimport lombok.Data;\n\npublic class Greeter {\n    public static long greet(long x) { return x; }\n}\n"
    source = write(root / "src/main/java/lib/Greeter.java", text)
    with zipfile.ZipFile(home / ".m2/repository/x/lib/greeter/1.0/greeter-1.0.jar") as archive:
        archive.extractall(root / "target" / "classes")
    later = source.stat().st_mtime + 60
    os.utime(root / "target/classes/lib/Greeter.class", (later, later))
    async with session(neovim, root=root, environment=environment(home)) as jouled:
        uri = jouled.open(source)

        async def said():
            titles = (await jouled.lenses(uri)).values()
            return next((title for title in titles if "from the build's classes" in title), None)

        await eventually(said, lambda: "a lens of the build's classes")
        hover = await jouled.hover(uri, 3, 5)
        assert hover is None or "from the build's classes" in hover


GRADLE = {
    "Groovy": ("build.gradle", "dependencies {\n    implementation 'x.lib:greeter:1.0'\n}\n"),
    "Kotlin": ("build.gradle.kts", "dependencies {\n    implementation(libs.greeter)\n}\n"),
}


@pytest.mark.parametrize("language", GRADLE)
async def test_a_gradle_build_finds_its_dependency(language, neovim, tmp_path, home):
    shutil.rmtree(home / ".m2")
    root = tmp_path / "project"
    name, script = GRADLE[language]
    write(root / "settings.gradle", "include 'app'\n")
    write(root / "gradle/libs.versions.toml", '[libraries]\ngreeter = "x.lib:greeter:1.0"\n')
    write(root / "app" / name, script)
    app = write(root / "app/src/main/java/app/App.java", APP)
    async with session(neovim, root=root, environment=environment(home)) as jouled:
        await jouled.expect_label(jouled.open(app), SUM, NUMBER)


@pytest.mark.parametrize("generated", ["target/generated-sources/annotations"])
async def test_generated_sources_belong_to_the_project(generated, neovim, tmp_path, home):
    root = tmp_path / "project"
    write(root / "pom.xml", pom("1.0"))
    write(root / generated / "p/Made.java", "package p;\n\npublic class Made {\n    public static long value(long x) { return x; }\n}\n")
    text = APP.replace("lib.Greeter", "p.Made").replace("Greeter.greet", "Made.value")
    app = write(root / "src/main/java/app/App.java", text)
    async with session(neovim, root=root, environment=environment(home)) as jouled:
        await jouled.expect_label(jouled.open(app), SUM, NUMBER)


@pytest.mark.skipif(os.name == "nt", reason="the build tool is a shell script")
@pytest.mark.parametrize("answer", ["Run it", "Cancel", None])
async def test_a_build_tool_runs_only_after_the_user_agrees(answer, neovim, tmp_path, home):
    root = tmp_path / "project"
    write(root / "pom.xml", pom("3.0"))
    app = write(root / "src/main/java/app/App.java", APP)
    jar = home / ".m2/repository/x/lib/greeter/1.0/greeter-1.0.jar"
    tool = write(tmp_path / "bin/mvn", f"#!/bin/sh\ntouch was-run\necho '[INFO] Dependencies classpath:'\necho '{jar}'\n")
    tool.chmod(0o755)
    wrapper = write(root / "mvnw", "#!/bin/sh\ntouch wrapper-was-run\n")
    wrapper.chmod(0o755)
    questions = []
    more = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": f"{tool.parent}:{os.environ['PATH']}"}
    async with session(neovim, root=root, environment={**environment(home), **more}) as jouled:

        @jouled.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
        def ask(params: types.ShowMessageRequestParams):
            questions.append(params.message)
            return next((action for action in params.actions or [] if action.title == answer), None)

        uri = jouled.open(app)
        await logged(jouled, "the dependency x.lib:greeter:3.0 is not on this machine")
        params = types.ExecuteCommandParams("jouled.askBuildTool", [uri])
        assert await jouled.client.workspace_execute_command_async(params) is None
        if answer == "Run it":
            await jouled.expect_label(uri, SUM, NUMBER)
            assert (root / "was-run").exists()
        else:

            async def asked():
                return questions or None

            await eventually(asked, lambda: "a question")
            await jouled.hints(uri)
            assert not (root / "was-run").exists()
        assert str(tool) in questions[0] and "build scripts" in questions[0]
        assert "The project's mvnw is not used" in questions[0]
    assert not (root / "wrapper-was-run").exists()
