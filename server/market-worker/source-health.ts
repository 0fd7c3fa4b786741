/** Runs the source-health machine over the stored facts about a source. Pure. */
import { initialTransition, transition } from 'xstate';
import { type SourceHealthEvent, sourceHealthMachine } from '#machines/source-health.machine.ts';
import type { SourceRow } from '../db/market/sources.ts';

export type SourceHealth = 'unknown' | 'fresh' | 'stale';
export type HealthFacts = Pick<SourceRow, 'lastArrivalAt' | 'expectedEveryMs'>;

const [initial] = initialTransition(sourceHealthMachine);
type Snapshot = typeof initial;

const step = (from: Snapshot, event: SourceHealthEvent): Snapshot =>
  transition(sourceHealthMachine, from, event)[0];

/**
 * Folds the machine from its initial state each time, so that the result depends on the facts alone.
 * @param nowMs epoch milliseconds
 */
export function sourceHealthAt(
  { lastArrivalAt, expectedEveryMs }: HealthFacts,
  nowMs: number,
): SourceHealth {
  const arrived =
    lastArrivalAt === null
      ? initial
      : step(initial, { type: 'READING.ARRIVED', atMs: lastArrivalAt.getTime() });
  return step(arrived, { type: 'TIME.PASSED', atMs: nowMs, everyMs: expectedEveryMs }).value;
}
