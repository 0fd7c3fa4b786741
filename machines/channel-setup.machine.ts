/**
 * State machine of adding one channel: its form, then what its kind needs in order (a browser's permission and subscription,
 * Telegram's link, a webhook's secret), then a real test. Settings and secrets stay with the screen: traces hold neither.
 */
import { assign, fromPromise, setup } from 'xstate';

export interface ChannelSetupInput {
  /** One of the kinds of channel; what a kind needs beyond its form stands below. */
  readonly kind: string;
}

export interface ChannelSetupContext extends ChannelSetupInput {
  /** Of the channel once it is stored; null before. */
  readonly channelId: string | null;
  /** What the other side said to the last test; null before one was answered. */
  readonly answer: string | null;
  /** Error of the last step; null when it succeeded. */
  readonly problem: string | null;
}

export type ChannelSetupEvent =
  | { type: 'SUBMIT' }
  | { type: 'CHANNEL.LINKED' }
  | { type: 'CONTINUE' }
  | { type: 'RESTART' }
  | { type: 'TEST' };

type Permission = 'granted' | 'denied' | 'default' | 'unsupported';

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : 'unknown';

export const channelSetupMachine = setup({
  types: {
    context: {} as ChannelSetupContext,
    input: {} as ChannelSetupInput,
    events: {} as ChannelSetupEvent,
    tags: {} as 'form' | 'busy',
  },
  actors: {
    requestPermission: fromPromise<Permission>(() => Promise.reject(new Error('not provided'))),
    /** Resolves once the browser has a push subscription. */
    subscribe: fromPromise<void>(() => Promise.reject(new Error('not provided'))),
    /** Stores the channel, in place of the one of an expired link. */
    createChannel: fromPromise<{ channelId: string }, { replacedId: string | null }>(() =>
      Promise.reject(new Error('not provided')),
    ),
    sendTest: fromPromise<{ isDelivered: boolean; answer: string }, { channelId: string | null }>(
      () => Promise.reject(new Error('not provided')),
    ),
  },
  actions: {
    setChannel: assign({ channelId: (_, params: { channelId: string }) => params.channelId }),
    setAnswer: assign({ answer: (_, params: { answer: string }) => params.answer }),
    clearAnswer: assign({ answer: null }),
    setProblem: assign({ problem: (_, params: { message: string }) => params.message }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isPush: ({ context }) => context.kind === 'push',
    isTelegram: ({ context }) => context.kind === 'telegram',
    isWebhook: ({ context }) => context.kind === 'webhook',
    isGranted: (_, { permission }: { permission: Permission }) => permission === 'granted',
    isDelivered: (_, { isDelivered }: { isDelivered: boolean }) => isDelivered,
  },
  delays: {
    /** As long as the code in the link is valid. */
    linkLifetime: 15 * 60_000,
  },
}).createMachine({
  id: 'channelSetup',
  description: 'From the form of a new channel to a test message that its other side has accepted.',
  context: ({ input }) => ({ kind: input.kind, channelId: null, answer: null, problem: null }),
  initial: 'editing',
  states: {
    editing: {
      description: 'Name and settings are being typed.',
      tags: ['form'],
      on: {
        SUBMIT: [
          {
            description: 'A browser is asked for permission first.',
            guard: 'isPush',
            target: 'requestingPermission',
          },
          { description: 'Any other kind is stored at once.', target: 'creating' },
        ],
      },
    },
    requestingPermission: {
      description: 'The browser asks whether notifications are allowed.',
      tags: ['form', 'busy'],
      entry: 'clearProblem',
      invoke: {
        id: 'requestPermission',
        src: 'requestPermission',
        onDone: [
          {
            description: 'Allowed.',
            guard: {
              type: 'isGranted',
              params: ({ event }) => ({ permission: event.output }),
            },
            target: 'subscribing',
          },
          { description: 'Refused, dismissed or blocked earlier.', target: 'blocked' },
        ],
        onError: {
          description: 'The browser could not ask.',
          target: 'editing',
          actions: {
            type: 'setProblem',
            params: ({ event }) => ({ message: messageOf(event.error) }),
          },
        },
      },
    },
    blocked: {
      description: 'No permission: it says how to give it, and the user can ask again.',
      tags: ['form'],
      on: { SUBMIT: 'requestingPermission' },
    },
    subscribing: {
      description: 'The browser subscribes at its push service.',
      tags: ['form', 'busy'],
      invoke: {
        id: 'subscribe',
        src: 'subscribe',
        onDone: 'creating',
        onError: {
          description: 'No subscription: the error is shown and the user can retry.',
          target: 'editing',
          actions: {
            type: 'setProblem',
            params: ({ event }) => ({ message: messageOf(event.error) }),
          },
        },
      },
    },
    creating: {
      description: 'The channel is being stored. Further submits are ignored.',
      tags: ['form', 'busy'],
      entry: 'clearProblem',
      invoke: {
        id: 'createChannel',
        src: 'createChannel',
        input: ({ context }) => ({ replacedId: context.channelId }),
        onDone: [
          {
            description: 'Telegram: its user has to press Start in the bot first.',
            guard: 'isTelegram',
            target: 'linking',
            actions: { type: 'setChannel', params: ({ event }) => event.output },
          },
          {
            description: 'A webhook: its secret is shown this once.',
            guard: 'isWebhook',
            target: 'showingSecret',
            actions: { type: 'setChannel', params: ({ event }) => event.output },
          },
          {
            description: 'Any other kind is tested at once.',
            target: 'testing',
            actions: { type: 'setChannel', params: ({ event }) => event.output },
          },
        ],
        onError: {
          description: 'Refused or not reached: the form says why and keeps what was typed.',
          target: 'editing',
          actions: {
            type: 'setProblem',
            params: ({ event }) => ({ message: messageOf(event.error) }),
          },
        },
      },
    },
    linking: {
      description: 'Waits until the link has been opened in Telegram.',
      on: { 'CHANNEL.LINKED': 'testing' },
      after: {
        linkLifetime: { description: 'The code in the link has ended.', target: 'expired' },
      },
    },
    expired: {
      description: 'The link was not opened in time; another one can be made.',
      on: { RESTART: 'creating' },
    },
    showingSecret: {
      description:
        'The secret that signs what the webhook receives; the user says when it is stored.',
      on: { CONTINUE: 'testing' },
    },
    testing: {
      description: 'A test message is on its way to the other side.',
      tags: ['busy'],
      entry: ['clearProblem', 'clearAnswer'],
      invoke: {
        id: 'sendTest',
        src: 'sendTest',
        input: ({ context }) => ({ channelId: context.channelId }),
        onDone: [
          {
            description: 'The other side has accepted it.',
            guard: { type: 'isDelivered', params: ({ event }) => event.output },
            target: 'delivered',
            actions: { type: 'setAnswer', params: ({ event }) => event.output },
          },
          {
            description: 'The other side refused it or did not answer.',
            target: 'undelivered',
            actions: { type: 'setAnswer', params: ({ event }) => event.output },
          },
        ],
        onError: {
          description: 'The test was not sent.',
          target: 'undelivered',
          actions: {
            type: 'setProblem',
            params: ({ event }) => ({ message: messageOf(event.error) }),
          },
        },
      },
    },
    undelivered: {
      description: 'The channel is stored, but the test did not arrive; it can be repeated.',
      on: { TEST: 'testing' },
    },
    delivered: { description: 'The test has arrived: the channel works.', type: 'final' },
  },
});
