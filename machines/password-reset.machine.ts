/** State machine of the password reset form, a sub-view of /login. Closing it clears message and address. */
import { assign, fromPromise, setup } from 'xstate';

export type PasswordResetEvent =
  | { type: 'OPEN' }
  | { type: 'CLOSE' }
  | { type: 'EDIT'; email: string }
  | { type: 'SUBMIT' };

interface PasswordResetContext {
  readonly email: string;
  /** Provider code such as `auth/user-not-found`; `missing-email` when the field was empty. */
  readonly code: string | null;
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown';

export const passwordResetMachine = setup({
  types: {
    context: {} as PasswordResetContext,
    events: {} as PasswordResetEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    sendReset: fromPromise<void, { email: string }>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  actions: {
    setEmail: assign({ email: (_, params: { email: string }) => params.email }),
    setCode: assign({ code: (_, params: { code: string }) => params.code }),
    clearCode: assign({ code: null }),
    clearForm: assign({ email: '', code: null }),
    resetFailed: (_, _params: { code: string }) => {},
  },
  guards: {
    isEmpty: ({ context }) => context.email.trim() === '',
  },
}).createMachine({
  id: 'passwordReset',
  description: 'Sends a password-reset mail from a sub-view of the sign-in screen.',
  context: { email: '', code: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'The sign-in form is shown.',
      entry: 'clearForm',
      on: { OPEN: 'editing' },
    },
    editing: {
      description: 'The address is being typed.',
      tags: ['open'],
      on: {
        CLOSE: 'closed',
        EDIT: {
          actions: [
            { type: 'setEmail', params: ({ event }) => ({ email: event.email }) },
            'clearCode',
          ],
        },
        SUBMIT: [
          {
            description: 'No address was entered.',
            guard: 'isEmpty',
            actions: { type: 'setCode', params: { code: 'missing-email' } },
          },
          { description: 'An address was entered.', target: 'sending' },
        ],
      },
    },
    sending: {
      description: 'The request to the identity service is pending. Further submits are ignored.',
      tags: ['open', 'busy'],
      entry: 'clearCode',
      on: { CLOSE: 'closed' },
      invoke: {
        id: 'sendReset',
        src: 'sendReset',
        input: ({ context }) => ({ email: context.email.trim() }),
        onDone: 'sent',
        onError: {
          description: 'Refused or unreachable: the field shows why and keeps the address.',
          target: 'editing',
          actions: [
            { type: 'setCode', params: ({ event }) => ({ code: codeOf(event.error) }) },
            { type: 'resetFailed', params: ({ event }) => ({ code: codeOf(event.error) }) },
          ],
        },
      },
    },
    sent: {
      description: 'The reset mail was sent.',
      tags: ['open'],
      on: {
        CLOSE: 'closed',
        EDIT: {
          target: 'editing',
          actions: { type: 'setEmail', params: ({ event }) => ({ email: event.email }) },
        },
        SUBMIT: 'sending',
      },
    },
  },
});
