/** Equivalent mutants by name (`nameOf`), each with the reason why no test can notice it. */
export const equivalentMutants: Readonly<Record<string, string>> = {
  'server/auth/api-key.ts: swap operator: Date.now() - key.lastUsedAt.getTime() → +':
    'saves a statement, which changes nothing within the minute',
  'server/auth/api-key.ts: swap operator: Date.now() - key.lastUsedAt.getTime() > usedAgainMs → >=':
    'differs in one millisecond of the process’s own clock',
  'server/db/alerts/requeue-deliveries.ts: move bound: > → >=':
    'differs in one microsecond of the database’s clock',
  'server/db/retention.ts: move bound: < → <=':
    'differs in one microsecond of the database’s clock, of days',
  'server/engine/matcher.ts: swap operator: this.#addedFalls.length > 0 → >=':
    'saves a call: inserting none changes nothing',
  'server/live/find-revoked-sessions.ts: drop if: if (sessions.length === 0) return []; → {}':
    'saves a query: of no sessions none are revoked',
  'server/live/missed-events.ts: drop condition: uids.length === 0 || id === this.#alertIds.at(-1)?.id → (id === this.#alertIds.at(-1)?.id)':
    'saves a query: the alerts of no users are none',
};
