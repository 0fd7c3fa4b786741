#!/bin/sh
# Vigía from a shell: the cheapest collectibles, an alert rule on the first, and the alerts so far.
# VIGIA_URL is the address of Vigía, VIGIA_KEY a key with the scope `write`.
set -eu
api() {
  method=$1 path=$2
  shift 2
  curl --silent --show-error --fail-with-body --max-time 10 -X "$method" "$VIGIA_URL/api/$path" \
    -H "Authorization: Bearer $VIGIA_KEY" -H 'Content-Type: application/json' "$@"
  echo
}
api GET 'monitoring/raw?sort=floor&limit=5'
# An id of one's own makes the request repeatable: a second one answers the same rule.
api POST users/thresholds --data '{
  "id": "from-the-shell",
  "target": {"kind": "collectible", "id": "'"$1"'"},
  "condition": "below", "value": 5000, "currency": "EUR"
}'
api GET 'users/alerts?limit=5&unread=true'
