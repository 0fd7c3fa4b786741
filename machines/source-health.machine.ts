/**
 * State machine of a market source's freshness: stale when the newest reading arrived more than 3 × `expectedEveryMs` ago.
 * Judged by arrival, not by the market's own timestamps. A reading makes it fresh; only time makes it stale.
 * Pure: the server applies events with `transition`; time enters as an event.
 */
import { assign, setup } from 'xstate';

/** Expected intervals without a reading after which a source is stale. */
export const staleAfterIntervals = 3;

export interface SourceHealthContext {
  /** When the newest reading arrived, in epoch milliseconds; null before the first. */
  readonly arrivedAtMs: number | null;
}

export type SourceHealthEvent =
  | { type: 'READING.ARRIVED'; atMs: number }
  /** `everyMs`: the expected interval between readings; null until a worker reads the source. */
  | { type: 'TIME.PASSED'; atMs: number; everyMs: number | null };

export const sourceHealthMachine = setup({
  types: {
    context: {} as SourceHealthContext,
    events: {} as SourceHealthEvent,
  },
  actions: {
    setArrivedAt: assign({ arrivedAtMs: (_, params: { atMs: number }) => params.atMs }),
  },
  guards: {
    isOverdue: (
      { context: { arrivedAtMs } },
      { atMs, everyMs }: { atMs: number; everyMs: number | null },
    ) =>
      everyMs !== null &&
      atMs - (arrivedAtMs ?? Number.NEGATIVE_INFINITY) > staleAfterIntervals * everyMs,
  },
}).createMachine({
  id: 'sourceHealth',
  description: 'Whether readings keep arriving from the market source.',
  context: { arrivedAtMs: null },
  on: {
    'READING.ARRIVED': {
      description: 'A reading arrived: fresh from any state.',
      target: '.fresh',
      actions: { type: 'setArrivedAt', params: ({ event }) => event },
    },
  },
  initial: 'unknown',
  states: {
    unknown: {
      description: 'No reading has arrived yet, and none is overdue.',
      on: {
        'TIME.PASSED': {
          description: 'A worker reads it by now, and no reading has ever arrived.',
          guard: { type: 'isOverdue', params: ({ event }) => event },
          target: 'stale',
        },
      },
    },
    fresh: {
      description: 'Readings arrive as often as expected.',
      on: {
        'TIME.PASSED': {
          description: 'No reading for more than three expected intervals.',
          guard: { type: 'isOverdue', params: ({ event }) => event },
          target: 'stale',
        },
      },
    },
    stale: { description: 'No readings: prices are outdated. Only a reading ends it.' },
  },
});
