/** Test model of mailDelivery. */
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
    'a worker claims it': { type: 'MAIL.CLAIMED' },
    'the relay accepts it': { type: 'RELAY.ACCEPTED' },
    'the first attempt fails temporarily': failed(1, 451),
    'the first attempt gets no reply': failed(1, null),
    'the first attempt fails permanently': failed(1, 550),
    'the second attempt fails temporarily': failed(2, 499),
    'the second attempt fails permanently': failed(2, 500),
    'the first attempt finds an invalid address': { type: 'ADDRESS.REJECTED', attempt: 1 },
    'the account is closed': { type: 'MAIL.CANCELLED' },
  },
  distinguishing: ({ attempts }) => attempts,
  isPossible: ({ value, context: { attempts } }, sample) => {
    // Leases may expire without end; one more than the maximum stands for all.
    if (sample === 'a worker claims it') return value !== 'sending' || attempts < 3;
    return sample !== 'the relay accepts it' || attempts > 0;
  },
  invariants: {
    'a mail never claimed is pending or was cancelled': ({ value, context }) =>
      context.attempts > 0 || value === 'pending' || value === 'failed',
    'a mail being sent was claimed': ({ value, context }) =>
      value !== 'sending' || context.attempts > 0,
    'exactly a mail pending after an attempt has a retry delay': ({ value, context }) =>
      (context.retryAfterSeconds !== null) === (value === 'pending' && context.attempts > 0),
    'a pending mail has attempts left': ({ value, context }) =>
      value !== 'pending' || context.attempts < context.maxAttempts,
  },
};
