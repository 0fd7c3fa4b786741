/** Writing to support: the modal, the message on its way, and what becomes of it when the modal is closed meanwhile (specification, section 4). */
import { assign, fromPromise, setup, stateIn } from 'xstate';

/** “The modal closes itself after 3 seconds.” */
export const autoCloseMs = 3_000;
/** Without an answer for this long, the message counts as not sent. */
export const sendPatienceMs = 30_000;

/** What the form holds; the fields but the last are the domain's `ContactMessage`. */
export interface ContactDraft {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly priority: 'low' | 'medium' | 'high' | 'urgent';
  readonly message: string;
  /** A field no person sees: only a program fills it in. */
  readonly trap: string;
}

/** Who is signed in. */
export type ContactSender = Pick<ContactDraft, 'name' | 'email'>;

/** Why the last message was not sent; the service's own reasons are not told apart. */
export type ContactFailure = 'not-sent' | 'too-many';

export interface ContactModalContext {
  readonly draft: ContactDraft;
  /** A submit found the draft unfit: what is wrong with it may be shown. */
  readonly isChecked: boolean;
  readonly failure: ContactFailure | null;
}

export type ContactModalEvent =
  | { type: 'OPEN'; sender?: ContactSender }
  | { type: 'SENDER_KNOWN'; sender: ContactSender }
  | { type: 'CLOSE' }
  | { type: 'EDIT'; part: Partial<ContactDraft> }
  | { type: 'SUBMIT' }
  | { type: 'FORGET' };

export const emptyDraft: ContactDraft = {
  name: '',
  email: '',
  subject: '',
  priority: 'medium',
  message: '',
  trap: '',
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
    /** Resolves once the mail service has taken the message. */
    sendMessage: fromPromise<void, { draft: ContactDraft }>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  actions: {
    /** Fetches what sending needs while the message is being written. */
    prepareSending: () => {},
    /** Tells the outcome to someone who no longer sees the modal. */
    tellSent: () => {},
    tellFailed: (_, _params: { failure: ContactFailure }) => {},
    introduceSender: assign({
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
    forgetDraft: assign({ draft: emptyDraft }),
    // What filled it may have been a password manager; the next attempt is the person's own.
    emptyTrap: assign({ draft: ({ context }) => ({ ...context.draft, trap: '' }) }),
    showProblems: assign({ isChecked: true }),
    hideProblems: assign({ isChecked: false }),
    setFailure: assign({ failure: (_, params: { failure: ContactFailure }) => params.failure }),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    /** The rules of the form are the domain's, provided in src/app. */
    isFit: (_, _params: { draft: ContactDraft }) => true,
    isHidden: stateIn({ sending: 'hidden' }),
  },
  delays: { autoClose: autoCloseMs, sendPatience: sendPatienceMs },
}).createMachine({
  id: 'contactModal',
  description:
    'The contact form of the help centre, from opening it to the outcome of its message.',
  context: { draft: emptyDraft, isChecked: false, failure: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'Nothing shows. What was written and not sent is kept.',
      entry: ['hideProblems', 'clearFailure'],
      on: {
        OPEN: {
          target: 'open',
          actions: { type: 'introduceSender', params: ({ event }) => event.sender },
        },
        FORGET: {
          description: 'Who wrote it has signed out: the next person must not read it.',
          actions: 'forgetDraft',
        },
      },
    },
    open: {
      description: 'The message is being written.',
      tags: ['open'],
      entry: 'prepareSending',
      on: {
        CLOSE: 'closed',
        SENDER_KNOWN: {
          description: 'Who is writing has become known meanwhile: what is empty is filled in.',
          actions: { type: 'introduceSender', params: ({ event }) => event.sender },
        },
        EDIT: {
          actions: { type: 'editDraft', params: ({ event }) => ({ part: event.part }) },
        },
        SUBMIT: [
          {
            description: 'Complete: on its way.',
            guard: { type: 'isFit', params: ({ context }) => ({ draft: context.draft }) },
            target: 'sending',
          },
          { description: 'Something is missing: shown beside its field.', actions: 'showProblems' },
        ],
      },
    },
    sending: {
      description:
        'The message is on its way and cannot be called back. A second submit is nothing, and nothing can be edited.',
      tags: ['busy'],
      entry: ['hideProblems', 'clearFailure'],
      initial: 'shown',
      invoke: {
        id: 'sendMessage',
        src: 'sendMessage',
        input: ({ context }) => ({ draft: context.draft }),
        onDone: [
          {
            description: 'Nobody is looking: a toast says that it has gone.',
            guard: 'isHidden',
            target: 'closed',
            actions: ['forgetDraft', 'tellSent'],
          },
          {
            description: 'The modal says that it has gone.',
            target: 'sent',
            actions: 'forgetDraft',
          },
        ],
        onError: [
          {
            description: 'Nobody is looking: a toast says that it has not gone.',
            guard: 'isHidden',
            target: 'closed',
            actions: [
              'emptyTrap',
              { type: 'tellFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            ],
          },
          {
            description: 'The modal says that it has not gone, and why.',
            target: 'failed',
            actions: [
              'emptyTrap',
              { type: 'setFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            ],
          },
        ],
      },
      after: {
        sendPatience: [
          {
            description: 'No answer, and nobody is looking: a toast counts it as not sent.',
            guard: 'isHidden',
            target: 'closed',
            actions: { type: 'tellFailed', params: { failure: 'not-sent' } },
          },
          {
            description: 'No answer: counts as not sent.',
            target: 'failed',
            actions: { type: 'setFailure', params: { failure: 'not-sent' } },
          },
        ],
      },
      states: {
        shown: {
          description: 'The modal waits with the person.',
          tags: ['open'],
          on: { CLOSE: 'hidden' },
        },
        hidden: {
          description: 'The modal was closed; a toast will tell the outcome.',
          on: { OPEN: 'shown' },
        },
      },
    },
    sent: {
      description: 'The message has gone and the fields are empty; the modal closes itself.',
      tags: ['open'],
      after: {
        autoClose: { description: 'Three seconds have been enough to read it.', target: 'closed' },
      },
      on: {
        CLOSE: 'closed',
        OPEN: {
          target: 'open',
          actions: { type: 'introduceSender', params: ({ event }) => event.sender },
        },
        EDIT: {
          description: 'Another message is begun: the modal stays.',
          target: 'open',
          actions: { type: 'editDraft', params: ({ event }) => ({ part: event.part }) },
        },
      },
    },
    failed: {
      description: 'The message has not gone; every value is kept for another try.',
      tags: ['open'],
      on: {
        CLOSE: 'closed',
        EDIT: {
          actions: { type: 'editDraft', params: ({ event }) => ({ part: event.part }) },
        },
        SUBMIT: [
          {
            description: 'Complete: on its way.',
            guard: { type: 'isFit', params: ({ context }) => ({ draft: context.draft }) },
            target: 'sending',
          },
          { description: 'Something is missing: shown beside its field.', actions: 'showProblems' },
        ],
      },
    },
  },
});
