/** One call that changes something at the provider: under a key stored beforehand, its outcome remembered. */
import { completeKey, getOrCreateKey } from '../db/billing/idempotency-keys.ts';
import type { BillingContext } from './billing-context.ts';
import { classifyStripeError } from './stripe-client.ts';

/**
 * @param purpose what is asked, of what, and at which revision of our books: the same again is the same call until it
 *   was answered, and never once something was learnt in between (cancel, keep, cancel)
 * @throws Stripe's errors
 */
export async function withIdempotencyKey<Answer>(
  { pool }: Pick<BillingContext, 'pool'>,
  { uid, purpose }: { readonly uid: string; readonly purpose: string },
  call: (options: { readonly idempotencyKey: string }) => Promise<Answer>,
): Promise<Answer> {
  const key = await getOrCreateKey(pool, uid, purpose);
  try {
    const answer = await call({ idempotencyKey: key });
    await completeKey(pool, key);
    return answer;
  } catch (error) {
    if (classifyStripeError(error) === 'refused') await completeKey(pool, key);
    throw error;
  }
}
