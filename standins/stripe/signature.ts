/** `Stripe-Signature` header: HMAC of timestamp and payload. */
import { createHmac } from 'node:crypto';

/** @param atSeconds epoch seconds of the real clock, not the test clock: receivers reject old signatures */
export function signatureOf(
  payload: string,
  { secret, atSeconds }: { secret: string; atSeconds: number },
): string {
  const mac = createHmac('sha256', secret).update(`${atSeconds}.${payload}`).digest('hex');
  return `t=${atSeconds},v1=${mac}`;
}
