/**
 * The life of one mail in the outbox (alerts.md, rule 10): sent at least once, and once unless a sender dies with it in
 * hand. Pure: who may write is decided by the row in PostgreSQL, what is written by this. The server folds what happened
 * over it with `transition`; chance enters with the event, and whether a mail is due is the row's to say.
 */
import { assign, setup } from 'xstate';

/** About a day, at the slowest pace. */
export const maxAttempts = 60;
const slowestRetrySeconds = 1_800;

export interface MailDeliveryInput {
  /** After this many attempts a refusal for now counts as one for good. */
  readonly maxAttempts: number;
}

export interface MailDeliveryContext extends MailDeliveryInput {
  /** How often it was claimed; the last attempt's number is what its holder shows to be heard. */
  readonly attempts: number;
  /** How long it waits until it is due again; null unless it waits. */
  readonly retryAfterSeconds: number | null;
}

export type MailDeliveryEvent =
  | { type: 'CLAIMED' }
  | { type: 'RELAY.ACCEPTED' }
  | {
      type: 'ATTEMPT.FAILED';
      attempt: number;
      /** The relay's SMTP reply code; null when none came: no connection, a cut one, silence. */
      replyCode: number | null;
      /** Between 0 and 1; spreads the retries of many mails. */
      jitter: number;
    }
  | { type: 'ADDRESS.UNUSABLE'; attempt: number }
  | { type: 'WITHDRAWN' };

export const mailDeliveryMachine = setup({
  types: {
    context: {} as MailDeliveryContext,
    events: {} as MailDeliveryEvent,
    input: {} as MailDeliveryInput,
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    /** 1, 2, 4… seconds up to half an hour, spread so that an outage does not end in a stampede. */
    backOff: assign({
      retryAfterSeconds: ({ context: { attempts } }, { jitter }: { jitter: number }) =>
        Math.min(slowestRetrySeconds, 2 ** Math.min(attempts - 1, 16)) * (0.5 + jitter / 2),
    }),
    forgetWait: assign({ retryAfterSeconds: null }),
  },
  guards: {
    isLate: ({ context }, { attempt }: { attempt: number }) => attempt !== context.attempts,
    isPermanent: (_, { replyCode }: { replyCode: number | null }) =>
      replyCode !== null && replyCode >= 500,
    isExhausted: ({ context }) => context.attempts >= context.maxAttempts,
  },
}).createMachine({
  id: 'mailDelivery',
  description: 'From the outbox to a relay that has accepted it, or to being given up.',
  context: ({ input }) => ({
    maxAttempts: input.maxAttempts,
    attempts: 0,
    retryAfterSeconds: null,
  }),
  on: {
    'RELAY.ACCEPTED': {
      description:
        'The relay answered 250 to the whole mail: true whoever heard it and whatever was written meanwhile.',
      target: '.sent',
    },
  },
  initial: 'pending',
  states: {
    pending: {
      description: 'Waits for a sender, after a failed attempt until its retry is due.',
      exit: 'forgetWait',
      on: {
        CLAIMED: {
          description: 'It was due, and a sender took it under a lease.',
          target: 'sending',
          actions: 'countAttempt',
        },
        WITHDRAWN: {
          description: 'Its reader’s account was closed.',
          target: 'failed',
        },
      },
    },
    sending: {
      description: 'In the hands of a sender for as long as it renews its lease.',
      on: {
        CLAIMED: {
          description: 'The lease ended: its holder is taken for dead, and another sender took it.',
          actions: 'countAttempt',
        },
        'ATTEMPT.FAILED': [
          {
            description: 'Its lease was lost to another sender: too late to be heard.',
            guard: { type: 'isLate', params: ({ event }) => event },
          },
          {
            description: 'Refused for good: asking again would bring the same answer.',
            guard: { type: 'isPermanent', params: ({ event }) => event },
            target: 'failed',
          },
          {
            description: 'Refused for now, but too often.',
            guard: 'isExhausted',
            target: 'failed',
          },
          {
            description: 'Refused for now, no connection, or no answer: later again.',
            target: 'pending',
            actions: { type: 'backOff', params: ({ event }) => event },
          },
        ],
        'ADDRESS.UNUSABLE': [
          {
            description: 'Its lease was lost to another sender: too late to be heard.',
            guard: { type: 'isLate', params: ({ event }) => event },
          },
          {
            description: 'Not one plain address: nothing was sent, nothing ever will be.',
            target: 'failed',
          },
        ],
        WITHDRAWN: {
          description: 'Its reader’s account was closed; what just left is not taken back.',
          target: 'failed',
        },
      },
    },
    sent: { description: 'A relay has it. Nothing changes that.' },
    failed: {
      description:
        'Given up or withdrawn: never tried again, kept for its reader and an operator to see.',
    },
  },
});

export type MailState = 'pending' | 'sending' | 'sent' | 'failed';
