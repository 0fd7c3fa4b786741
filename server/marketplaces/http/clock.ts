/** Clock interface of the live adapter, so that tests need not wait. */
import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Wall time, for `observedAt`. */
  wallMs(): number;
  /** For durations: never set back. */
  monotonicMs(): number;
  /** @throws the signal's reason once aborted */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls once after `ms`. @returns cancel function */
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
