/** `Stripe-Signature`: proves to the product that an event is ours and recent. */
import { createHmac } from 'node:crypto';

/** @param at real seconds since 1970, whatever the world's time: receivers refuse what is old */
export function signatureOf(
  payload: string,
  { secret, at }: { secret: string; at: number },
): string {
  const mac = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${mac}`;
}
