/** Bounds a wait whose outcome does not matter, such as closing a connection that may be dead. */
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves once the work has ended, well or badly, or after the timeout; the work itself is not stopped. */
export async function settleWithin(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const timeout = new AbortController();
  const ended = work.then(
    () => {},
    () => {},
  );
  await Promise.race([
    ended,
    delay(timeoutMs, undefined, { signal: timeout.signal }).catch(() => {}),
  ]);
  timeout.abort();
}
