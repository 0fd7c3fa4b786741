/** Waits for a fact outside the browser. */
import { setTimeout as pause } from 'node:timers/promises';

const giveUpAfterMs = 150_000;
const everyMs = 100;

/** @returns what `look` answers once it is not null */
export async function waitFor<T>(fact: string, look: () => Promise<T | null>): Promise<T> {
  const startedAtMs = performance.now();
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (performance.now() - startedAtMs > giveUpAfterMs) throw new Error(`never happened: ${fact}`);
    await pause(everyMs);
  }
}
