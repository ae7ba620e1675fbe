#!/bin/sh
# Compares JOULED_HEAD with where it left JOULED_BASE, and leaves comment.md, diff.json, diff.sarif, diff.html and junit.xml
# in JOULED_OUT. The exit code of `jouled diff` is the step's output `result` and in JOULED_OUT/result; a failure of the
# tool itself fails at once.
set -eu
: "${JOULED:=jouled}" "${JOULED_HEAD:=HEAD}" "${JOULED_FORMAT:=text}" "${JOULED_ARGUMENTS:=}" "${JOULED_OUT:=jouled-out}"
if [ -z "${JOULED_BASE:-}" ]; then
    echo "jouled: there is no base to compare with; set JOULED_BASE" >&2
    exit 2
fi
# A first push has no commit before it.
case $JOULED_BASE in
    *[!0]*) ;;
    *)
        echo "jouled: the branch is new, so there is nothing to compare it with"
        JOULED_BASE=$JOULED_HEAD
        ;;
esac
mkdir -p "$JOULED_OUT"
result=0
# The arguments are words of their own.
# shellcheck disable=SC2086
"$JOULED" diff "$JOULED_BASE...$JOULED_HEAD" --format "$JOULED_FORMAT" \
    --also "markdown=$JOULED_OUT/comment.md" --also "json=$JOULED_OUT/diff.json" \
    --also "sarif=$JOULED_OUT/diff.sarif" --also "html=$JOULED_OUT/diff.html" --also "junit=$JOULED_OUT/junit.xml" \
    $JOULED_ARGUMENTS || result=$?
echo "$result" > "$JOULED_OUT/result"
if [ -n "${GITHUB_OUTPUT:-}" ]; then
    echo "result=$result" >> "$GITHUB_OUTPUT"
fi
case $result in
    0 | 3 | 4) exit 0 ;;
    *) exit "$result" ;;
esac
