/**
 * State machine of one mail in the outbox: pending, sending, sent or failed (docs/alerts.md, rule 10). Delivery is at least
 * once. Pure: the row in PostgreSQL decides which worker may write and when a mail is due; this decides the next state.
 * The server applies events with `transition`; jitter comes with the event.
 */
import { assign, setup } from 'xstate';

/** Four days at the shortest waits, about six on average: longer than a long weekend. */
export const maxAttempts = 400;
const maxRetrySeconds = 1_800;
/**
 * Expired claims in a row after which a mail, or a delivery to a channel, is presumed to kill its worker. With leases that double
 * it takes an hour: workers that die for another reason must not take it with them.
 */
export const maxExpiredClaims = 8;

export interface MailDeliveryInput {
  /** After this many attempts a temporary failure counts as permanent. */
  readonly maxAttempts: number;
}

export interface MailDeliveryContext extends MailDeliveryInput {
  /** Number of claims but for those the relay refused. The number of the last attempt is its fencing token. */
  readonly attempts: number;
  /** Claims in a row that expired without an outcome: their workers died. */
  readonly expiredClaims: number;
  /** Delay until the next attempt is due; null unless pending after a failure. */
  readonly retryAfterSeconds: number | null;
}

export type MailDeliveryEvent =
  | { type: 'MAIL.CLAIMED' }
  | { type: 'RELAY.ACCEPTED' }
  | {
      type: 'ATTEMPT.FAILED';
      attempt: number;
      /** Reply code to this mail's RCPT TO or DATA; null without one (connection lost, timeout, sender policy). */
      replyCode: number | null;
      /** Between 0 and 1; spreads the retries of many mails. */
      jitter: number;
    }
  | { type: 'ADDRESS.REJECTED'; attempt: number }
  | { type: 'RELAY.REFUSED'; attempt: number }
  | { type: 'MAIL.CANCELLED' }
  | { type: 'MAIL.REQUEUED' };

export const mailDeliveryMachine = setup({
  types: {
    context: {} as MailDeliveryContext,
    events: {} as MailDeliveryEvent,
    input: {} as MailDeliveryInput,
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    /** Its number may be used again: the worker that held it has reported, and no older one has it. */
    uncountAttempt: assign({ attempts: ({ context }) => context.attempts - 1 }),
    countExpiredClaim: assign({ expiredClaims: ({ context }) => context.expiredClaims + 1 }),
    clearExpiredClaims: assign({ expiredClaims: 0 }),
    clearAttempts: assign({ attempts: 0 }),
    /** 1, 2, 4… seconds up to half an hour, with jitter so that an outage does not end in a stampede. */
    backOff: assign({
      retryAfterSeconds: ({ context: { attempts } }, { jitter }: { jitter: number }) =>
        Math.min(maxRetrySeconds, 2 ** Math.min(attempts - 1, 16)) * (0.5 + jitter / 2),
    }),
    clearRetry: assign({ retryAfterSeconds: null }),
  },
  guards: {
    isStaleAttempt: ({ context }, { attempt }: { attempt: number }) => attempt !== context.attempts,
    isPermanent: (_, { replyCode }: { replyCode: number | null }) =>
      replyCode !== null && replyCode >= 500,
    isLastExpiry: ({ context }) => context.expiredClaims + 1 >= maxExpiredClaims,
    isExhausted: ({ context }) => context.attempts >= context.maxAttempts,
  },
}).createMachine({
  id: 'mailDelivery',
  description: 'One outbox mail, until a relay has accepted it or it has failed.',
  context: ({ input }) => ({
    maxAttempts: input.maxAttempts,
    attempts: 0,
    expiredClaims: 0,
    retryAfterSeconds: null,
  }),
  on: {
    'RELAY.ACCEPTED': {
      description:
        'The relay answered 250 to the whole mail: final, whichever attempt reports it and whatever the state.',
      target: '.sent',
    },
  },
  initial: 'pending',
  states: {
    pending: {
      description: 'Waits for a worker, after a failed attempt until its retry is due.',
      exit: 'clearRetry',
      on: {
        'MAIL.CLAIMED': {
          description: 'It was due, and a worker claimed it under a lease.',
          target: 'sending',
          actions: 'countAttempt',
        },
        'MAIL.CANCELLED': {
          description: 'The recipient’s account was closed.',
          target: 'failed',
        },
      },
    },
    sending: {
      description: 'Claimed by a worker for as long as it renews its lease.',
      on: {
        'MAIL.CLAIMED': [
          {
            description:
              'The eighth lease in a row expired: the mail is presumed to kill its worker.',
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
            description: 'Permanent failure: a retry would get the same answer.',
            guard: { type: 'isPermanent', params: ({ event }) => event },
            target: 'failed',
          },
          {
            description: 'Temporary failure, but no attempts are left.',
            guard: 'isExhausted',
            target: 'failed',
          },
          {
            description: 'Temporary failure, or no reply about the mail: retried later.',
            target: 'pending',
            actions: ['clearExpiredClaims', { type: 'backOff', params: ({ event }) => event }],
          },
        ],
        'RELAY.REFUSED': [
          {
            description: 'The lease was lost to another worker: the report is ignored.',
            guard: { type: 'isStaleAttempt', params: ({ event }) => event },
          },
          {
            description:
              'The relay refused us, not the mail: before it, by a policy in its answer to RCPT TO or DATA, or by not answering before it. Not an attempt of this mail.',
            target: 'pending',
            actions: ['uncountAttempt', 'clearExpiredClaims'],
          },
        ],
        'ADDRESS.REJECTED': [
          {
            description: 'The lease was lost to another worker: the report is ignored.',
            guard: { type: 'isStaleAttempt', params: ({ event }) => event },
          },
          {
            description:
              'The recipient is not one plain address: nothing was sent or ever will be.',
            target: 'failed',
          },
        ],
        'MAIL.CANCELLED': {
          description:
            'The recipient’s account was closed; a mail already handed over is not recalled.',
          target: 'failed',
        },
      },
    },
    sent: { description: 'A relay has accepted it. Final.' },
    failed: {
      description:
        'Failed or cancelled: listed for the user and the operator. A late RELAY.ACCEPTED still counts.',
      on: {
        'MAIL.REQUEUED': {
          description: 'An operator asked for another try.',
          target: 'pending',
          actions: ['clearAttempts', 'clearExpiredClaims'],
        },
      },
    },
  },
});

export type MailState = 'pending' | 'sending' | 'sent' | 'failed';
