#!/bin/sh
# Posts JOULED_OUT/comment.md to the pull request, or puts it in the place of the comment of an earlier run: one of the
# login that the token has, whose first line tells it from all others. JOULED_LOGIN names that login; without it GitHub is
# asked. Needs `gh` with a token in GH_TOKEN.
#
# JOULED_RESULT is what `jouled diff` ended with; without it JOULED_OUT/result says so. Where that is no verdict, or neither
# says anything, the comment says that nothing is known, so that no earlier verdict stands. JOULED_HEAD_REPOSITORY is where the
# pull request comes from; a fork gets no comment, since its token may not write.
set -eu
: "${JOULED_OUT:=jouled-out}" "${JOULED_GH:=gh}" "${JOULED_LOGIN:=}" "${JOULED_RESULT:=}" "${JOULED_PAGE:=}"
: "${JOULED_REPOSITORY:?}" "${JOULED_PULL_REQUEST:?}"
if [ "${JOULED_HEAD_REPOSITORY-$JOULED_REPOSITORY}" != "$JOULED_REPOSITORY" ]; then
    # GitHub knows no name of a fork that was deleted.
    echo "jouled: the pull request comes from the fork ${JOULED_HEAD_REPOSITORY:-that was deleted}, so the token may not comment; the verdict is in the log"
    exit 0
fi
comment=$JOULED_OUT/comment.md
if [ -z "$JOULED_RESULT" ] && [ -e "$JOULED_OUT/result" ]; then
    JOULED_RESULT=$(cat "$JOULED_OUT/result")
fi
case $JOULED_RESULT in
    0 | 3 | 4) ;;
    *) rm -f "$comment" ;;
esac
if [ ! -s "$comment" ]; then
    mkdir -p "$JOULED_OUT"
    {
        echo '<!-- jouled diff -->'
        echo '**The energy of this pull request could not be analysed.**'
        echo
        echo "\`jouled diff\` gave no verdict (exit code ${JOULED_RESULT:-unknown}). The log of the run says why. Earlier verdicts no longer apply."
        if [ -n "$JOULED_PAGE" ]; then
            printf '\n[The run](%s)\n' "$JOULED_PAGE"
        fi
    } > "$comment"
fi
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
    "$JOULED_GH" api --method PATCH "repos/$JOULED_REPOSITORY/issues/comments/$known" --field "body=@$comment" > /dev/null
    echo "the comment $known was updated"
else
    "$JOULED_GH" api "$comments" --field "body=@$comment" > /dev/null
    echo "a comment was posted"
fi
