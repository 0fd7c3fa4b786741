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
    'draw the line': { type: 'THRESHOLD.CREATED' },
    'go back': { type: 'BACK' },
    'send the mail': { type: 'SEND' },
    'the mail came': { type: 'MAIL.RECEIVED' },
    'the mail is queued': { type: 'xstate.done.actor.sendTestMail' },
    'the mail is refused': { type: 'xstate.error.actor.sendTestMail', error: { message: 'spent' } },
    'the end is kept': { type: 'xstate.done.actor.completeOnboarding' },
    'the end is not kept': {
      type: 'xstate.error.actor.completeOnboarding',
      error: { message: 'offline' },
    },
  },
  distinguishing: ({ matchId, hasThreshold }) => [matchId, hasThreshold],
  invariants: {
    'a line is drawn on a match': ({ value, context }) =>
      value !== 'creatingThreshold' || context.matchId !== null,
    'a test mail needs a line': (snapshot) =>
      !snapshot.matches('testingMail') || snapshot.context.hasThreshold,
    'no problem is shown while trying again': (snapshot) =>
      !snapshot.hasTag('busy') || snapshot.context.problem === null,
    'it ends once, at the end': ({ value, status }) => (value === 'done') === (status === 'done'),
  },
};
