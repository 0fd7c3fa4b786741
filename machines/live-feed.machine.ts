/** State machine of the SSE connection for live prices and alerts: one per tab, paused while hidden, with reconnect backoff. */
import { assign, fromCallback, setup } from 'xstate';

/** `refused`: the server answered that this session may not have the stream. `silent`: it opened, then carried nothing. */
export type DisconnectReason = 'disconnected' | 'streamLimitReached' | 'refused' | 'silent';

export type LiveFeedEvent =
  | { type: 'STREAM.OPENED' }
  | { type: 'STREAM.DISCONNECTED'; retryAfterMs: number | null; reason: DisconnectReason }
  | { type: 'PAGE.HIDDEN' }
  | { type: 'PAGE.SHOWN' }
  | { type: 'NETWORK.RESTORED' }
  | { type: 'NETWORK.LOST' }
  | { type: 'LEADERSHIP.GAINED' }
  | { type: 'LEADERSHIP.LOST' }
  | { type: 'STOP' };

interface LiveFeedContext {
  /** Consecutive connection attempts that did not open. */
  readonly attempt: number;
  /** Minimum wait requested by the server, for instance after 429; null = none. */
  readonly retryAfterMs: number | null;
  /** Why the last connection ended. */
  readonly reason: DisconnectReason;
  /** Between 0 and 1; spreads the reconnects of many clients. */
  readonly jitter: number;
  /** This tab is the notification leader: it shows browser notifications, so it stays connected while hidden. */
  readonly isLeader: boolean;
}

export const liveFeedMachine = setup({
  types: {
    context: {} as LiveFeedContext,
    events: {} as LiveFeedEvent,
    input: {} as { jitter: number },
  },
  actors: {
    /** Reads the stream until it ends; sends STREAM.OPENED once, then STREAM.DISCONNECTED. */
    stream: fromCallback<LiveFeedEvent>(() => () => {}),
  },
  actions: {
    resetAttempts: assign({ attempt: 0, retryAfterMs: null }),
    countAttempt: assign({
      attempt: ({ context }) => context.attempt + 1,
      retryAfterMs: (_, params: { retryAfterMs: number | null }) => params.retryAfterMs,
    }),
    setReason: assign({ reason: (_, params: { reason: DisconnectReason }) => params.reason }),
    setLeader: assign({ isLeader: (_, params: { isLeader: boolean }) => params.isLeader }),
  },
  guards: {
    isNotLeader: ({ context }) => !context.isLeader,
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
    'Holds one SSE stream open while the page is visible, or while this tab shows browser notifications.',
  context: ({ input }) => ({
    attempt: 0,
    retryAfterMs: null,
    reason: 'disconnected',
    jitter: input.jitter,
    isLeader: false,
  }),
  initial: 'streaming',
  on: {
    STOP: '.closed',
    'LEADERSHIP.GAINED': {
      description: 'Browser notifications are enabled, and this tab was elected to show them.',
      actions: { type: 'setLeader', params: { isLeader: true } },
    },
    'LEADERSHIP.LOST': {
      description: 'Browser notifications were disabled.',
      actions: { type: 'setLeader', params: { isLeader: false } },
    },
  },
  states: {
    streaming: {
      description: 'The stream actor runs: connecting or open.',
      initial: 'connecting',
      invoke: { id: 'stream', src: 'stream' },
      on: {
        'STREAM.DISCONNECTED': {
          target: 'backingOff',
          actions: [
            {
              type: 'countAttempt',
              params: ({ event }) => ({ retryAfterMs: event.retryAfterMs }),
            },
            { type: 'setReason', params: ({ event }) => ({ reason: event.reason }) },
          ],
        },
        'NETWORK.LOST': {
          description:
            'The browser is offline. The stream itself would notice only after its heartbeat timeout.',
          target: 'backingOff',
          actions: { type: 'countAttempt', params: { retryAfterMs: null } },
        },
      },
      states: {
        connecting: {
          description: 'The request has not been answered yet.',
          on: {
            'STREAM.OPENED': 'open',
            'PAGE.HIDDEN': {
              description: 'Not open yet, so nothing is lost by closing it.',
              guard: 'isNotLeader',
              target: '#liveFeed.paused',
            },
          },
        },
        open: {
          description: 'The stream is open and delivers events.',
          entry: 'resetAttempts',
          initial: 'visible',
          states: {
            visible: {
              description: 'The page is visible.',
              on: { 'PAGE.HIDDEN': 'hidden' },
            },
            hidden: {
              description: 'The page is hidden: the stream is closed after a minute, not at once.',
              on: {
                'PAGE.SHOWN': 'visible',
                'LEADERSHIP.LOST': {
                  description: 'Not the leader any more: the minute starts now.',
                  target: 'hidden',
                  reenter: true,
                  actions: { type: 'setLeader', params: { isLeader: false } },
                },
              },
              after: {
                hiddenGrace: {
                  description: 'Hidden for a minute, and not the notification leader.',
                  guard: 'isNotLeader',
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
        'Disconnected: reconnects with exponential backoff, and at once when the network returns.',
      on: {
        'NETWORK.RESTORED': 'streaming',
        'PAGE.SHOWN': 'streaming',
        'PAGE.HIDDEN': {
          description: 'Hidden: no reconnect until the page is shown.',
          guard: 'isNotLeader',
          target: 'paused',
        },
      },
      after: {
        backoff: {
          description: '1 s, 2 s, 4 s… up to 30 s, never sooner than Retry-After.',
          target: 'streaming',
        },
      },
    },
    paused: {
      description: 'The page is hidden and the stream closed.',
      on: {
        'PAGE.SHOWN': 'streaming',
        'LEADERSHIP.GAINED': {
          description: 'The leader tab was closed: this one takes over.',
          target: 'streaming',
          actions: { type: 'setLeader', params: { isLeader: true } },
        },
      },
    },
    closed: { description: 'The session has ended.', type: 'final' },
  },
});
