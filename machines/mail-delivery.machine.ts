/**
 * State machine of one mail in the outbox: pending, sending, sent or failed (docs/alerts.md, rule 10). Delivery is at least
 * once. Pure: the row in PostgreSQL decides which worker may write and when a mail is due; this decides the next state.
 * The server applies events with `transition`; jitter comes with the event.
 */
import { assign, setup } from 'xstate';

/** About a day at the longest retry interval. */
export const maxAttempts = 60;
const maxRetrySeconds = 1_800;

export interface MailDeliveryInput {
  /** After this many attempts a temporary failure counts as permanent. */
  readonly maxAttempts: number;
}

export interface MailDeliveryContext extends MailDeliveryInput {
  /** Number of claims. The number of the last attempt is its fencing token. */
  readonly attempts: number;
  /** Delay until the next attempt is due; null unless pending after a failure. */
  readonly retryAfterSeconds: number | null;
}

export type MailDeliveryEvent =
  | { type: 'MAIL.CLAIMED' }
  | { type: 'RELAY.ACCEPTED' }
  | {
      type: 'ATTEMPT.FAILED';
      attempt: number;
      /** The relay's SMTP reply code; null without a reply (no connection, connection lost, timeout). */
      replyCode: number | null;
      /** Between 0 and 1; spreads the retries of many mails. */
      jitter: number;
    }
  | { type: 'ADDRESS.REJECTED'; attempt: number }
  | { type: 'MAIL.CANCELLED' };

export const mailDeliveryMachine = setup({
  types: {
    context: {} as MailDeliveryContext,
    events: {} as MailDeliveryEvent,
    input: {} as MailDeliveryInput,
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
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
    isExhausted: ({ context }) => context.attempts >= context.maxAttempts,
  },
}).createMachine({
  id: 'mailDelivery',
  description: 'One outbox mail, until a relay has accepted it or it has failed.',
  context: ({ input }) => ({
    maxAttempts: input.maxAttempts,
    attempts: 0,
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
        'MAIL.CLAIMED': {
          description:
            'The lease expired: the worker is presumed dead, and another one claimed it.',
          actions: 'countAttempt',
        },
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
            description: 'Temporary failure, no connection or no reply: retried later.',
            target: 'pending',
            actions: { type: 'backOff', params: ({ event }) => event },
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
        'Failed or cancelled: never retried, but listed for the user and the operator. A late RELAY.ACCEPTED still counts.',
    },
  },
});

export type MailState = 'pending' | 'sending' | 'sent' | 'failed';
