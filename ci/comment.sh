#!/bin/sh
# Posts JOULED_OUT/comment.md to the pull request, or puts it in the place of the comment of an earlier run, which its first
# line tells from all others. Needs `gh` with a token in GH_TOKEN.
set -eu
: "${JOULED_OUT:=jouled-out}" "${JOULED_GH:=gh}"
: "${JOULED_REPOSITORY:?}" "${JOULED_PULL_REQUEST:?}"
marker='<!-- jouled diff -->'
known=$("$JOULED_GH" api --paginate "repos/$JOULED_REPOSITORY/issues/$JOULED_PULL_REQUEST/comments" \
    --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | head -n 1)
if [ -n "$known" ]; then
    "$JOULED_GH" api --method PATCH "repos/$JOULED_REPOSITORY/issues/comments/$known" --field "body=@$JOULED_OUT/comment.md" > /dev/null
    echo "the comment $known was updated"
else
    "$JOULED_GH" api "repos/$JOULED_REPOSITORY/issues/$JOULED_PULL_REQUEST/comments" --field "body=@$JOULED_OUT/comment.md" > /dev/null
    echo "a comment was posted"
fi
