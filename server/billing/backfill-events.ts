/**
 * Finds what lost webhooks left: the provider's own list of events beside those we acted on. It costs a call for every
 * hundred events, however many customers there are.
 */

import { forEachConcurrent } from '../concurrency.ts';
import {
  claimEventBackfill,
  reconcileAllNow,
  saveEventCursor,
} from '../db/billing/billing-reconciliation.ts';
import { filterUnprocessed } from '../db/billing/processed-events.ts';
import type { BillingContext } from './billing-context.ts';
import {
  customerOf,
  eventTypes,
  type ProviderEvent,
  processCustomerEvents,
  providerEvent,
} from './process-events.ts';

const everySeconds = 300;
/** A webhook is given this long before it counts as lost. */
const onTheWayMs = 60_000;
/** Events may enter the list a little later than they happened. */
const overlapMs = 600_000;
/** The provider lists a month of events; what is older must be found by asking about everybody. */
const longestMs = 25 * 86_400_000;
const customersAtOnce = 4;

/**
 * @param force though the last one is not long ago, and counting webhooks that may still be on their way
 * @returns how many customers were brought up to date
 * @throws Stripe's errors: what was found before had its effect, and the next look begins at the same place
 */
export async function backfillMissedEvents(
  billing: BillingContext,
  { force = false }: { readonly force?: boolean } = {},
): Promise<number> {
  const { pool, clock, metrics } = billing;
  const now = clock();
  const since = await claimEventBackfill(pool, { now, everySeconds, force });
  if (since === null) return 0;
  const until = new Date(now.getTime() - (force ? 0 : onTheWayMs));
  if (since === 'never' || since.getTime() < now.getTime() - longestMs) {
    await reconcileAllNow(pool);
    await saveEventCursor(pool, until);
    return 0;
  }
  const missed = await missedEvents(billing, { since, until });
  await forEachConcurrent(customersAtOnce, [...missed], async ([customerId, told]) => {
    const outcome = await processCustomerEvents(billing, customerId, told);
    if (outcome === 'taken') metrics.paymentRepairs.inc({ found: 'event' });
  });
  await saveEventCursor(pool, until);
  return missed.size;
}

/** By customer, oldest first. */
async function missedEvents(
  { pool, stripe }: BillingContext,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<Map<string | null, ProviderEvent[]>> {
  const seconds = (at: number) => Math.floor(at / 1_000);
  const listed = stripe.events.list({
    types: [...eventTypes],
    created: { gte: seconds(since.getTime() - overlapMs), lte: seconds(until.getTime()) },
    limit: 100,
  });
  const missed = new Map<string | null, ProviderEvent[]>();
  let page: ProviderEvent[] = [];
  const sort = async () => {
    for (const told of await filterUnprocessed(pool, page)) {
      const customerId = customerOf(told);
      missed.set(customerId, [told, ...(missed.get(customerId) ?? [])]);
    }
    page = [];
  };
  for await (const given of listed) {
    const read = providerEvent.safeParse(given);
    if (read.success) page.push(read.data);
    if (page.length === 100) await sort();
  }
  await sort();
  return missed;
}
