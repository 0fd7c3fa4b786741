/** Test model of passwordReset. */
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

export const passwordReset: Model = {
  machine: machineOf('passwordReset'),
  inputs: [undefined],
  samples: {
    open: { type: 'OPEN' },
    close: { type: 'CLOSE' },
    'type an address': { type: 'EDIT', email: 'ana@correo.example' },
    'empty the field': { type: 'EDIT', email: ' ' },
    submit: { type: 'SUBMIT' },
    'the mail is sent': { type: 'xstate.done.actor.sendReset' },
    'the address is unknown': {
      type: 'xstate.error.actor.sendReset',
      error: { message: 'no', code: 'auth/user-not-found' },
    },
  },
  nodeKeyOf: ({ email }) => email.trim() === '',
  invariants: {
    'closed, message and address are cleared': ({ value, context }) =>
      value !== 'closed' || (context.email === '' && context.code === null),
    'no error is shown while sending, nor once the mail was sent': ({ value, context }) =>
      (value !== 'sending' && value !== 'sent') || context.code === null,
    'what is being sent has an address': ({ value, context }) =>
      value !== 'sending' || context.email.trim() !== '',
    'it is open unless it is closed, and busy only while sending': (snapshot) =>
      snapshot.hasTag('open') === (snapshot.value !== 'closed') &&
      snapshot.hasTag('busy') === (snapshot.value === 'sending'),
  },
};
