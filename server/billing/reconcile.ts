/** Compares our books with the provider's, each customer's every night, and ends what time alone ends. */
import { claimChecks, finishCheck } from '../db/billing-checks.ts';
import { type KnownCustomer, listEndedByTime } from '../db/billing-subscriptions.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { atOnce } from '../gate.ts';
import { type Billing, catchUp } from './billing.ts';
import { keepNews } from './keep-news.ts';
import { summaryOf } from './stripe-client.ts';

export const batch = 20;
/** The provider allows a hundred calls a second to everything we do; one customer takes four. */
const checksAtOnce = 4;
/** Also how soon a check that failed is made again. */
const leaseSeconds = 600;
/** While the provider is away an end waits this long for its word: a payment may have been made meanwhile. */
const patienceMs = 3_600_000;

/** Compares the next few customers with the provider. @returns how many were due */
export async function checkSome(billing: Billing): Promise<number> {
  const due = await claimChecks(billing.pool, { limit: batch, leaseSeconds });
  const { metrics } = billing;
  await atOnce(checksAtOnce, due, async (customer) => {
    try {
      const kept = await catchUp(billing, customer);
      if (kept?.learnt) metrics.paymentRepairs.inc({ found: 'check' });
      metrics.paymentChecks.inc({ outcome: kept?.learnt ? 'repaired' : 'equal' });
      await finishCheck(billing.pool, customer.uid);
    } catch (error) {
      metrics.paymentChecks.inc({ outcome: 'failed' });
      billing.log.warn({ fault: summaryOf(error) }, 'a customer could not be compared');
    }
  });
  return due.length;
}

/** Ends graces and cancelled periods that are over by the billing clock. @returns how many were due */
export async function endByTime(billing: Billing): Promise<number> {
  const now = billing.clock();
  const due = await listEndedByTime(billing.pool, now, batch);
  for (const { endedAt, ...customer } of due) {
    const heard = await catchUp(billing, customer).then(
      () => true,
      (error: unknown) => {
        billing.log.warn({ fault: summaryOf(error) }, 'an end waits for the provider’s word');
        return false;
      },
    );
    if (heard || now.getTime() >= endedAt.getTime() + patienceMs)
      await timePassed(billing, customer, now);
  }
  return due.length;
}

async function timePassed(
  { pool, appOrigin }: Billing,
  { uid }: KnownCustomer,
  now: Date,
): Promise<void> {
  await retryDeadlocks(() =>
    inTransaction(pool, (client) => keepNews(client, uid, { kind: 'time' }, { appOrigin, now })),
  );
}
