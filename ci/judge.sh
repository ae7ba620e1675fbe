#!/bin/sh
# Ends with what `jouled diff` ended with, unless JOULED_FAIL says that a regression is no failure.
set -eu
: "${JOULED_FAIL:=true}"
result=${JOULED_RESULT:-$(cat "${JOULED_OUT:-jouled-out}/result")}
if [ "$JOULED_FAIL" = true ]; then
    exit "$result"
fi
