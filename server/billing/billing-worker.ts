/** The work of billing that nobody waits for: requests to the provider, ends by time, and what webhooks did not tell. */
import { setTimeout as delay } from 'node:timers/promises';
import { deleteExpiredArchivedInvoices } from '../db/billing/billing-invoices.ts';
import { deleteExpired } from '../db/billing/idempotency-keys.ts';
import { backfillMissedEvents } from './backfill-events.ts';
import type { BillingContext } from './billing-context.ts';
import { expireSubscriptions, reconcileBatchSize, reconcileCustomers } from './reconcile.ts';
import { runBillingJobs } from './run-billing-jobs.ts';
import { describeStripeError } from './stripe-client.ts';

const pollMs = 2_000;
/** Ends that wait for a provider who is away are asked about again after this. */
const endsEveryMs = 15_000;
const lookBackEveryMs = 30_000;
const checksEveryMs = 10_000;
/** Between full hands of customers: a night of five hours has room for a hundred thousand. */
const pauseMs = 1_000;
const forgetEveryMs = 3_600_000;

/** Works until closed; every piece survives any death, because only its commit ends it. */
export function startBillingWorker(billing: BillingContext): { close(): Promise<void> } {
  const stop = new AbortController();
  const { signal } = stop;
  /** @param work says after how long it wants to go on */
  const again = async (work: () => Promise<number>) => {
    while (!signal.aborted) {
      const restMs = await work().catch((error: unknown) => {
        billing.log.warn({ fault: describeStripeError(error) }, 'the bookkeeper waits');
        return pollMs;
      });
      await delay(restMs, undefined, { signal }).catch(() => {});
    }
  };
  // Apart, so that nobody's end or request waits for a night of comparisons.
  const done = Promise.all([
    again(async () => {
      await runBillingJobs(billing);
      return pollMs;
    }),
    again(async () => {
      await expireSubscriptions(billing);
      return endsEveryMs;
    }),
    again(async () =>
      (await reconcileCustomers(billing)) === reconcileBatchSize ? pauseMs : checksEveryMs,
    ),
    again(lookingBack(billing)),
    again(async () => {
      await deleteExpired(billing.pool);
      await deleteExpiredArchivedInvoices(billing.pool, billing.clock());
      return forgetEveryMs;
    }),
  ]);
  return {
    async close() {
      stop.abort();
      await done;
    },
  };
}

/** At once after the start: webhooks may have been lost while nobody was there. */
function lookingBack(billing: BillingContext): () => Promise<number> {
  let begun = false;
  return async () => {
    await backfillMissedEvents(billing, { force: !begun });
    begun = true;
    return lookBackEveryMs;
  };
}
