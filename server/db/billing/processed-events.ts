/** Stripe events already processed, so that a webhook delivered twice counts once. */
import type { Database } from '../pool.ts';

export interface EventId {
  readonly id: string;
  readonly type: string;
}

/** @returns whether one of them is ours to act on; waits for another transaction that holds it */
export async function claimEvents(db: Database, events: readonly EventId[]): Promise<boolean> {
  const inOrder = events.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { rowCount } = await db.query(
    `insert into billing_events (id, type) select * from unnest($1::text[], $2::text[])
     on conflict (id) do nothing`,
    [inOrder.map(({ id }) => id), inOrder.map(({ type }) => type)],
  );
  return (rowCount ?? 0) > 0;
}

/** Those whose effect is not committed, in the given order. */
export async function filterUnprocessed<Event extends EventId>(
  db: Database,
  events: readonly Event[],
): Promise<Event[]> {
  if (events.length === 0) return [];
  const { rows } = await db.query<{ id: string }>(
    'select id from billing_events where id = any($1)',
    [events.map(({ id }) => id)],
  );
  const claimed = new Set(rows.map(({ id }) => id));
  return events.filter(({ id }) => !claimed.has(id));
}
