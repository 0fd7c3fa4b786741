import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

export const liveFeed: Model = {
  machine: machineOf('liveFeed'),
  inputs: [{ jitter: 0.5 }],
  samples: {
    'the stream opens': { type: 'OPENED' },
    'the line drops': { type: 'LOST', retryAfterMs: null },
    'the server asks for patience': { type: 'LOST', retryAfterMs: 60_000 },
    'the page is hidden': { type: 'HIDDEN' },
    'the page is shown': { type: 'SHOWN' },
    'the network is back': { type: 'ONLINE' },
    'the network has gone': { type: 'OFFLINE' },
    'this tab goes on watch': { type: 'WATCH_BEGUN' },
    'nobody wants a watch': { type: 'WATCH_ENDED' },
    stop: { type: 'STOP' },
  },
  telling: ({ isOnWatch }) => isOnWatch,
  invariants: {
    'the stream is read exactly while reading': (snapshot) =>
      (snapshot.children.stream !== undefined) === snapshot.matches('reading'),
    'an open stream forgets the attempts before': (snapshot) =>
      !snapshot.matches({ reading: 'open' }) || snapshot.context.attempt === 0,
    'a tab on watch never rests': (snapshot) =>
      snapshot.value !== 'paused' || !snapshot.context.isOnWatch,
    'backing off follows a lost line': (snapshot) =>
      snapshot.value !== 'backingOff' || snapshot.context.attempt > 0,
  },
};
