#!/usr/bin/env bash
# Imports the main branch into the space, and closes the change requests of merged branches.
# CI runs it in a clone of the repository, for each push to the main branch.
set -euo pipefail

: "${DOCGRAPH_TOKEN:?}" "${SPACE:?}" "${REPOSITORY:?}"
gateway=${DOCGRAPH_URL:-http://127.0.0.1:4000}
space="$gateway/v1/spaces/$SPACE"
docs=${DOCS:-docs} # the folder of the documentation

call() { # <method> <address> [options of curl]
  curl --silent --show-error --fail-with-body --request "$1" "$2" \
    --header "Authorization: Bearer $DOCGRAPH_TOKEN" \
    --header 'Content-Type: application/json' "${@:3}"
}

jq --null-input --arg url "$REPOSITORY" --arg docs "$docs" \
  '{ $url, ref: "refs/heads/main", repoProjectDirectory: $docs }' |
  call POST "$space/git/import" --data @-

# The import is a job. Its result lists what could not be imported unchanged.
query='query ($space: ID!) {
  space(id: $space) {
    jobs(first: 1) {
      nodes { state message error { message remedy } results(first: 100) { nodes { path message } } }
    }
  }
}'
request=$(jq --null-input --arg query "$query" --arg space "$SPACE" \
  '{ $query, variables: { $space } }')
while
  job=$(call POST "$gateway/graphql" --data "$request" | jq '.data.space.jobs.nodes[0]')
  state=$(jq --raw-output .state <<<"$job")
  [ "$state" = PENDING ] || [ "$state" = RUNNING ]
do sleep 1; done
echo "Import: $state"
if [ "$state" != DONE ]; then
  jq .error <<<"$job" >&2
  exit 1
fi

merged=$(git branch --remotes --merged HEAD --format '%(refname:lstrip=3)' | jq --raw-input --slurp 'split("\n")')
call GET "$space/change-requests?status=open&limit=1000" |
  jq --raw-output --argjson merged "$merged" \
    '.items[] | select(.subject | IN($merged[])) | "\(.number) \(.subject)"' |
  while read -r number subject; do
    call PATCH "$space/change-requests/$number" --data '{ "status": "archived" }' >/dev/null
    echo "Closed: $subject"
  done
