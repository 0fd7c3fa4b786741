/** Repeats an action until it succeeds; for scripts, which have no `vi.waitFor`. */
import { setTimeout as delay } from 'node:timers/promises';

/** @throws the last error after a minute */
export async function retryUntil<Result>(action: () => Promise<Result>): Promise<Result> {
  const endsAtMs = performance.now() + 60_000;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (performance.now() > endsAtMs) throw error;
      await delay(100);
    }
  }
}
