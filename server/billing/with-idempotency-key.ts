/** Makes a Stripe call under a stored idempotency key, and completes the key once the outcome is known. */
import { completeKey, getOrCreateKey } from '../db/billing/idempotency-keys.ts';
import type { BillingContext } from './billing-context.ts';
import { classifyStripeError } from './stripe-client.ts';

/**
 * @param purpose operation, target and revision of the stored subscription. The same purpose is the same call until it
 *   was answered; another revision is another call (cancel, resume, cancel)
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
    if (classifyStripeError(error) === 'rejected') await completeKey(pool, key);
    throw error;
  }
}
