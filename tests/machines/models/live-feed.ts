import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

export const liveFeed: Model = {
  machine: machineOf('liveFeed'),
  inputs: [{ jitter: 0.5 }],
  samples: {
    'the stream opens': { type: 'STREAM.OPENED' },
    'the line drops': { type: 'STREAM.DISCONNECTED', retryAfterMs: null },
    'the server asks for patience': { type: 'STREAM.DISCONNECTED', retryAfterMs: 60_000 },
    'the page is hidden': { type: 'PAGE.HIDDEN' },
    'the page is shown': { type: 'PAGE.SHOWN' },
    'the network is back': { type: 'NETWORK.RESTORED' },
    'the network has gone': { type: 'NETWORK.LOST' },
    'this tab goes on watch': { type: 'LEADERSHIP.GAINED' },
    'nobody wants a watch': { type: 'LEADERSHIP.LOST' },
    stop: { type: 'STOP' },
  },
  distinguishing: ({ isLeader }) => isLeader,
  invariants: {
    'the stream is read exactly while reading': (snapshot) =>
      (snapshot.children.stream !== undefined) === snapshot.matches('streaming'),
    'an open stream forgets the attempts before': (snapshot) =>
      !snapshot.matches({ streaming: 'open' }) || snapshot.context.attempt === 0,
    'a tab on watch never rests': (snapshot) =>
      snapshot.value !== 'paused' || !snapshot.context.isLeader,
    'backing off follows a lost line': (snapshot) =>
      snapshot.value !== 'backingOff' || snapshot.context.attempt > 0,
  },
};
