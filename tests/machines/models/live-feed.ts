/** Test model of liveFeed. */
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

export const liveFeed: Model = {
  machine: machineOf('liveFeed'),
  inputs: [{ jitter: 0.5 }],
  samples: {
    'the stream opens': { type: 'STREAM.OPENED' },
    'the stream disconnects': {
      type: 'STREAM.DISCONNECTED',
      retryAfterMs: null,
      reason: 'disconnected',
    },
    'the server sends Retry-After': {
      type: 'STREAM.DISCONNECTED',
      retryAfterMs: 60_000,
      reason: 'streamLimitReached',
    },
    'the page is hidden': { type: 'PAGE.HIDDEN' },
    'the page is shown': { type: 'PAGE.SHOWN' },
    'the network is back': { type: 'NETWORK.RESTORED' },
    'the network is lost': { type: 'NETWORK.LOST' },
    'this tab becomes the leader': { type: 'LEADERSHIP.GAINED' },
    'this tab is no longer the leader': { type: 'LEADERSHIP.LOST' },
    stop: { type: 'STOP' },
  },
  nodeKeyOf: ({ isLeader }) => isLeader,
  invariants: {
    'the stream actor runs exactly in the streaming state': (snapshot) =>
      (snapshot.children.stream !== undefined) === snapshot.matches('streaming'),
    'an open stream resets the attempts': (snapshot) =>
      !snapshot.matches({ streaming: 'open' }) || snapshot.context.attempt === 0,
    'the leader tab never pauses': (snapshot) =>
      snapshot.value !== 'paused' || !snapshot.context.isLeader,
    'backing off follows a disconnect': (snapshot) =>
      snapshot.value !== 'backingOff' || snapshot.context.attempt > 0,
  },
};
