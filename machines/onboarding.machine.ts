/**
 * State machine of the three onboarding steps: choose a match, create a threshold, receive a test mail. Each step is saved
 * on the server when it is done, so a later session resumes there; leaving is possible at any time.
 */
import { assign, fromPromise, setup } from 'xstate';

/** What is already done, read from the server when the page opens. */
export interface OnboardingInput {
  /** A watched match, to create the threshold on; null = none yet. */
  readonly matchId: string | null;
  readonly hasThreshold: boolean;
}

export interface OnboardingContext extends OnboardingInput {
  /** Error of the last mail or the last step; null when it succeeded. */
  readonly problem: string | null;
}

export type OnboardingEvent =
  | { type: 'MATCH.CHOSEN'; matchId: string }
  | { type: 'THRESHOLD.CREATED' }
  | { type: 'BACK' }
  | { type: 'SEND' }
  | { type: 'MAIL.RECEIVED' };

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : 'unknown';

export const onboardingMachine = setup({
  types: {
    context: {} as OnboardingContext,
    input: {} as OnboardingInput,
    events: {} as OnboardingEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** Resolves once the test mail is queued. */
    sendTestMail: fromPromise<void>(() => Promise.reject(new Error('not provided'))),
    /** Sets `onboardingCompletado`. */
    completeOnboarding: fromPromise<void>(() => Promise.reject(new Error('not provided'))),
  },
  actions: {
    setMatch: assign({ matchId: (_, params: { matchId: string }) => params.matchId }),
    setHasThreshold: assign({ hasThreshold: true }),
    setProblem: assign({ problem: (_, params: { message: string }) => params.message }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    hasThreshold: ({ context }) => context.hasThreshold,
    hasMatch: ({ context }) => context.matchId !== null,
  },
}).createMachine({
  id: 'onboarding',
  description:
    'From an empty account to a received test mail, in three steps that can be left and resumed.',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'resuming',
  states: {
    resuming: {
      description: 'Starts at the first step that is not done.',
      always: [
        {
          description: 'Match and threshold exist: only the mail is missing.',
          guard: 'hasThreshold',
          target: 'testingMail',
        },
        {
          description: 'A match without a threshold.',
          guard: 'hasMatch',
          target: 'creatingThreshold',
        },
        { description: 'An empty account.', target: 'choosingMatch' },
      ],
    },
    choosingMatch: {
      description: 'Step 1: a match to watch.',
      on: {
        'MATCH.CHOSEN': {
          target: 'creatingThreshold',
          actions: { type: 'setMatch', params: ({ event }) => ({ matchId: event.matchId }) },
        },
      },
    },
    creatingThreshold: {
      description: 'Step 2: a price threshold on that match.',
      on: {
        BACK: 'choosingMatch',
        'THRESHOLD.CREATED': { target: 'testingMail', actions: 'setHasThreshold' },
      },
    },
    testingMail: {
      description: 'Step 3: a test mail like the alert mails.',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'No mail has been sent in this session.',
          on: { SEND: 'sending' },
        },
        sending: {
          description: 'The mail is being enqueued. Further clicks are ignored.',
          tags: ['busy'],
          entry: 'clearProblem',
          invoke: {
            id: 'sendTestMail',
            src: 'sendTestMail',
            onDone: 'sent',
            onError: {
              description: 'Not enqueued: the error is shown and the user can retry.',
              target: 'waiting',
              actions: {
                type: 'setProblem',
                params: ({ event }) => ({ message: messageOf(event.error) }),
              },
            },
          },
        },
        sent: {
          description: 'Enqueued: the user confirms when it has arrived.',
          on: { SEND: 'sending', 'MAIL.RECEIVED': 'completing' },
        },
        completing: {
          description: 'The user confirmed it: the completion is being saved.',
          tags: ['busy'],
          entry: 'clearProblem',
          invoke: {
            id: 'completeOnboarding',
            src: 'completeOnboarding',
            onDone: '#onboarding.done',
            onError: {
              description: 'Not saved: the error is shown, and the mail counts as sent.',
              target: 'sent',
              actions: {
                type: 'setProblem',
                params: ({ event }) => ({ message: messageOf(event.error) }),
              },
            },
          },
        },
      },
      on: {
        BACK: {
          description: 'Only with a match is there something to set a threshold on.',
          guard: 'hasMatch',
          target: 'creatingThreshold',
        },
      },
    },
    done: { description: 'Completed; onboarding is not shown again.', type: 'final' },
  },
});
