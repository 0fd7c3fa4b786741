/** Repeats the write of an outcome that must not be lost: the other side has accepted what was sent. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Backoff, backoffDelay } from '#domain/exponential-backoff.ts';

const maxAttempts = 20;
const retryMs: Backoff = { first: 100, max: 2_000 };

/**
 * A short database outage must not let the lease expire and repeat what was sent.
 * @param isStopping the process ends: there is no later attempt
 * @throws the write's last error
 */
export async function retryUntilWritten(
  write: () => Promise<void>,
  isStopping: () => boolean,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === maxAttempts || isStopping()) throw error;
      await delay(backoffDelay(attempt, retryMs));
    }
  }
}
