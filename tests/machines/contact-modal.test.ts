/** The contact form machine: validation, sending, timeouts, and outcomes with the modal shown or hidden. */
import { describe } from 'vitest';
import { autoCloseMs, emptyDraft, sendTimeoutMs } from '#machines/contact-modal.machine.ts';
import { contactModal } from './models/contact-modal.ts';
import { playRows, playTimers, type Step } from './support/play.ts';

const lucia = { name: 'Lucía Prado', email: 'lucia@correo.example' };
const written = {
  ...emptyDraft,
  ...lucia,
  subject: 'No llega el aviso',
  message: 'Desde el martes.',
};
const openAs = (name: string): Step => ({ type: 'OPEN', sender: { ...lucia, name } });
const edit = (part: object): Step => ({ type: 'EDIT', part });
const trapped = { type: 'xstate.error.actor.sendMessage', error: { code: 'trapped' } };

const writing = ['open', 'write a message'];
const sending = [...writing, 'submit'];
const hidden = [...sending, 'close'];
const sent = [...sending, 'the message has gone'];
const failed = [...sending, 'the message has not gone'];

const draft = (part: object) => ({ context: { draft: { ...emptyDraft, ...part } } });
const unsent = { draft: written, isChecked: false };
const prepared = 'prepareSending';
const none = { effects: [prepared] };

describe('time', () => {
  playTimers(contactModal, [
    ['a message without an answer has failed', sending, sendTimeoutMs, 'sending.shown', 'failed'],
    [
      'counted from the submit, not from opening it again',
      [...hidden, 1_000, 'open'],
      sendTimeoutMs - 1_000,
      'sending.shown',
      'failed',
    ],
    ['a sent message closes the modal', sent, autoCloseMs, 'sent', 'closed'],
  ]);
});

describe('writing', () => {
  const invalid = [...writing, edit({ email: 'lucia' })];
  const checked = { context: { isChecked: true }, invoked: [] };
  const unchecked = { context: { isChecked: false } };
  playRows(contactModal, [
    [
      'opening it fetches what sending needs, and fills in who is signed in',
      [openAs('Lucía')],
      'open',
      { ...none, ...draft({ ...lucia, name: 'Lucía' }) },
    ],
    [
      'fills in empty fields once the profile loads',
      ['open', edit({ name: 'Lu' }), 'the profile loads'],
      'open',
      draft({ ...lucia, name: 'Lu' }),
    ],
    ['opening twice is opening once', [...writing, 'open'], 'open', { ...none, ...draft(written) }],
    ['keeps what was written', [...writing, 'close', openAs('Otra')], 'open', draft(written)],
    ['shows nothing as wrong before a submit', invalid, 'open', unchecked],
    ['shows what is wrong instead of sending it', [...invalid, 'submit'], 'open', checked],
  ]);
});

describe('clears what its author wrote when they sign out', () => {
  const cleared = { context: { draft: emptyDraft, isChecked: false, failure: null } };
  const before = { writing, closed: [...writing, 'close'], sending, hidden, sent, failed };
  playRows(
    contactModal,
    Object.entries(before).map(([state, steps]) => [
      state,
      [...steps, 'the user signs out'],
      'closed',
      { ...cleared, ...none },
    ]),
  );
});

describe('sending', () => {
  const once = { invoked: ['sendMessage'], inputs: { sendMessage: { draft: written } } };
  const busy = { ...once, is: { busy: true, open: true } };
  const announced = (what: string) => ({ effects: [prepared, what], is: { open: false } });
  playRows(contactModal, [
    ['happens once for many submits', [...sending, 'submit', 'submit'], 'sending.shown', busy],
    [
      'empties the fields',
      sent,
      'sent',
      { ...none, ...draft({}), is: { busy: false, open: true } },
    ],
    [
      'goes on while the modal is closed',
      [...hidden, 'submit', edit({ name: 'Nadie' }), 'close'],
      'sending.hidden',
      { ...once, ...draft(written), is: { busy: true, open: false } },
    ],
    [
      'tells a closed modal’s user that it was sent',
      [...hidden, 'the message has gone'],
      'closed',
      { ...announced('notifySent'), ...draft({}) },
    ],
    ['that it timed out', [...hidden, sendTimeoutMs], 'closed', announced('notifyFailed not-sent')],
    [
      'and leaves no banner for the next opening',
      [...hidden, 'the message has not gone', 'open'],
      'open',
      { context: { ...unsent, failure: null } },
    ],
    ['tells a modal opened again', [...hidden, 'open', 'the message has gone'], 'sent', none],
  ]);
});

describe('once it was sent', () => {
  playRows(contactModal, [
    [
      'a modal opened again within the three seconds stays open',
      [...sent, 1_000, 'close', 'open', autoCloseMs],
      'open',
    ],
    [
      'another message keeps it open',
      [...sent, edit({ subject: 'Otra cosa' }), autoCloseMs],
      'open',
      draft({ subject: 'Otra cosa' }),
    ],
  ]);
});

describe('when it was not sent', () => {
  const honest = edit({ honeypot: 'https://spam.example' });
  playRows(contactModal, [
    [
      'keeps every value, and stays open',
      [...failed, 10 * autoCloseMs],
      'failed',
      { ...none, is: { open: true }, context: { ...unsent, failure: 'not-sent' } },
    ],
    [
      'says that too many were sent',
      [...sending, 'too many messages'],
      'failed',
      { context: { failure: 'too-many' } },
    ],
    [
      'can be corrected and sent again',
      [...failed, edit({ message: 'Otra vez' }), 'submit'],
      'sending.shown',
      {
        context: { failure: null },
        invoked: ['sendMessage', 'sendMessage'],
        inputs: { sendMessage: { draft: { message: 'Otra vez' } } },
      },
    ],
    [
      'shows what has become wrong',
      [...failed, 'empty a field', 'submit'],
      'failed',
      { context: { isChecked: true }, invoked: ['sendMessage'] },
    ],
    [
      'empties the honeypot, which a password manager may have filled in',
      [...writing, honest, 'submit', trapped],
      'failed',
      draft(written),
    ],
  ]);
});
