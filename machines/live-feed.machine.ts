/** The live stream of prices and alerts: one per tab, silent while the tab is hidden, patient when the line drops. */
import { assign, fromCallback, setup } from 'xstate';

export type LiveFeedEvent =
  | { type: 'OPENED' }
  | { type: 'LOST'; retryAfterMs: number | null }
  | { type: 'HIDDEN' }
  | { type: 'SHOWN' }
  | { type: 'ONLINE' }
  | { type: 'OFFLINE' }
  | { type: 'WATCH_BEGUN' }
  | { type: 'WATCH_ENDED' }
  | { type: 'STOP' };

interface LiveFeedContext {
  /** Attempts in a row without an answer. */
  readonly attempt: number;
  /** The server's own wish, for instance after 429. */
  readonly retryAfterMs: number | null;
  /** Between 0 and 1; spreads the returns of many clients. */
  readonly jitter: number;
  /** This tab shows the browser's notices, so it listens on while hidden. */
  readonly isOnWatch: boolean;
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
    setWatch: assign({ isOnWatch: (_, params: { isOnWatch: boolean }) => params.isOnWatch }),
  },
  guards: {
    mayRest: ({ context }) => !context.isOnWatch,
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
  description:
    'Keeps one live stream open while someone is signed in and looking, or has asked to be told while not looking.',
  context: ({ input }) => ({
    attempt: 0,
    retryAfterMs: null,
    jitter: input.jitter,
    isOnWatch: false,
  }),
  initial: 'reading',
  on: {
    STOP: '.closed',
    WATCH_BEGUN: {
      description: 'Notices are wanted, and of all tabs this one shows them.',
      actions: { type: 'setWatch', params: { isOnWatch: true } },
    },
    WATCH_ENDED: {
      description: 'Notices are no longer wanted.',
      actions: { type: 'setWatch', params: { isOnWatch: false } },
    },
  },
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
        OFFLINE: {
          description: 'The network has gone: a dead line may take long to be noticed otherwise.',
          target: 'backingOff',
          actions: { type: 'countAttempt', params: { retryAfterMs: null } },
        },
      },
      states: {
        connecting: {
          description: 'The request has not been answered yet.',
          on: {
            OPENED: 'open',
            HIDDEN: {
              description: 'Nothing is lost yet.',
              guard: 'mayRest',
              target: '#liveFeed.paused',
            },
          },
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
              on: {
                SHOWN: 'watched',
                WATCH_ENDED: {
                  description: 'The minute begins now.',
                  target: 'unwatched',
                  reenter: true,
                  actions: { type: 'setWatch', params: { isOnWatch: false } },
                },
              },
              after: {
                hiddenGrace: {
                  description: 'Away for a minute, and not on watch.',
                  guard: 'mayRest',
                  target: '#liveFeed.paused',
                },
              },
            },
          },
        },
      },
    },
    backingOff: {
      description:
        'The line dropped: tried again later and later, and at once when the network returns.',
      on: {
        ONLINE: 'reading',
        SHOWN: 'reading',
        HIDDEN: { description: 'Nobody is waiting for it.', guard: 'mayRest', target: 'paused' },
      },
      after: {
        backoff: {
          description: '1 s, 2 s, 4 s… up to 30 s, never sooner than the server wishes.',
          target: 'reading',
        },
      },
    },
    paused: {
      description: 'Nobody is looking.',
      on: {
        SHOWN: 'reading',
        WATCH_BEGUN: {
          description: 'The tab that was on watch has been closed: this one takes over.',
          target: 'reading',
          actions: { type: 'setWatch', params: { isOnWatch: true } },
        },
      },
    },
    closed: { description: 'Nobody is signed in any more.', type: 'final' },
  },
});
