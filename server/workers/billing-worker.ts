/** Background loops of billing: queued Stripe calls, expiry, reconciliation, event backfill and cleanup. */
import { type Loop, startLoop } from '../base/worker-loop/start-loop.ts';
import { backfillMissedEvents } from '../billing/backfill-events.ts';
import type { BillingContext } from '../billing/billing-context.ts';
import { expireSubscriptions } from '../billing/expire-subscriptions.ts';
import { reconcileBatchSize, reconcileCustomers } from '../billing/reconcile.ts';
import { runBillingJobs } from '../billing/run-billing-jobs.ts';
import { describeStripeError } from '../billing/stripe-client.ts';
import { deleteExpiredArchivedInvoices } from '../db/billing/billing-invoices.ts';
import { deleteExpiredKeys } from '../db/billing/idempotency-keys.ts';
import { deleteOldProcessedEvents } from '../db/billing/processed-events.ts';

const pollMs = 2_000;
/** Also the retry interval of expirations that wait for an unreachable provider. */
const expireEveryMs = 15_000;
const backfillEveryMs = 30_000;
const reconcileEveryMs = 10_000;
/** Pause between full batches; the five hours of a night suffice for 100,000 customers. */
const fullBatchPauseMs = 1_000;
const cleanUpEveryMs = 3_600_000;

/** Starts the loops; returns `close()`. A crash loses nothing: work is marked done in the commit of its effect. */
export function startBillingWorker(billing: BillingContext): Loop {
  const repeat = (step: () => Promise<number>) =>
    startLoop(step, {
      retryMs: pollMs,
      onFailure: (error) =>
        billing.log.warn({ fault: describeStripeError(error) }, 'a billing loop failed and waits'),
    });
  // Separate loops, so that jobs and expirations do not wait for a night of reconciliation.
  const loops = [
    repeat(async () => {
      await runBillingJobs(billing);
      return pollMs;
    }),
    repeat(async () => {
      await expireSubscriptions(billing);
      return expireEveryMs;
    }),
    repeat(async () =>
      (await reconcileCustomers(billing)) === reconcileBatchSize
        ? fullBatchPauseMs
        : reconcileEveryMs,
    ),
    repeat(backfillStep(billing)),
    repeat(async () => {
      await deleteOldProcessedEvents(billing.pool);
      await deleteExpiredKeys(billing.pool);
      await deleteExpiredArchivedInvoices(billing.pool, billing.clock());
      return cleanUpEveryMs;
    }),
  ];
  return {
    async close() {
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}

/** The first run is forced: webhooks may have been lost while no process was running. */
function backfillStep(billing: BillingContext): () => Promise<number> {
  let hasRun = false;
  return async () => {
    await backfillMissedEvents(billing, { force: !hasRun });
    hasRun = true;
    return backfillEveryMs;
  };
}
