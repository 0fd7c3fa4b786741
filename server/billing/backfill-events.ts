/**
 * Backfills events whose webhooks were lost: processes those of Stripe's event list that are not marked as processed.
 * One call per hundred events, however many customers there are.
 */
import { forEachConcurrent } from '../base/concurrency.ts';
import {
  claimEventBackfill,
  saveEventCursor,
  scheduleAllReconciliationsNow,
} from '../db/billing/billing-reconciliation.ts';
import { filterUnprocessed } from '../db/billing/processed-events.ts';
import type { BillingContext } from './billing-context.ts';
import {
  customerIdOf,
  eventTypes,
  type ProviderEvent,
  processCustomerEvents,
  providerEvent,
} from './process-events.ts';

const everySeconds = 300;
/** A webhook counts as lost after this. */
const webhookDelayMs = 60_000;
/** Events may be listed a little after they happened. */
const overlapMs = 600_000;
/** Stripe lists 30 days of events; beyond that, every customer is reconciled. */
const maxAgeMs = 25 * 86_400_000;
const customersAtOnce = 4;

/**
 * @param force runs even if not due, and includes events whose webhooks may still arrive
 * @returns how many customers had missed events
 * @throws Stripe's errors; what was processed before stays, and the next run starts at the same cursor
 */
export async function backfillMissedEvents(
  billing: BillingContext,
  { force = false }: { readonly force?: boolean } = {},
): Promise<number> {
  const { pool, clock, metrics } = billing;
  const now = clock();
  const since = await claimEventBackfill(pool, { now, everySeconds, force });
  if (since === null) return 0;
  const until = new Date(now.getTime() - (force ? 0 : webhookDelayMs));
  if (since === 'never' || since.getTime() < now.getTime() - maxAgeMs) {
    await scheduleAllReconciliationsNow(pool);
    await saveEventCursor(pool, until);
    return 0;
  }
  const missed = await fetchMissedEvents(billing, { since, until });
  await forEachConcurrent(customersAtOnce, [...missed], async ([customerId, events]) => {
    const outcome = await processCustomerEvents(billing, customerId, events);
    if (outcome === 'processed') metrics.billingDriftRepaired.inc({ source: 'event' });
  });
  await saveEventCursor(pool, until);
  return missed.size;
}

/** Unprocessed events by customer, oldest first. */
async function fetchMissedEvents(
  { pool, stripe }: BillingContext,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<Map<string | null, ProviderEvent[]>> {
  const seconds = (ms: number) => Math.floor(ms / 1_000);
  const listed = stripe.events.list({
    types: [...eventTypes],
    created: { gte: seconds(since.getTime() - overlapMs), lte: seconds(until.getTime()) },
    limit: 100,
  });
  const missed = new Map<string | null, ProviderEvent[]>();
  let page: ProviderEvent[] = [];
  const addPage = async () => {
    for (const event of await filterUnprocessed(pool, page)) {
      const customerId = customerIdOf(event);
      missed.set(customerId, [event, ...(missed.get(customerId) ?? [])]);
    }
    page = [];
  };
  for await (const item of listed) {
    const event = providerEvent.safeParse(item);
    if (event.success) page.push(event.data);
    if (page.length === 100) await addPage();
  }
  await addPage();
  return missed;
}
