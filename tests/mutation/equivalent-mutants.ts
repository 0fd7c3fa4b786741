/** Equivalent mutants by name (`nameOf`), each with the reason why no test can notice it. */
export const equivalentMutants: Readonly<Record<string, string>> = {
  'server/alerts/enqueue-channel-deliveries.ts: drop filter: pending.filter(({ hasActiveChannel }) => hasActiveChannel) → pending':
    'saves round trips: whoever has no active channel has none to lock',
  'server/auth/api-key.ts: swap operator: Date.now() - key.lastUsedAt.getTime() → +':
    'saves a statement, which changes nothing within the minute',
  'server/auth/api-key.ts: swap operator: Date.now() - key.lastUsedAt.getTime() > usedAgainMs → >=':
    'differs in one millisecond of the process’s own clock',
  "server/auth/authenticate.ts: drop call: app.decorateRequest('session', null); → {}":
    'the hook sets it before anything reads it; Fastify wants it declared, so that requests keep one shape',
  'server/auth/find-or-create-user.ts: drop condition: user.emailConfirmedAt !== null || !identity.emailVerified → (user.emailConfirmedAt !== null)':
    'saves a transaction: of an address that nobody has verified there is nothing to store',
  'server/auth/find-or-create-user.ts: drop condition: created && (await wasErased(client, uid)) → (await wasErased(client, uid))':
    'saves a query: a user is deleted in the transaction that stores the erasure, and none is created after it',
  'server/channels/delivery-worker.ts: drop call: wakeAll(); → {}':
    'saves a quarter of a second, after which lanes that wait for the probe ask again',
  'server/db/alerts/requeue-deliveries.ts: move bound: > → >=':
    'differs in one microsecond of the database’s clock',
  'server/db/market/daily-floors.ts: drop default: match ?? null → (match)':
    'pg sends undefined as null',
  'server/db/market/reading-writes.ts: drop if: if (rows.length === 0) return []; → {}':
    'saves a query: of no rows none are inserted',
  "server/db/retention.ts: move bound: where state in ('sent', 'failed') and body_text <> '' and created_at < now() - interval '3… → <=":
    'differs in one microsecond of the database’s clock, of days',
  "server/db/retention.ts: move bound: select seq from threshold_commands where applied_at < now() - interval '1 day' → <=":
    'differs in one microsecond of the database’s clock, of days',
  "server/db/retention.ts: move bound: where deleted_at < now() - interval '1 day' → <=":
    'differs in one microsecond of the database’s clock, of days',
  "server/db/retention.ts: move bound: select uid, monday from weekly_summaries where created_at < now() - interval '60 days' → <=":
    'differs in one microsecond of the database’s clock, of days',
  "server/db/retention.ts: move bound: select id from api_keys where expires_at < now() - interval '30 days' → <=":
    'differs in one microsecond of the database’s clock, of days',
  'server/db/retention.ts: move bound: and created_at < now() - make_interval(hours => ${deliveryLifetimeHours}) → <=':
    'differs in one microsecond of the database’s clock, of days',
  'server/db/retention.ts: move bound: > → >=':
    'differs in one microsecond of the database’s clock, of days',
  "server/db/retention.ts: move bound: select collectible_id, sold_at, sale_id from sales where sold_at < now() - interval '7 day… → <=":
    'differs in one microsecond of the database’s clock, of days',
  "server/db/retention.ts: move bound: select id from channel_deliveries where ended_at < now() - interval '30 days' → <=":
    'differs in one microsecond of the database’s clock, of days',
  'server/engine/collapse-ticks.ts: drop if: if (guess !== undefined) misses += 1; → {}':
    'guesses on: each guess is compared',
  'server/engine/collapse-ticks.ts: drop if: if (last !== undefined && member !== guess) { if (guess !== undefined) misses += 1; last.n… → {}':
    'guesses nothing: each collectible is looked up',
  'server/engine/level-gap-buffer.ts: swap operator: if (until - from > longRun) keys.copyWithin(to, from, until); → +':
    'both ways of moving a run do the same',
  'server/engine/matcher.ts: swap operator: this.#addedFalls.length > 0 → >=':
    'saves a call: inserting none changes nothing',
  'server/engine/threshold-table.ts: swap operator: handle + 1 → -':
    'grows by sixteen and more either way',
  'server/live/find-revoked-sessions.ts: drop if: if (sessions.length === 0) return []; → {}':
    'saves a query: of no sessions none are revoked',
  'server/live/missed-events.ts: drop condition: uids.length === 0 || id === this.#alertIds.at(-1)?.id → (id === this.#alertIds.at(-1)?.id)':
    'saves a query: the alerts of no users are none',
  'server/market-worker/market-worker.ts: drop if: if (payload === String(this.#membership.id)) return; → {}':
    'saves a query: the worker’s own readings are in its feed already',
  'server/market-worker/market-worker.ts: swap operator: this.#shards.all.length > 0 → >=':
    'saves queries: without shards there are no commands for them',
  'server/market-worker/pause-expired.ts: drop call: await setImmediate(); → {}':
    'lets other work of the process in between',
  'server/market-worker/market-supervisor.ts: swap operator: observedAt > marketNow → >=':
    'of two equal instants either is market now',
  'server/market-worker/market-supervisor.ts: swap operator: stored > committed → >=':
    'of two equal instants either is the later one',
  'server/marketplaces/demo-prices.ts: swap operator: random.next() >= changeProbability * changeFactor(leftMs) → >':
    'never equal: no random number, a multiple of 2⁻³², is 0.02 or 0.03',
  'server/mcp/mcp-route.ts: drop call: await handler.close(); → {}':
    'closes subscriptions, of which none is accepted',
  'server/monitoring/catalogue-pages.ts: swap operator: sinceMs < matchMs → <=':
    'differs in one millisecond of the process’s own clock',
  "server/startup/prepare-database.ts: flip: signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true }); → false":
    'a signal is aborted once',
  'server/users/settings/threshold-item.ts: drop default: expiresAt?.toISOString() ?? null → (expiresAt?.toISOString())':
    'in a list JSON writes undefined as null',
  'server/users/settings/threshold-item.ts: drop default: snoozedUntil?.toISOString() ?? null → (snoozedUntil?.toISOString())':
    'in a list JSON writes undefined as null',
  'src/app/live-feed.ts: drop if: if (connection === previous) return; → {}':
    'saves dispatches of what the store has already',
  'src/app/preload.ts: drop if: if (pending.size === 0) unsubscribe(); → {}':
    'saves calls: without a rule there is nothing to load',
  'src/app/preload.ts: drop call: unsubscribe(); → {}':
    'saves calls: without a rule there is nothing to load',
  'src/app/stream-matches.ts: flip: #wasMissed = false; → true':
    'replaced before it is read, when the stream is opened',
  'src/components/menu-button.tsx: drop if: if (!isOpen) return setLacksRoom(false); → {}':
    'measures nothing: a closed menu is not there',
  "src/components/use-roving-tabindex.ts: drop if: if (count === 0 || requested.key === '' || keyOf(inPlace) === requested.key) return inPlac… → {}":
    'looks through all rows: the row in place is among them, and of none it is the first',
  "src/components/use-roving-tabindex.ts: drop condition: count === 0 || requested.key === '' || keyOf(inPlace) === requested.key → (count === 0 || requested.key === '')":
    'looks through all rows: the row in place is among them',
  "src/components/use-roving-tabindex.ts: drop condition: count === 0 || requested.key === '' → (count === 0)":
    'looks through all rows, of which none has an empty key',
  'src/dev/workbench/coverage.ts: drop default: target ?? source → (target)':
    'no state has the id null, and the source is counted anyway',
  'src/features/price-chart/price-ticks.ts: swap operator: const steps = roundSteps(scale.high - scale.low); → +':
    'begins with coarser steps, of which the scale has too few',
  'src/hooks/use-all-pages.ts: drop condition: hasNextPage && !isFetching → (hasNextPage)':
    'saves a dispatch: while a page is under way none is asked for',
  'src/hooks/use-all-pages.ts: drop condition: hasNextPage && !isFetching → (!isFetching)':
    'saves a dispatch: after the last page none is asked for',
  'src/hooks/use-all-pages.ts: drop condition: hasNextPage && !isFetching && !isError → (!isError)':
    'saves a dispatch: while a page is under way, or after the last, none is asked for',
  'src/screens/onboarding/onboarding-screen.tsx: flip: const isConfirmed = useRef(true); → false':
    'replaced in the same render, before it is read',
  'src/screens/onboarding/onboarding-screen.tsx: flip: isConfirmed.current = profile?.emailConfirmed ?? true; → false':
    'the button that sends is disabled until the profile is known',
  "src/service-worker/push-notification.ts: drop condition: typeof value !== 'object' || value === null → (value === null)":
    'a number or a text has none of the parts, and is refused as what lacks them',
  'src/screens/alerts/crossing-diagram.tsx: swap operator: valueCents < previousCents → <=':
    'never equal: the price that crossed has changed',
  'src/screens/alerts/threshold-actions.tsx: swap operator: Date.parse(until) > Date.now() → >=':
    'differs in one millisecond of the browser’s clock',
  'src/screens/alerts/use-delivery-polling.ts: swap operator: Date.now() - Date.parse(createdAt) < recentMs → <=':
    'differs in one millisecond of the browser’s clock',
  'src/screens/alerts/use-pinned-open-alert.ts: swap operator: Number(id) > Number(current.id) → >=':
    'never equal: the alert that is pinned is not in the list',
  'src/screens/match/collectibles-table.tsx: swap operator: timesCleared + 1 → -':
    'any other key remounts the filters',
  'src/screens/matches/matches-screen.tsx: swap operator: timesCleared + 1 → -':
    'any other key remounts the filters',
  'src/screens/thresholds/thresholds-screen.tsx: swap operator: timesCleared + 1 → -':
    'any other key remounts the filters',
  'store/api/save-settings-change.ts: flip: baseApi.endpoints.getSettings.initiate(undefined, { forceRefetch: true, subscribe: false }… → false':
    'asks for what is read anyway: a refused change has marked the settings as outdated',
};
