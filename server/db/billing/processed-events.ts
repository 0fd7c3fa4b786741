/** Stripe events already processed, so that an event delivered twice has one effect. */
import type { Database } from '../pool.ts';

export interface EventRef {
  readonly id: string;
  readonly type: string;
}

/**
 * Marks events as processed; waits for a concurrent transaction that marks the same ones.
 * @returns false when all of them were processed before
 */
export async function markEventsProcessed(
  db: Database,
  events: readonly EventRef[],
): Promise<boolean> {
  const inOrder = events.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { rowCount } = await db.query(
    `insert into billing_processed_events (id, type) select * from unnest($1::text[], $2::text[])
     on conflict (id) do nothing`,
    [inOrder.map(({ id }) => id), inOrder.map(({ type }) => type)],
  );
  return (rowCount ?? 0) > 0;
}

/** The events not yet processed, in the order passed in. */
export async function filterUnprocessed<Event extends EventRef>(
  db: Database,
  events: readonly Event[],
): Promise<Event[]> {
  if (events.length === 0) return [];
  const { rows } = await db.query<{ id: string }>(
    'select id from billing_processed_events where id = any($1)',
    [events.map(({ id }) => id)],
  );
  const processedIds = new Set(rows.map(({ id }) => id));
  return events.filter(({ id }) => !processedIds.has(id));
}

/** Deletes events processed more than 30 days ago: Stripe repeats them for days only. */
export async function deleteOldProcessedEvents(db: Database): Promise<void> {
  await db.query(
    `delete from billing_processed_events where processed_at < now() - interval '30 days'`,
  );
}
