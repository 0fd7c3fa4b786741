import { expect, it } from 'vitest';
import { parseCommandMessage } from './market-commands.ts';

it.each([
  { id: '1', command: { action: 'step' } },
  { accepted: '1' },
  { done: '1' },
  { playback: { playing: true, speed: 60 } },
])('a message of another process is understood: %j', (message) => {
  expect(parseCommandMessage(JSON.stringify(message))).toEqual(message);
});

it.each(['', 'last', 'null', '{}', '{"id":"1"}', '{"playback":{"playing":true,"speed":"fast"}}'])(
  'any other is ignored, such as one of a later release: %j',
  (payload) => {
    expect(parseCommandMessage(payload)).toBeNull();
  },
);
