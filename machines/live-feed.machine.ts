/** The live stream of prices and alerts: one per tab, silent while the tab is hidden, patient when the line drops. */
import { assign, fromCallback, setup } from 'xstate';

export type LiveFeedEvent =
  | { type: 'OPENED' }
  | { type: 'LOST'; retryAfterMs: number | null }
  | { type: 'HIDDEN' }
  | { type: 'SHOWN' }
  | { type: 'ONLINE' }
  | { type: 'STOP' };

interface LiveFeedContext {
  /** Attempts in a row without an answer. */
  readonly attempt: number;
  /** The server's own wish, for instance after 429. */
  readonly retryAfterMs: number | null;
  /** Between 0 and 1; spreads the returns of many clients. */
  readonly jitter: number;
}

export const liveFeedMachine = setup({
  types: {
    context: {} as LiveFeedContext,
    events: {} as LiveFeedEvent,
    input: {} as { jitter: number },
  },
  actors: {
    /** Reads the stream until it ends; sends OPENED once, then LOST. */
    stream: fromCallback<LiveFeedEvent>(() => () => {}),
  },
  actions: {
    forgetAttempts: assign({ attempt: 0, retryAfterMs: null }),
    countAttempt: assign({
      attempt: ({ context }) => context.attempt + 1,
      retryAfterMs: (_, params: { retryAfterMs: number | null }) => params.retryAfterMs,
    }),
  },
  delays: {
    backoff: ({ context }) => {
      const wait = Math.min(30_000, 1_000 * 2 ** Math.min(context.attempt - 1, 5));
      return Math.max(context.retryAfterMs ?? 0, wait * (0.5 + context.jitter / 2));
    },
    hiddenGrace: 60_000,
  },
}).createMachine({
  id: 'liveFeed',
  description: 'Keeps one live stream open while someone is signed in and looking.',
  context: ({ input }) => ({ attempt: 0, retryAfterMs: null, jitter: input.jitter }),
  initial: 'reading',
  on: { STOP: '.closed' },
  states: {
    reading: {
      description: 'A request is under way or open.',
      initial: 'connecting',
      invoke: { id: 'stream', src: 'stream' },
      on: {
        LOST: {
          target: 'backingOff',
          actions: {
            type: 'countAttempt',
            params: ({ event }) => ({ retryAfterMs: event.retryAfterMs }),
          },
        },
      },
      states: {
        connecting: {
          description: 'The request has not been answered yet.',
          on: { OPENED: 'open', HIDDEN: '#liveFeed.paused' },
        },
        open: {
          description: 'Prices arrive.',
          entry: 'forgetAttempts',
          initial: 'watched',
          states: {
            watched: {
              description: 'The page is being looked at.',
              on: { HIDDEN: 'unwatched' },
            },
            unwatched: {
              description: 'A glance at another tab does not drop the line; a minute away does.',
              on: { SHOWN: 'watched' },
              after: {
                hiddenGrace: { description: 'Away for a minute.', target: '#liveFeed.paused' },
              },
            },
          },
        },
      },
    },
    backingOff: {
      description:
        'The line dropped: tried again later and later, and at once when the network returns.',
      on: { ONLINE: 'reading', SHOWN: 'reading', HIDDEN: 'paused' },
      after: {
        backoff: {
          description: '1 s, 2 s, 4 s… up to 30 s, never sooner than the server wishes.',
          target: 'reading',
        },
      },
    },
    paused: {
      description: 'Nobody is looking.',
      on: { SHOWN: 'reading' },
    },
    closed: { description: 'Nobody is signed in any more.', type: 'final' },
  },
});
