/** Test model of onboarding. */
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

export const onboarding: Model = {
  machine: machineOf('onboarding'),
  inputs: [
    { matchId: null, hasThreshold: false },
    { matchId: 'm1', hasThreshold: false },
    { matchId: 'm1', hasThreshold: true },
    { matchId: null, hasThreshold: true },
  ],
  samples: {
    'choose a match': { type: 'MATCH.CHOSEN', matchId: 'm1' },
    'create the threshold': { type: 'THRESHOLD.CREATED' },
    'go back': { type: 'BACK' },
    'send the mail': { type: 'SEND' },
    'the mail arrived': { type: 'MAIL.RECEIVED' },
    'the mail is queued': { type: 'xstate.done.actor.sendTestMail' },
    'the mail is refused': { type: 'xstate.error.actor.sendTestMail', error: { message: 'spent' } },
    'the completion is saved': { type: 'xstate.done.actor.completeOnboarding' },
    'the completion is not saved': {
      type: 'xstate.error.actor.completeOnboarding',
      error: { message: 'offline' },
    },
  },
  nodeKeyOf: ({ matchId, hasThreshold }) => [matchId, hasThreshold],
  invariants: {
    'a threshold is created on a match': ({ value, context }) =>
      value !== 'creatingThreshold' || context.matchId !== null,
    'a test mail needs a threshold': (snapshot) =>
      !snapshot.matches('testingMail') || snapshot.context.hasThreshold,
    'no problem is shown while trying again': (snapshot) =>
      !snapshot.hasTag('busy') || snapshot.context.problem === null,
    'it ends once, at the end': ({ value, status }) => (value === 'done') === (status === 'done'),
  },
};
