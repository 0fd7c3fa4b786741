/** The SSE connection machine: hidden pages, reconnect backoff, and the notification leader. */
import { describe } from 'vitest';
import type { DisconnectReason } from '#machines/live-feed.machine.ts';
import { liveFeed } from './models/live-feed.ts';
import { playRows, playTimers, type Step } from './support/play.ts';

const minute = 60_000;
const connecting = 'streaming.connecting';
const visible = 'streaming.open.visible';
const hidden = 'streaming.open.hidden';
const disconnect = (retryAfterMs: number | null, reason: DisconnectReason): Step => ({
  type: 'STREAM.DISCONNECTED',
  retryAfterMs,
  reason,
});
const lost = 'the stream disconnects';
const hiding = ['the stream opens', 'the page is hidden'];
const leading = ['this tab becomes the leader', ...hiding, 10 * minute];
const once = { invoked: ['stream'] };
const twice = { invoked: ['stream', 'stream'] };
const noJitter = { jitter: 1 };

describe('a hidden page', () => {
  const shownAgain = [...hiding, minute / 2, 'the page is shown'];
  playTimers(liveFeed, [['keeps its stream for a minute', hiding, minute, hidden, 'paused']]);
  playRows(liveFeed, [
    ['shown again in time has lost nothing', [...shownAgain, 2 * minute], visible, once],
    [
      'shown again later reconnects',
      [...shownAgain, 'the page is hidden', minute, 'the page is shown'],
      connecting,
      twice,
    ],
    ['and while it waits to reconnect', [lost, 'the page is hidden'], 'paused'],
  ]);
});

describe('the notification leader', () => {
  const paused = ['the page is hidden', 'this tab becomes the leader', 'the page is hidden'];
  playRows(liveFeed, [
    ['connects while hidden', ['this tab becomes the leader', 'the page is hidden'], connecting],
    ['keeps its stream while hidden', leading, hidden],
    ['is resumed from paused', paused, connecting],
  ]);
});

describe('a disconnected stream', () => {
  const again = [lost, 1_000, 'the stream opens', lost];
  const waits = [1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * 1_000);
  const refused = [disconnect(null, 'refused'), 'the network is back', 'the network is lost'];
  playTimers(
    liveFeed,
    waits.map((waitMs, attempt) => [
      `waits ${waitMs} ms after ${attempt} attempts`,
      [...waits.slice(0, attempt).flatMap((before) => [lost, before]), lost],
      waitMs,
      'backingOff',
      connecting,
    ]),
    noJitter,
  );
  playTimers(
    liveFeed,
    [['waits for half as long at least', [lost], 500, 'backingOff', connecting]],
    { jitter: 0 },
  );
  playTimers(liveFeed, [
    ['as long as Retry-After', ['the server sends Retry-After'], minute, 'backingOff', connecting],
  ]);
  playTimers(
    liveFeed,
    [['counts its attempts anew once it has opened', again, 1_000, 'backingOff', connecting]],
    noJitter,
  );
  playRows(liveFeed, [
    [
      'keeps why it ended, also without a network',
      refused,
      'backingOff',
      { context: { reason: 'refused' } },
    ],
    ['reconnects when the network is back', [lost, 'the network is back'], connecting, twice],
    ['is closed without a network', ['the stream opens', 'the network is lost'], 'backingOff'],
    ['ends with its session', ['the stream opens', 'stop'], 'closed', { status: 'done' }],
  ]);
});
