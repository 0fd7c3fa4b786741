/** Polls a condition outside the browser. For plain Node and Playwright, where `vi.waitFor` is not available. */
import { setTimeout as pause } from 'node:timers/promises';

const timeoutMs = 150_000;
const intervalMs = 100;

/** @returns the first result of `probe` that is not null. @throws after the timeout */
export async function poll<T>(description: string, probe: () => Promise<T | null>): Promise<T> {
  const startedAtMs = performance.now();
  for (;;) {
    const result = await probe();
    if (result !== null) return result;
    if (performance.now() - startedAtMs > timeoutMs)
      throw new Error(`never happened: ${description}`);
    await pause(intervalMs);
  }
}
