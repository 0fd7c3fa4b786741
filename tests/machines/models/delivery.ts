/** Test model of delivery. */
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

const failed = (attempt: number, { isOutlived = false, retryAfterSeconds = 0 } = {}) => ({
  type: 'ATTEMPT.FAILED',
  attempt,
  retryAfterSeconds,
  isOutlived,
  jitter: 0.5,
});

export const delivery: Model = {
  machine: machineOf('delivery'),
  inputs: [{ maxAttempts: 2 }],
  samples: {
    'a worker claims it': { type: 'DELIVERY.CLAIMED' },
    'the receiver accepts it': { type: 'RECEIVER.ACCEPTED' },
    'the first attempt fails': failed(1),
    'the first attempt is asked to wait': failed(1, { retryAfterSeconds: 90 }),
    'the first attempt fails when the message is too old': failed(1, { isOutlived: true }),
    'the second attempt fails': failed(2),
    'the first attempt is refused': { type: 'RECEIVER.REFUSED', attempt: 1 },
    'the second attempt is refused': { type: 'RECEIVER.REFUSED', attempt: 2 },
    'we are refused at the first attempt': { type: 'SENDER.REFUSED', attempt: 1 },
    'we are refused at the second attempt': { type: 'SENDER.REFUSED', attempt: 2 },
    'the account is closed': { type: 'DELIVERY.CANCELLED' },
    'an operator asks for another try': { type: 'DELIVERY.REQUEUED' },
  },
  nodeKeyOf: ({ attempts, expiredClaims }) => `${attempts}/${expiredClaims}`,
  isPossible: ({ context: { attempts } }, sample) =>
    sample !== 'the receiver accepts it' || attempts > 0,
  invariants: {
    'a delivery never claimed is pending or was cancelled': ({ value, context }) =>
      context.attempts > 0 || value === 'pending' || value === 'failed',
    'a delivery being sent was claimed': ({ value, context }) =>
      value !== 'sending' || context.attempts > 0,
    'only a delivery pending after an attempt has a retry delay': ({ value, context }) =>
      context.retryAfterSeconds === null || (value === 'pending' && context.attempts > 0),
    'a delivery whose claims expired is being sent or final': ({ value, context }) =>
      context.expiredClaims === 0 || value !== 'pending',
    'eight expired claims are final': ({ value, context }) =>
      context.expiredClaims < 8 || value === 'failed' || value === 'sent',
    'a pending delivery has attempts left': ({ value, context }) =>
      value !== 'pending' || context.attempts < context.maxAttempts,
  },
};
