#!/bin/sh
# Finds jouled, or installs it: the binary of a release, or one that is built here if the release has none for this platform.
# JOULED_GIVEN: the path of jouled; empty for the one on the PATH, or a new one
# JOULED_VERSION: the release to install, such as 0.1.0
# JOULED_BIN: the folder to install into
# JOULED_SOURCE: a checkout of jouled to build from
# JOULED_RELEASES: where releases are
# GITHUB_OUTPUT: where the path of jouled is written as `jouled=PATH`
set -eu

found() {
    echo "jouled=$1" >> "${GITHUB_OUTPUT:-/dev/stdout}"
    exit 0
}

if [ -n "${JOULED_GIVEN:-}" ]; then
    found "$JOULED_GIVEN"
elif command -v jouled > /dev/null; then
    found jouled
fi

version=${JOULED_VERSION:?the release to install}
bin=${JOULED_BIN:?the folder to install into}
source=${JOULED_SOURCE:?a checkout of jouled}
releases=${JOULED_RELEASES:-https://github.com/jouled/jouled/releases/download}

case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) target=x86_64-unknown-linux-gnu ;;
    Linux-aarch64) target=aarch64-unknown-linux-gnu ;;
    Darwin-x86_64) target=x86_64-apple-darwin ;;
    Darwin-arm64) target=aarch64-apple-darwin ;;
    MINGW*-x86_64 | MSYS*-x86_64) target=x86_64-pc-windows-msvc ;;
    *) target= ;;
esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$bin"

fetch() {
    curl --fail --silent --show-error --location --retry 3 --max-time 300 --output "$folder/$1" "$releases/v$version/$1"
}

sha256() {
    if command -v sha256sum > /dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

archive=jouled-$target.tar.gz
if [ -n "$target" ] && fetch "$archive" && fetch SHA256SUMS; then
    expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$folder/SHA256SUMS")
    if [ -z "$expected" ] || [ "$(sha256 "$folder/$archive")" != "$expected" ]; then
        # Nothing is built in its place: somebody may have changed the file.
        echo "jouled: $archive of release $version does not have the checksum in SHA256SUMS; it is not run." >&2
        exit 1
    fi
    tar -xzf "$folder/$archive" -C "$folder"
    cp "$folder/jouled-$target/jouled"* "$bin/"
    echo "jouled $version for $target, checksum verified"
elif command -v cargo > /dev/null; then
    echo "jouled: no binary of release $version could be fetched for this platform; building it with cargo, which takes minutes."
    # A runner's own toolchain may be older than jouled needs.
    if command -v rustup > /dev/null; then
        rustup toolchain install stable --profile minimal
        export RUSTUP_TOOLCHAIN=stable
    fi
    cargo install --quiet --locked --path "$source/server/cli" --root "$folder"
    cp "$folder/bin/jouled"* "$bin/"
else
    echo "jouled: no binary of release $version could be fetched for this platform, and there is no cargo to build one." >&2
    echo "Install Rust from https://rustup.rs, or jouled itself before this step." >&2
    exit 1
fi
found "$bin/jouled"
