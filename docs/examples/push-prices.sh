#!/bin/sh
# Prices of a shop of your own, sent to Vigía: sh push-prices.sh MATCH CATEGORY CENTS, or null for what is not on sale.
# VIGIA_URL is the address of Vigía, VIGIA_SOURCE_KEY what «vigia admin sources create» printed.
set -eu
id="shop-$1-$2"
# A reading that is sent again under its key, because no answer came, is the same reading.
key="$id-$(date -u +%Y%m%dT%H%M)-$3"
curl --silent --show-error --fail-with-body --max-time 30 --retry 3 "$VIGIA_URL/api/market/readings" \
  -H "Authorization: Bearer $VIGIA_SOURCE_KEY" -H "Idempotency-Key: $key" \
  -H 'Content-Type: application/json' --data '{
    "kind": "changes",
    "catalogue": [
      {"id": "'"$id"'", "match": "'"$1"'", "category": "'"$2"'", "home": "Sevilla", "away": "Betis", "city": "Sevilla"}
    ],
    "ticks": [{"id": "'"$id"'", "price": '"$3"'}]
  }'
echo
