#!/bin/sh
# Ends with what `jouled diff` ended with, 3 for a regression and 4 for too little that was seen, unless JOULED_FAIL says that
# neither is a failure.
set -eu
: "${JOULED_FAIL:=true}"
result=${JOULED_RESULT:-$(cat "${JOULED_OUT:-jouled-out}/result")}
if [ "$JOULED_FAIL" = true ]; then
    exit "$result"
fi
