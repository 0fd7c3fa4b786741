/** Time as an adapter of a live source needs it, so that its tests need not wait. */
import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Wall time, for `observedAt`. */
  wallMs(): number;
  /** For durations: nobody sets it back. */
  monotonicMs(): number;
  /** @throws the signal's reason once aborted */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls once after so long. @returns what calls it off */
  after(ms: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  },
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
