/**
 * State machine of one delivery, by mail or to a channel: pending, sending, sent or failed (docs/alerts.md, rule 10). At least
 * once. Pure: the row in PostgreSQL decides which worker may write and when a mail is due; this decides the next state.
 * The server applies events with `transition`; jitter comes with the event.
 */
import { assign, setup } from 'xstate';

/** Four days at the shortest waits, about six on average: longer than a long weekend. */
export const maxAttempts = 400;
const maxRetrySeconds = 1_800;
/**
 * Expired claims in a row after which a delivery is presumed to kill its worker. With leases that double
 * it takes an hour: workers that die for another reason must not take it with them.
 */
export const maxExpiredClaims = 8;

export interface DeliveryInput {
  /** After this many attempts a temporary failure counts as permanent. */
  readonly maxAttempts: number;
}

type Retry = Record<'retryAfterSeconds' | 'jitter', number>;

export interface DeliveryContext extends DeliveryInput {
  /** Number of claims but for those at which we were refused. The number of the last attempt is its fencing token. */
  readonly attempts: number;
  /** Claims in a row that expired without an outcome: their workers died. */
  readonly expiredClaims: number;
  /** Delay until the next attempt is due; null unless pending after a failure. */
  readonly retryAfterSeconds: number | null;
}

export type DeliveryEvent =
  | { type: 'DELIVERY.CLAIMED' }
  | { type: 'RECEIVER.ACCEPTED' }
  | {
      type: 'ATTEMPT.FAILED';
      attempt: number;
      /** What the receiver asked for: never sooner; 0 = nothing. */
      retryAfterSeconds: number;
      /** Its message is too old to be worth another attempt. */
      isOutlived: boolean;
      /** Between 0 and 1; spreads the retries of many deliveries. */
      jitter: number;
    }
  | { type: 'RECEIVER.REFUSED'; attempt: number }
  | { type: 'SENDER.REFUSED'; attempt: number }
  | { type: 'DELIVERY.CANCELLED' }
  | { type: 'DELIVERY.REQUEUED' };

export const deliveryMachine = setup({
  types: {
    context: {} as DeliveryContext,
    events: {} as DeliveryEvent,
    input: {} as DeliveryInput,
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    /** Its number may be used again: the worker that held it has reported, and no older one has it. */
    uncountAttempt: assign({ attempts: ({ context }) => context.attempts - 1 }),
    countExpiredClaim: assign({ expiredClaims: ({ context }) => context.expiredClaims + 1 }),
    clearExpiredClaims: assign({ expiredClaims: 0 }),
    clearAttempts: assign({ attempts: 0 }),
    /** 1, 2, 4… seconds up to half an hour, with jitter so that an outage does not end in a stampede; later when asked for. */
    backOff: assign({
      retryAfterSeconds: ({ context: { attempts } }, { retryAfterSeconds, jitter }: Retry) =>
        Math.max(
          Math.min(maxRetrySeconds, 2 ** Math.min(attempts - 1, 16)) * (0.5 + jitter / 2),
          retryAfterSeconds,
        ),
    }),
    clearRetry: assign({ retryAfterSeconds: null }),
  },
  guards: {
    isStaleAttempt: ({ context }, { attempt }: { attempt: number }) => attempt !== context.attempts,
    isLastExpiry: ({ context }) => context.expiredClaims + 1 >= maxExpiredClaims,
    isExhausted: ({ context }, { isOutlived }: { isOutlived: boolean }) =>
      isOutlived || context.attempts >= context.maxAttempts,
  },
}).createMachine({
  id: 'delivery',
  description: 'One delivery, until its receiver has accepted it or it has failed.',
  context: ({ input }) => ({
    maxAttempts: input.maxAttempts,
    attempts: 0,
    expiredClaims: 0,
    retryAfterSeconds: null,
  }),
  on: {
    'RECEIVER.ACCEPTED': {
      description:
        'The other side has it: final, whichever attempt reports it and whatever the state.',
      target: '.sent',
    },
  },
  initial: 'pending',
  states: {
    pending: {
      description: 'Waits for a worker, after a failed attempt until its retry is due.',
      exit: 'clearRetry',
      on: {
        'DELIVERY.CLAIMED': {
          description: 'It was due, and a worker claimed it under a lease.',
          target: 'sending',
          actions: 'countAttempt',
        },
        'DELIVERY.CANCELLED': {
          description: 'The recipient’s account was closed.',
          target: 'failed',
        },
      },
    },
    sending: {
      description: 'Claimed by a worker for as long as it renews its lease.',
      on: {
        'DELIVERY.CLAIMED': [
          {
            description:
              'The eighth lease in a row expired: the delivery is presumed to kill its worker.',
            guard: 'isLastExpiry',
            target: 'failed',
            actions: 'countExpiredClaim',
          },
          {
            description:
              'The lease expired: the worker is presumed dead, and another one claimed it.',
            actions: ['countAttempt', 'countExpiredClaim'],
          },
        ],
        'ATTEMPT.FAILED': [
          {
            description: 'The lease was lost to another worker: the report is ignored.',
            guard: { type: 'isStaleAttempt', params: ({ event }) => event },
          },
          {
            description: 'Temporary failure, but no attempts are left, or its message is too old.',
            guard: { type: 'isExhausted', params: ({ event }) => event },
            target: 'failed',
          },
          {
            description: 'Temporary failure, or no answer about the message: retried later.',
            target: 'pending',
            actions: ['clearExpiredClaims', { type: 'backOff', params: ({ event }) => event }],
          },
        ],
        'SENDER.REFUSED': [
          {
            description: 'The lease was lost to another worker: the report is ignored.',
            guard: { type: 'isStaleAttempt', params: ({ event }) => event },
          },
          {
            description:
              'We were refused, not the message: all deliveries of its kind wait. Not an attempt of this one.',
            target: 'pending',
            actions: ['uncountAttempt', 'clearExpiredClaims'],
          },
        ],
        'RECEIVER.REFUSED': [
          {
            description: 'The lease was lost to another worker: the report is ignored.',
            guard: { type: 'isStaleAttempt', params: ({ event }) => event },
          },
          {
            description:
              'Its message or receiver was refused for good: a retry would get the same answer.',
            target: 'failed',
          },
        ],
        'DELIVERY.CANCELLED': {
          description:
            'The recipient’s account was closed; what was handed over already is not recalled.',
          target: 'failed',
        },
      },
    },
    sent: { description: 'The other side has accepted it. Final.' },
    failed: {
      description:
        'Failed or cancelled: listed for the user and the operator. A late RECEIVER.ACCEPTED still counts.',
      on: {
        'DELIVERY.REQUEUED': {
          description: 'An operator asked for another try.',
          target: 'pending',
          actions: ['clearAttempts', 'clearExpiredClaims'],
        },
      },
    },
  },
});
