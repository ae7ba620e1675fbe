#!/bin/sh
# Compares JOULED_HEAD with where it left JOULED_BASE, and leaves comment.md, diff.json, diff.sarif, diff.html and junit.xml
# in JOULED_OUT. The exit code of `jouled diff` is the step's output `result` and in JOULED_OUT/result; a failure of the
# tool itself fails at once.
#
# In a pull request JOULED_PULL_REQUEST_HEAD is its newest commit, and JOULED_TARGET the branch that it is for. Where
# JOULED_HEAD is a merge of the former, it is compared with its first parent, and else with where it left the branch as it
# was fetched. JOULED_BASE, the branch as it was when the event happened, is only for checkouts that lack the branch. A base
# that somebody chose, JOULED_BASE_GIVEN, goes before all of that.
#
# JOULED_PAGE is the address at which diff.html, or the run that has it, will be found.
#
# Nothing that an earlier job or the checkout left decides the verdict or is run: the cache is a new folder outside of the
# checkout. JOULED_CACHE names another one, which only trusted jobs may be able to write.
set -eu
: "${JOULED:=jouled}" "${JOULED_HEAD:=HEAD}" "${JOULED_FORMAT:=text}" "${JOULED_ARGUMENTS:=}" "${JOULED_OUT:=jouled-out}"
: "${JOULED_PULL_REQUEST_HEAD:=}" "${JOULED_TARGET:=}"
# A checkout may bring this folder, or links in it to files elsewhere.
if [ -L "$JOULED_OUT" ]; then
    rm -f "$JOULED_OUT"
fi
mkdir -p "$JOULED_OUT"
for name in comment.md diff.json diff.sarif diff.html junit.xml result; do
    rm -rf "${JOULED_OUT:?}/$name"
done
if [ -z "${JOULED_BASE:-}" ]; then
    echo "jouled: there is no base to compare with; set JOULED_BASE" >&2
    exit 2
fi
# A first push has no commit before it.
case $JOULED_BASE in
    -*)
        echo "jouled: $JOULED_BASE is not a revision; set JOULED_BASE to a commit, a branch or a tag" >&2
        exit 2
        ;;
    *[!0]*) ;;
    *)
        echo "jouled: the branch is new, so there is nothing to compare it with"
        JOULED_BASE=$JOULED_HEAD
        ;;
esac
if [ -n "${JOULED_BASE_GIVEN:-}" ]; then
    JOULED_PULL_REQUEST_HEAD='' JOULED_TARGET=''
fi
if [ -n "$JOULED_TARGET" ]; then
    branch=refs/remotes/origin/$JOULED_TARGET
    if git rev-parse --verify --quiet --end-of-options "$branch^{commit}" > /dev/null 2>&1; then
        JOULED_BASE=$branch
    fi
fi
if [ -z "${JOULED_CACHE:-}" ]; then
    JOULED_CACHE=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/jouled.XXXXXX")
    trap 'rm -rf "$JOULED_CACHE"' EXIT
fi
# What each system calls the folder for caches.
export XDG_CACHE_HOME="$JOULED_CACHE" LOCALAPPDATA="$JOULED_CACHE"
result=0
set --
if [ -n "$JOULED_PULL_REQUEST_HEAD" ]; then
    set -- --merge-of "$JOULED_PULL_REQUEST_HEAD"
fi
if [ -n "${JOULED_PAGE:-}" ]; then
    set -- "$@" --page "$JOULED_PAGE"
fi
# The arguments are words of their own, and no patterns of file names.
set -f
# shellcheck disable=SC2086
"$JOULED" diff "$JOULED_BASE...$JOULED_HEAD" --format "$JOULED_FORMAT" \
    --also "markdown=$JOULED_OUT/comment.md" --also "json=$JOULED_OUT/diff.json" \
    --also "sarif=$JOULED_OUT/diff.sarif" --also "html=$JOULED_OUT/diff.html" --also "junit=$JOULED_OUT/junit.xml" \
    "$@" $JOULED_ARGUMENTS || result=$?
set +f
echo "$result" > "$JOULED_OUT/result"
if [ -n "${GITHUB_OUTPUT:-}" ]; then
    echo "result=$result" >> "$GITHUB_OUTPUT"
fi
case $result in
    0 | 3 | 4) exit 0 ;;
    *) exit "$result" ;;
esac
