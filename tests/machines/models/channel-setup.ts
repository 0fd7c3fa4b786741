/** Test model of channelSetup. */
import type { ChannelSetupContext } from '#machines/channel-setup.machine.ts';
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

const created = { channelId: 'channel-1' };

export const channelSetup: Model = {
  machine: machineOf('channelSetup'),
  inputs: [{ kind: 'push' }, { kind: 'telegram' }, { kind: 'webhook' }, { kind: 'ntfy' }],
  samples: {
    submit: { type: 'SUBMIT' },
    'permission is granted': {
      type: 'xstate.done.actor.requestPermission',
      output: 'granted',
    },
    'permission is denied': { type: 'xstate.done.actor.requestPermission', output: 'denied' },
    'the browser cannot ask': {
      type: 'xstate.error.actor.requestPermission',
      error: { message: 'no question' },
    },
    'the browser subscribes': { type: 'xstate.done.actor.subscribe' },
    'the browser cannot subscribe': {
      type: 'xstate.error.actor.subscribe',
      error: { message: 'no subscription' },
    },
    'the channel is stored': { type: 'xstate.done.actor.createChannel', output: created },
    'the channel is refused': {
      type: 'xstate.error.actor.createChannel',
      error: { message: 'refused' },
    },
    'the link is opened': { type: 'CHANNEL.LINKED' },
    'make another link': { type: 'RESTART' },
    'the secret is stored': { type: 'CONTINUE' },
    'test again': { type: 'TEST' },
    'the test is accepted': {
      type: 'xstate.done.actor.sendTest',
      output: { isDelivered: true, answer: 'Respondió 200.' },
    },
    'the test is refused': {
      type: 'xstate.done.actor.sendTest',
      output: { isDelivered: false, answer: 'Respondió 403.' },
    },
    'the test is not sent': {
      type: 'xstate.error.actor.sendTest',
      error: { message: 'not sent' },
    },
  },
  nodeKeyOf: ({ kind, channelId }: ChannelSetupContext) => [kind, channelId],
  invariants: {
    'only a browser is asked for permission and subscribes': ({ value, context }) =>
      !['requestingPermission', 'blocked', 'subscribing'].includes(value) ||
      context.kind === 'push',
    'only Telegram is linked, and only a webhook has a secret': ({ value, context }) =>
      (!['linking', 'expired'].includes(value) || context.kind === 'telegram') &&
      (value !== 'showingSecret' || context.kind === 'webhook'),
    'what is tested has been stored': ({ value, context }) =>
      !['testing', 'undelivered', 'delivered'].includes(value) || context.channelId !== null,
    'no problem is shown while trying again': (snapshot) =>
      !snapshot.hasTag('busy') || snapshot.context.problem === null,
    'a test that did not arrive says why': ({ value, context }) =>
      value !== 'undelivered' || context.answer !== null || context.problem !== null,
    'it ends once, when the test has arrived': ({ value, status }) =>
      (value === 'delivered') === (status === 'done'),
  },
};
