#!/bin/sh
# Posts JOULED_OUT/comment.md to the pull request, or puts it in the place of the comment of an earlier run: one of the
# login that the token has, whose first line tells it from all others. JOULED_LOGIN names that login; without it GitHub is
# asked. Needs `gh` with a token in GH_TOKEN.
set -eu
: "${JOULED_OUT:=jouled-out}" "${JOULED_GH:=gh}" "${JOULED_LOGIN:=}"
: "${JOULED_REPOSITORY:?}" "${JOULED_PULL_REQUEST:?}"
comments=repos/$JOULED_REPOSITORY/issues/$JOULED_PULL_REQUEST/comments
if [ -z "$JOULED_LOGIN" ]; then
    # The token of a job may not ask for /user; this query answers every kind of token.
    JOULED_LOGIN=$("$JOULED_GH" api graphql --field 'query={ viewer { login } }' --jq .data.viewer.login)
fi
# The login of a job's own token.
: "${JOULED_LOGIN:=github-actions[bot]}"
export JOULED_LOGIN
# Anyone may write a comment that begins like ours, and a token that may edit ours may edit theirs.
known=$("$JOULED_GH" api --paginate "$comments" --jq '.[]
    | select(.user.login == env.JOULED_LOGIN)
    | select(.body | startswith("<!-- jouled diff -->"))
    | .id')
known=$(echo "$known" | head -n 1)
if [ -n "$known" ]; then
    "$JOULED_GH" api --method PATCH "repos/$JOULED_REPOSITORY/issues/comments/$known" --field "body=@$JOULED_OUT/comment.md" > /dev/null
    echo "the comment $known was updated"
else
    "$JOULED_GH" api "$comments" --field "body=@$JOULED_OUT/comment.md" > /dev/null
    echo "a comment was posted"
fi
