/** The work of billing that nobody waits for: requests to the provider, ends by time, the nightly comparison. */
import { setTimeout as delay } from 'node:timers/promises';
import { forgetBlockedInvoices } from '../db/billing-invoices.ts';
import { forgetRequests } from '../db/billing-requests.ts';
import { checkEverybodySoon } from '../db/billing-subscriptions.ts';
import type { Billing } from './billing.ts';
import { doBillingJobs } from './jobs.ts';
import { checkSome, endByTime } from './reconcile.ts';
import { summaryOf } from './stripe-client.ts';

const pollMs = 2_000;
/** Ends that wait for a provider who is away are asked about again after this. */
const endsEveryMs = 15_000;
const forgetEveryMs = 3_600_000;

/** Works until closed; every piece survives any death, because only its commit ends it. */
export function startBookkeeper(billing: Billing): { close(): Promise<void> } {
  const stop = new AbortController();
  const work = async () => {
    let begun = false;
    let endsAt = 0;
    let forgetAt = 0;
    while (!stop.signal.aborted) {
      try {
        if (!begun) await checkEverybodySoon(billing.pool);
        begun = true;
        await doBillingJobs(billing);
        if (Date.now() >= endsAt) {
          await endByTime(billing);
          endsAt = Date.now() + endsEveryMs;
        }
        await checkSome(billing);
        if (Date.now() >= forgetAt) {
          await forgetRequests(billing.pool);
          await forgetBlockedInvoices(billing.pool, billing.clock());
          forgetAt = Date.now() + forgetEveryMs;
        }
      } catch (error) {
        billing.log.warn({ fault: summaryOf(error) }, 'the bookkeeper waits for the database');
      }
      await delay(pollMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  const done = work();
  return {
    async close() {
      stop.abort();
      await done;
    },
  };
}
