/** Latencies of a soak over its whole run but the first minute, which is a warm-up. */
import { percentile } from './soak-minutes.ts';

export interface SoakLatencies {
  /** From when a check was due to its mail at the relay. */
  readonly mailSinceDue: number[];
  /** From the arrival of a reading to each of its prices at a client. */
  readonly stream: number[];
  /** The same to the first and to the last recorded client, one each a reading. */
  readonly firstScreen: number[];
  readonly lastScreen: number[];
}

export const newLatencies = (): SoakLatencies => ({
  mailSinceDue: [],
  stream: [],
  firstScreen: [],
  lastScreen: [],
});

/** One line each. */
export function latencyLines(latencies: SoakLatencies): string[] {
  return Object.entries(latencies).map(([what, values]: [string, readonly number[]]) => {
    const ms = (ratio: number) => Math.round(percentile(values, ratio));
    return `${what} p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms of ${values.length}`;
  });
}
