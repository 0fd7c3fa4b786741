/** One call that changes something at the provider: under a key stored beforehand, its outcome remembered. */
import { answerKey, storeKey } from '../db/billing-requests.ts';
import type { Billing } from './billing.ts';
import { outcomeOf } from './stripe-client.ts';

/**
 * @param purpose what is asked, of what, and at which revision of our books: the same again is the same call until it
 *   was answered, and never once something was learnt in between (cancel, keep, cancel)
 * @throws Stripe's errors
 */
export async function underKey<Answer>(
  { pool }: Pick<Billing, 'pool'>,
  { uid, purpose }: { readonly uid: string; readonly purpose: string },
  call: (options: { readonly idempotencyKey: string }) => Promise<Answer>,
): Promise<Answer> {
  const key = await storeKey(pool, uid, purpose);
  try {
    const answer = await call({ idempotencyKey: key });
    await answerKey(pool, key);
    return answer;
  } catch (error) {
    if (outcomeOf(error) === 'refused') await answerKey(pool, key);
    throw error;
  }
}
