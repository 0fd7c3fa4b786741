/** The password reset machine: one request per submit, errors, and clearing when closed. */
import { passwordReset } from './models/password-reset.ts';
import { playRows, type Step } from './support/play.ts';

const edit = (email: string): Step => ({ type: 'EDIT', email });
const typed = ['open', 'type an address'];
const sending = [...typed, 'submit'];
const refused = [...sending, 'the address is unknown'];
const context = (email: string, code: string | null = null) => ({ context: { email, code } });
const ana = 'ana@correo.example';
const unknown = 'auth/user-not-found';
const nothing = { ...context(''), effects: [] };
const trimmed = { invoked: ['sendReset'], inputs: { sendReset: { email: ana } } };

playRows(passwordReset, [
  [
    'needs an address',
    ['open', edit('  '), 'submit'],
    'editing',
    { ...context('  ', 'missing-email'), invoked: [] },
  ],
  ['says so until one is typed', ['open', 'submit', edit('a')], 'editing', context('a')],
  [
    'makes one request, with the address trimmed',
    ['open', edit(` ${ana} `), 'submit', 'submit'],
    'sending',
    trimmed,
  ],
  [
    'can be repeated',
    [...sending, 'the mail is sent', 'submit'],
    'sending',
    { invoked: ['sendReset', 'sendReset'] },
  ],
  [
    'also for another address',
    [...sending, 'the mail is sent', edit('otra@correo.example')],
    'editing',
    context('otra@correo.example'),
  ],
  [
    'refused, keeps the address and says why',
    refused,
    'editing',
    { ...context(ana, unknown), effects: [`resetFailed ${unknown}`] },
  ],
  ['says so until it is submitted again', [...refused, 'submit'], 'sending', context(ana)],
  ['closed, is empty', [...typed, 'close'], 'closed', nothing],
  ['also while it is sent', [...sending, 'close', 'the mail is sent'], 'closed', nothing],
  ['also once it was sent', [...sending, 'the mail is sent', 'close'], 'closed', nothing],
]);
