/** Runs the source-health machine over what is known of a source: facts in, state out. Pure. */
import { initialTransition, transition } from 'xstate';
import { type SourceHealthEvent, sourceHealthMachine } from '#machines/source-health.machine.ts';
import type { SourceRow } from '../db/market/sources.ts';

export type SourceHealth = 'unheard' | 'fresh' | 'stale';
export type HealthFacts = Pick<SourceRow, 'lastArrivalAt' | 'expectedEveryMs'>;

const [unheard] = initialTransition(sourceHealthMachine);
type Snapshot = typeof unheard;

const step = (from: Snapshot, event: SourceHealthEvent): Snapshot =>
  transition(sourceHealthMachine, from, event)[0];

/**
 * From its beginning each time: what a process believed of the source before cannot differ from what the facts say.
 * @param at epoch milliseconds
 */
export function sourceHealthAt(
  { lastArrivalAt, expectedEveryMs }: HealthFacts,
  at: number,
): SourceHealth {
  const heard =
    lastArrivalAt === null
      ? unheard
      : step(unheard, { type: 'READING.ARRIVED', at: lastArrivalAt.getTime() });
  return step(heard, { type: 'TIME.PASSED', at, everyMs: expectedEveryMs }).value;
}
