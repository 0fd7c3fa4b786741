import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

const failed = (attempt: number, replyCode: number | null) => ({
  type: 'ATTEMPT.FAILED',
  attempt,
  replyCode,
  jitter: 0.5,
});

export const mailDelivery: Model = {
  machine: machineOf('mailDelivery'),
  inputs: [{ maxAttempts: 2 }],
  samples: {
    'a sender claims it': { type: 'MAIL.CLAIMED' },
    'the relay accepts it': { type: 'RELAY.ACCEPTED' },
    'the first attempt is refused for now': failed(1, 451),
    'the first attempt gets no answer': failed(1, null),
    'the first attempt is refused for good': failed(1, 550),
    'the second attempt is refused for now': failed(2, 499),
    'the second attempt is refused for good': failed(2, 500),
    'the first sender cannot use the address': { type: 'ADDRESS.REJECTED', attempt: 1 },
    'the account is closed': { type: 'MAIL.CANCELLED' },
  },
  distinguishing: ({ attempts }) => attempts,
  isPossible: ({ value, context: { attempts } }, sample) => {
    // Senders may die without end; one more than may fail is as good as a thousand.
    if (sample === 'a sender claims it') return value !== 'sending' || attempts < 3;
    return sample !== 'the relay accepts it' || attempts > 0;
  },
  invariants: {
    'what was never claimed waits, or was withdrawn': ({ value, context }) =>
      context.attempts > 0 || value === 'pending' || value === 'failed',
    'what is in hand was claimed': ({ value, context }) =>
      value !== 'sending' || context.attempts > 0,
    'what waits after an attempt knows for how long, and nothing else does': ({ value, context }) =>
      (context.retryAfterSeconds !== null) === (value === 'pending' && context.attempts > 0),
    'what waits has attempts left': ({ value, context }) =>
      value !== 'pending' || context.attempts < context.maxAttempts,
  },
};
