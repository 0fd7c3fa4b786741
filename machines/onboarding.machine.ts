/**
 * The first three steps: a match, a line, a test mail that arrives (screens.md). Each step is kept where it belongs as it
 * is taken, so that another day begins where this one ended; leaving is allowed at any time and decides nothing.
 */
import { assign, fromPromise, setup } from 'xstate';

/** What is already done, read from the server when the page opens. */
export interface OnboardingInput {
  /** A match under watch, to draw the line on; null = none yet. */
  readonly matchId: string | null;
  readonly hasThreshold: boolean;
}

export interface OnboardingContext extends OnboardingInput {
  /** Why the last mail or the last step could not be done; null when it could. */
  readonly problem: string | null;
}

export type OnboardingEvent =
  | { type: 'MATCH.CHOSEN'; matchId: string }
  | { type: 'LINE.DRAWN' }
  | { type: 'BACK' }
  | { type: 'SEND' }
  | { type: 'RECEIVED' };

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
    complete: fromPromise<void>(() => Promise.reject(new Error('not provided'))),
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
    'From an empty account to a test mail that has arrived, in three steps one can leave.',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'resuming',
  states: {
    resuming: {
      description: 'Begins at the first step that is not done.',
      always: [
        {
          description: 'Match and line are there: only the mail is missing.',
          guard: 'hasThreshold',
          target: 'testingMail',
        },
        { description: 'A match without a line.', guard: 'hasMatch', target: 'drawingLine' },
        { description: 'An empty account.', target: 'choosingMatch' },
      ],
    },
    choosingMatch: {
      description: 'Step 1: a match to watch.',
      on: {
        'MATCH.CHOSEN': {
          target: 'drawingLine',
          actions: { type: 'setMatch', params: ({ event }) => ({ matchId: event.matchId }) },
        },
      },
    },
    drawingLine: {
      description: 'Step 2: a price, on that match.',
      on: {
        BACK: 'choosingMatch',
        'LINE.DRAWN': { target: 'testingMail', actions: 'setHasThreshold' },
      },
    },
    testingMail: {
      description: 'Step 3: a mail like the ones to come.',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Nothing has been sent in this visit.',
          on: { SEND: 'sending' },
        },
        sending: {
          description: 'The mail is being queued. A second press is nothing.',
          tags: ['busy'],
          entry: 'clearProblem',
          invoke: {
            id: 'sendTestMail',
            src: 'sendTestMail',
            onDone: 'sent',
            onError: {
              description: 'Not queued: the reason shows, and it may be tried again.',
              target: 'waiting',
              actions: {
                type: 'setProblem',
                params: ({ event }) => ({ message: messageOf(event.error) }),
              },
            },
          },
        },
        sent: {
          description: 'On its way: only who reads the mail knows that it came.',
          on: { SEND: 'sending', RECEIVED: 'completing' },
        },
        completing: {
          description: 'The mail came: the end is being kept.',
          tags: ['busy'],
          entry: 'clearProblem',
          invoke: {
            id: 'complete',
            src: 'complete',
            onDone: '#onboarding.done',
            onError: {
              description: 'Not kept: the reason shows, and the mail counts as sent.',
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
          description: 'Only with a match is there something to draw the line on.',
          guard: 'hasMatch',
          target: 'drawingLine',
        },
      },
    },
    done: { description: 'Never asked again.', type: 'final' },
  },
});
