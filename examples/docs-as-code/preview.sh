#!/usr/bin/env bash
# Shows what a branch changes in the documentation as a change request, and prints its address.
# CI runs it in a clone of the repository, for each push to a branch.
set -euo pipefail

: "${DOCGRAPH_TOKEN:?}" "${SPACE:?}" "${BRANCH:?}"
space="${DOCGRAPH_URL:-http://127.0.0.1:4000}/v1/spaces/$SPACE"
docs=${DOCS:-docs}       # the folder of the documentation
base=${BASE:-origin/main} # what the branch will be merged into

call() { # <method> <path> [options of curl]
  curl --silent --show-error --fail-with-body --request "$1" "$space$2" \
    --header "Authorization: Bearer $DOCGRAPH_TOKEN" \
    --header 'Content-Type: application/json' "${@:3}"
}

# The open change request with the name of the branch, else a new one.
number=$(call GET '/change-requests?status=open&limit=1000' |
  jq --arg branch "$BRANCH" 'first(.items[] | select(.subject == $branch).number) // empty')
if [ -z "$number" ]; then
  number=$(jq --null-input --arg branch "$BRANCH" '{ subject: $branch }' |
    call POST /change-requests --data @- | jq .number)
  call PATCH "/change-requests/$number" --data '{ "status": "open" }' >/dev/null
fi

pages=$(call GET "/change-requests/$number/content" | jq '[.pages | .. | objects | select(.title)]')

# One change for each file that the branch changes, as JSON.
changes=$(git diff --name-status --no-renames "$base...HEAD" -- "$docs/*.md" ":!$docs/SUMMARY.md" |
  while read -r status file; do
    if [ "$status" = D ]; then text=''; else text=$(git show "HEAD:$file"); fi
    heading=$(sed -n '/^# /{s/^# *//p;q;}' <<<"$text")
    title=${heading:-$(basename "$file" .md)}
    # The text of a page has no front matter.
    markdown=$(awk 'NR == 1 && /^---$/ { front = 1; next }
      front { if (/^---$/) front = 0; next }
      { print }' <<<"$text")
    # A page that an earlier push inserted belongs to no file yet: it is found by its title.
    page=$(jq --raw-output --arg path "$file" --arg title "$title" \
      'first(.[] | select(.git.path == $path or (.git == null and .title == $title)).id) // empty' \
      <<<"$pages")
    case "$status/$page" in
    D/) continue ;;
    D/*) change='{ operation: "delete_page", $page }' ;;
    */) change='{ operation: "insert_page", metadata: { $title }, document: { $markdown } }' ;;
    *) change='{ operation: "update_page", $page, metadata: { $title }, document: { $markdown } }' ;;
    esac
    # A text without a heading keeps the title of its page.
    if [ -z "$heading" ] && [ -n "$page" ]; then change="$change | del(.metadata)"; fi
    jq --null-input --arg page "$page" --arg title "$title" --arg markdown "$markdown"$'\n' \
      "$change"
  done | jq --slurp '{ changes: . }')

if [ "$(jq '.changes | length' <<<"$changes")" != 0 ]; then
  call POST "/change-requests/$number/content" --data @- <<<"$changes" >/dev/null
fi
call GET "/change-requests/$number" | jq --raw-output '"Preview: \(.urls.app)"'
