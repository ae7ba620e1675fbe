#!/bin/sh
# Ends with what `jouled diff` ended with, 3 for a regression and 4 for too little that was seen, unless JOULED_FAIL says that
# neither is a failure.
set -eu
: "${JOULED_FAIL:=true}"
file=${JOULED_OUT:-jouled-out}/result
if [ -z "${JOULED_RESULT:-}" ] && [ ! -r "$file" ]; then
    echo "there is no result of a comparison: neither JOULED_RESULT nor $file; run the comparing step first" >&2
    exit 1
fi
result=${JOULED_RESULT:-$(cat "$file")}
if [ "$JOULED_FAIL" = true ]; then
    exit "$result"
fi
