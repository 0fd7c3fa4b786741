/**
 * Whether a market source is alive (api.md: stale is “older than 3 × `expectedEveryMs` by arrival”). A reading makes it
 * fresh; only time makes it stale, and says so once. When the market itself says something happened plays no part.
 * Pure: the server folds what it knows of the source over it with `transition`; time enters as an event.
 */
import { assign, setup } from 'xstate';

/** Stale is what has been silent for longer than so many expected intervals. */
export const patience = 3;

export interface SourceHealthContext {
  /** When the newest reading arrived, in epoch milliseconds; null before the first. */
  readonly arrivedAtMs: number | null;
}

export type SourceHealthEvent =
  | { type: 'READING.ARRIVED'; at: number }
  /** `everyMs`: how often a reading is expected; null before anybody has begun to read the source. */
  | { type: 'TIME.PASSED'; at: number; everyMs: number | null };

export const sourceHealthMachine = setup({
  types: {
    context: {} as SourceHealthContext,
    events: {} as SourceHealthEvent,
  },
  actions: {
    keepArrival: assign({ arrivedAtMs: (_, params: { at: number }) => params.at }),
  },
  guards: {
    isOverdue: (
      { context: { arrivedAtMs } },
      { at, everyMs }: { at: number; everyMs: number | null },
    ) => everyMs !== null && at - (arrivedAtMs ?? Number.NEGATIVE_INFINITY) > patience * everyMs,
  },
}).createMachine({
  id: 'sourceHealth',
  description: 'Whether readings keep coming from the market.',
  context: { arrivedAtMs: null },
  on: {
    'READING.ARRIVED': {
      description: 'Whatever it was, it is alive now.',
      target: '.fresh',
      actions: { type: 'keepArrival', params: ({ event }) => event },
    },
  },
  initial: 'unheard',
  states: {
    unheard: {
      description: 'No reading has come yet, and none has been missed.',
      on: {
        'TIME.PASSED': {
          description: 'Somebody reads it by now, and it has never said anything.',
          guard: { type: 'isOverdue', params: ({ event }) => event },
          target: 'stale',
        },
      },
    },
    fresh: {
      description: 'Readings come as often as expected.',
      on: {
        'TIME.PASSED': {
          description: 'Three expected intervals have brought no reading.',
          guard: { type: 'isOverdue', params: ({ event }) => event },
          target: 'stale',
        },
      },
    },
    stale: { description: 'The market is silent: prices are old. Only a reading ends it.' },
  },
});
