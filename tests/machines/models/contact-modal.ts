/** Test model of contactModal. */
import { contactProblems } from '#domain/contact.ts';
import { emptyDraft } from '#machines/contact-modal.machine.ts';
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

const written = {
  name: 'Lucía Prado',
  email: 'lucia@correo.example',
  subject: 'No llega el aviso',
  message: 'Desde el martes.',
};
const isValid = (draft: typeof emptyDraft): boolean =>
  Object.keys(contactProblems(draft)).length === 0;

export const contactModal: Model = {
  machine: machineOf('contactModal'),
  inputs: [undefined],
  samples: {
    open: { type: 'OPEN' },
    'the profile loads': {
      type: 'SENDER.IDENTIFIED',
      sender: { name: written.name, email: written.email },
    },
    close: { type: 'CLOSE' },
    'write a message': { type: 'EDIT', part: written },
    'empty a field': { type: 'EDIT', part: { message: ' ' } },
    submit: { type: 'SUBMIT' },
    'the user signs out': { type: 'RESET' },
    'the message has gone': { type: 'xstate.done.actor.sendMessage' },
    'the message has not gone': {
      type: 'xstate.error.actor.sendMessage',
      error: { message: 'no', code: 'not-sent' },
    },
    'too many messages': {
      type: 'xstate.error.actor.sendMessage',
      error: { message: 'no', code: 'too-many' },
    },
  },
  nodeKeyOf: ({ draft }) => isValid(draft),
  invariants: {
    'a message being sent is valid': (snapshot) =>
      !snapshot.matches('sending') || isValid(snapshot.context.draft),
    'a sent message is no longer in the form': ({ value, context }) =>
      value !== 'sent' || JSON.stringify(context.draft) === JSON.stringify(emptyDraft),
    'a failure is set only in the failed state': ({ value, context }) =>
      (context.failure !== null) === (value === 'failed'),
    'validation errors are shown only while writing': ({ value, context }) =>
      !context.isChecked || value === 'open' || value === 'failed',
    'busy means sending, open means the modal is visible': (snapshot) =>
      snapshot.hasTag('busy') === snapshot.matches('sending') &&
      snapshot.hasTag('open') !==
        (snapshot.value === 'closed' || snapshot.matches({ sending: 'hidden' })),
  },
};
