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
    'the relay refuses us at the first attempt': { type: 'RELAY.REFUSED', attempt: 1 },
    'the relay refuses us at the second attempt': { type: 'RELAY.REFUSED', attempt: 2 },
    'the account is closed': { type: 'MAIL.CANCELLED' },
    'an operator asks for another try': { type: 'MAIL.REQUEUED' },
  },
  nodeKeyOf: ({ attempts, expiredClaims }) => `${attempts}/${expiredClaims}`,
  isPossible: ({ context: { attempts } }, sample) =>
    sample !== 'the relay accepts it' || attempts > 0,
  invariants: {
    'a mail never claimed is pending or was cancelled': ({ value, context }) =>
      context.attempts > 0 || value === 'pending' || value === 'failed',
    'a mail being sent was claimed': ({ value, context }) =>
      value !== 'sending' || context.attempts > 0,
    'only a mail pending after an attempt has a retry delay': ({ value, context }) =>
      context.retryAfterSeconds === null || (value === 'pending' && context.attempts > 0),
    'a mail whose claims expired is being sent or final': ({ value, context }) =>
      context.expiredClaims === 0 || value !== 'pending',
    'eight expired claims are final': ({ value, context }) =>
      context.expiredClaims < 8 || value === 'failed' || value === 'sent',
    'a pending mail has attempts left': ({ value, context }) =>
      value !== 'pending' || context.attempts < context.maxAttempts,
  },
};
