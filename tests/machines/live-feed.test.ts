/** The SSE connection machine: hidden pages, reconnect backoff, and the notification leader. */
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import {
  type DisconnectReason,
  type LiveFeedEvent,
  liveFeedMachine,
} from '#machines/live-feed.machine.ts';

function start(jitter = 1) {
  const clock = new SimulatedClock();
  let reads = 0;
  let stops = 0;
  const stream = fromCallback<LiveFeedEvent>(() => {
    reads += 1;
    return () => {
      stops += 1;
    };
  });
  const actor = createActor(liveFeedMachine.provide({ actors: { stream } }), {
    clock,
    input: { jitter },
  }).start();
  const send = (
    ...types: (
      | 'STREAM.OPENED'
      | 'PAGE.HIDDEN'
      | 'PAGE.SHOWN'
      | 'NETWORK.RESTORED'
      | 'NETWORK.LOST'
      | 'STOP'
    )[]
  ) => {
    for (const type of types) actor.send({ type });
  };
  const lead = (isOn: boolean) =>
    actor.send({ type: isOn ? 'LEADERSHIP.GAINED' : 'LEADERSHIP.LOST' });
  const disconnect = (
    retryAfterMs: number | null = null,
    reason: DisconnectReason = 'disconnected',
  ) => actor.send({ type: 'STREAM.DISCONNECTED', retryAfterMs, reason });
  const value = () => actor.getSnapshot().value;
  return { actor, clock, send, lead, disconnect, value, reads: () => reads, stops: () => stops };
}
const visible = { streaming: { open: 'visible' } };
const hidden = { streaming: { open: 'hidden' } };
const connecting = { streaming: 'connecting' };

describe('a hidden page', () => {
  it('keeps its stream for a minute, and no longer', () => {
    const { clock, send, value, stops } = start();
    send('STREAM.OPENED', 'PAGE.HIDDEN');
    clock.increment(59_999);
    expect([value(), stops()]).toEqual([hidden, 0]);
    clock.increment(1);
    expect([value(), stops()]).toEqual(['paused', 1]);
  });

  it('shown again in time has lost nothing, and later reconnects', () => {
    const { clock, send, value, reads } = start();
    send('STREAM.OPENED', 'PAGE.HIDDEN');
    clock.increment(30_000);
    send('PAGE.SHOWN');
    clock.increment(120_000);
    expect([value(), reads()]).toEqual([visible, 1]);
    send('PAGE.HIDDEN');
    clock.increment(60_000);
    send('PAGE.SHOWN');
    expect([value(), reads()]).toEqual([connecting, 2]);
  });

  it('is paused at once when the stream is not open yet', () => {
    const { send, value } = start();
    send('PAGE.HIDDEN');
    expect(value()).toBe('paused');
    const lost = start();
    lost.disconnect();
    lost.send('PAGE.HIDDEN');
    expect(lost.value()).toBe('paused');
  });
});

describe('the notification leader', () => {
  it('keeps its stream while it is hidden, in every state', () => {
    const { clock, send, lead, disconnect, value } = start();
    lead(true);
    send('PAGE.HIDDEN');
    expect(value()).toEqual(connecting);
    send('STREAM.OPENED', 'PAGE.HIDDEN');
    clock.increment(600_000);
    expect(value()).toEqual(hidden);
    disconnect();
    send('PAGE.HIDDEN');
    expect(value()).toBe('backingOff');
  });

  it('has its minute when it loses the leadership', () => {
    const { clock, send, lead, value } = start();
    lead(true);
    send('STREAM.OPENED', 'PAGE.HIDDEN');
    clock.increment(600_000);
    lead(false);
    clock.increment(59_999);
    expect(value()).toEqual(hidden);
    clock.increment(1);
    expect(value()).toBe('paused');
  });

  it('is resumed from paused, and may pause when no longer the leader', () => {
    const { send, lead, value } = start();
    send('PAGE.HIDDEN');
    lead(true);
    expect(value()).toEqual(connecting);
    send('PAGE.HIDDEN');
    expect(value()).toEqual(connecting);
    lead(false);
    send('PAGE.HIDDEN');
    expect(value()).toBe('paused');
  });
});

describe('a disconnected stream', () => {
  it('reconnects after one second, two, four… thirty at most', () => {
    const { clock, disconnect, value } = start();
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      disconnect();
      clock.increment(wait - 1);
      expect(value()).toBe('backingOff');
      clock.increment(1);
      expect(value()).toEqual(connecting);
    }
  });

  it('waits for half as long at least, and never less than Retry-After', () => {
    const { clock, disconnect, value } = start(0);
    disconnect();
    clock.increment(500);
    expect(value()).toEqual(connecting);
    disconnect(60_000);
    clock.increment(59_999);
    expect(value()).toBe('backingOff');
    clock.increment(1);
    expect(value()).toEqual(connecting);
  });

  it('resets the attempts once a stream opened', () => {
    const { clock, send, disconnect, value } = start();
    disconnect();
    clock.increment(1_000);
    send('STREAM.OPENED');
    disconnect();
    clock.increment(1_000);
    expect(value()).toEqual(connecting);
  });

  it('keeps why the last connection ended, also while the network is lost', () => {
    const { actor, send, disconnect } = start();
    const reason = () => actor.getSnapshot().context.reason;
    expect(reason()).toBe('disconnected');
    disconnect(null, 'refused');
    expect(reason()).toBe('refused');
    send('NETWORK.RESTORED', 'NETWORK.LOST');
    expect(reason()).toBe('refused');
    send('NETWORK.RESTORED');
    disconnect(60_000, 'streamLimitReached');
    expect(reason()).toBe('streamLimitReached');
  });

  it.each(['NETWORK.RESTORED', 'PAGE.SHOWN'] as const)('reconnects at once on %s', (event) => {
    const { send, disconnect, value, reads } = start();
    disconnect();
    send(event);
    expect([value(), reads()]).toEqual([connecting, 2]);
  });

  it('is closed at once when the network is lost', () => {
    const { send, value, stops } = start();
    send('STREAM.OPENED', 'NETWORK.LOST');
    expect([value(), stops()]).toEqual(['backingOff', 1]);
  });
});

it('ends with its session, wherever it is', () => {
  const { actor, send, stops } = start();
  send('STREAM.OPENED', 'STOP');
  expect([actor.getSnapshot().status, stops()]).toEqual(['done', 1]);
});
