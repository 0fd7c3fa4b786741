/** State machine of the support contact form: the modal, sending the message, and its outcome also when the modal is closed meanwhile. */
import { assign, fromPromise, setup, stateIn } from 'xstate';

/** “The modal closes itself after 3 seconds.” */
export const autoCloseMs = 3_000;
/** Timeout of the mail service; then the message counts as not sent. */
export const sendTimeoutMs = 30_000;

/** The form's fields; all but the last are the domain's `ContactMessage`. */
export interface ContactDraft {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly priority: 'low' | 'medium' | 'high' | 'urgent';
  readonly message: string;
  /** Hidden field that only bots fill in. */
  readonly honeypot: string;
}

/** Who is signed in. */
export type ContactSender = Pick<ContactDraft, 'name' | 'email'>;

/** Why the last message was not sent; the service's own error codes are not distinguished. */
export type ContactFailure = 'not-sent' | 'too-many';

export interface ContactModalContext {
  readonly draft: ContactDraft;
  /** A submit failed validation: field errors may be shown. */
  readonly isChecked: boolean;
  readonly failure: ContactFailure | null;
}

export type ContactModalEvent =
  | { type: 'OPEN'; sender?: ContactSender }
  | { type: 'SENDER.IDENTIFIED'; sender: ContactSender }
  | { type: 'CLOSE' }
  | { type: 'EDIT'; part: Partial<ContactDraft> }
  | { type: 'SUBMIT' }
  | { type: 'RESET' };

export const emptyDraft: ContactDraft = {
  name: '',
  email: '',
  subject: '',
  priority: 'medium',
  message: '',
  honeypot: '',
};

const failureOf = (error: unknown): ContactFailure =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'too-many'
    ? 'too-many'
    : 'not-sent';

export const contactModalMachine = setup({
  types: {
    context: {} as ContactModalContext,
    events: {} as ContactModalEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    /** Resolves once the mail service has accepted the message. */
    sendMessage: fromPromise<void, { draft: ContactDraft }>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  actions: {
    /** Preloads the mail SDK while the message is being written. */
    prepareSending: () => {},
    /** Toasts with the outcome, for a user who has closed the modal. */
    notifySent: () => {},
    notifyFailed: (_, _params: { failure: ContactFailure }) => {},
    prefillSender: assign({
      draft: ({ context }, params: ContactSender | undefined) => ({
        ...context.draft,
        name: context.draft.name || (params?.name ?? ''),
        email: context.draft.email || (params?.email ?? ''),
      }),
    }),
    editDraft: assign({
      draft: ({ context }, params: { part: Partial<ContactDraft> }) => ({
        ...context.draft,
        ...params.part,
      }),
    }),
    clearDraft: assign({ draft: emptyDraft }),
    // A password manager may have filled it in; the next attempt starts clean.
    clearHoneypot: assign({ draft: ({ context }) => ({ ...context.draft, honeypot: '' }) }),
    showProblems: assign({ isChecked: true }),
    hideProblems: assign({ isChecked: false }),
    setFailure: assign({ failure: (_, params: { failure: ContactFailure }) => params.failure }),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    /** The domain's validation rules, provided in src/app. */
    isValid: (_, _params: { draft: ContactDraft }) => true,
    isHidden: stateIn({ sending: 'hidden' }),
  },
  delays: { autoClose: autoCloseMs, sendTimeout: sendTimeoutMs },
}).createMachine({
  id: 'contactModal',
  description:
    'The contact form of the help centre, from opening it to the outcome of its message.',
  context: { draft: emptyDraft, isChecked: false, failure: null },
  initial: 'closed',
  on: {
    RESET: {
      description:
        'The author has signed out: the next user must not see the draft, nor learn what becomes of a message being sent.',
      target: '.closed',
      actions: 'clearDraft',
    },
  },
  states: {
    closed: {
      description: 'The modal is not shown. An unsent draft is preserved.',
      entry: ['hideProblems', 'clearFailure'],
      on: {
        OPEN: {
          target: 'open',
          actions: { type: 'prefillSender', params: ({ event }) => event.sender },
        },
      },
    },
    open: {
      description: 'The message is being written.',
      tags: ['open'],
      entry: 'prepareSending',
      on: {
        CLOSE: 'closed',
        'SENDER.IDENTIFIED': {
          description: 'The profile has loaded meanwhile: empty fields are filled in.',
          actions: { type: 'prefillSender', params: ({ event }) => event.sender },
        },
        EDIT: {
          actions: { type: 'editDraft', params: ({ event }) => ({ part: event.part }) },
        },
        SUBMIT: [
          {
            description: 'Valid: sent.',
            guard: { type: 'isValid', params: ({ context }) => ({ draft: context.draft }) },
            target: 'sending',
          },
          {
            description: 'Invalid: errors are shown beside their fields.',
            actions: 'showProblems',
          },
        ],
      },
    },
    sending: {
      description:
        'The message is being sent and cannot be recalled. Submits and edits are ignored.',
      tags: ['busy'],
      entry: ['hideProblems', 'clearFailure'],
      initial: 'shown',
      invoke: {
        id: 'sendMessage',
        src: 'sendMessage',
        input: ({ context }) => ({ draft: context.draft }),
        onDone: [
          {
            description: 'The modal is closed: a toast confirms that it was sent.',
            guard: 'isHidden',
            target: 'closed',
            actions: ['clearDraft', 'notifySent'],
          },
          {
            description: 'The modal shows the success banner.',
            target: 'sent',
            actions: 'clearDraft',
          },
        ],
        onError: [
          {
            description: 'The modal is closed: a toast says that it was not sent.',
            guard: 'isHidden',
            target: 'closed',
            actions: [
              'clearHoneypot',
              {
                type: 'notifyFailed',
                params: ({ event }) => ({ failure: failureOf(event.error) }),
              },
            ],
          },
          {
            description: 'The modal shows the error banner.',
            target: 'failed',
            actions: [
              'clearHoneypot',
              { type: 'setFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            ],
          },
        ],
      },
      after: {
        sendTimeout: [
          {
            description: 'Timed out while the modal is closed: a toast says that it was not sent.',
            guard: 'isHidden',
            target: 'closed',
            actions: { type: 'notifyFailed', params: { failure: 'not-sent' } },
          },
          {
            description: 'Timed out: counts as not sent.',
            target: 'failed',
            actions: { type: 'setFailure', params: { failure: 'not-sent' } },
          },
        ],
      },
      states: {
        shown: {
          description: 'The modal shows the progress.',
          tags: ['open'],
          on: { CLOSE: 'hidden' },
        },
        hidden: {
          description: 'The modal was closed; a toast will show the outcome.',
          on: { OPEN: 'shown' },
        },
      },
    },
    sent: {
      description: 'The message was sent and the fields are empty; the modal closes itself.',
      tags: ['open'],
      after: {
        autoClose: {
          description: 'The success banner was shown for three seconds.',
          target: 'closed',
        },
      },
      on: {
        CLOSE: 'closed',
        OPEN: {
          target: 'open',
          actions: { type: 'prefillSender', params: ({ event }) => event.sender },
        },
        EDIT: {
          description: 'The user starts another message: the modal stays open.',
          target: 'open',
          actions: { type: 'editDraft', params: ({ event }) => ({ part: event.part }) },
        },
      },
    },
    failed: {
      description: 'The message was not sent; every field keeps its value for another attempt.',
      tags: ['open'],
      on: {
        CLOSE: 'closed',
        EDIT: {
          actions: { type: 'editDraft', params: ({ event }) => ({ part: event.part }) },
        },
        SUBMIT: [
          {
            description: 'Valid: sent.',
            guard: { type: 'isValid', params: ({ context }) => ({ draft: context.draft }) },
            target: 'sending',
          },
          {
            description: 'Invalid: errors are shown beside their fields.',
            actions: 'showProblems',
          },
        ],
      },
    },
  },
});
