/** The live stream: how long a hidden page keeps it, how patient it is when the line drops, and what the watch changes. */
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { type LiveFeedEvent, liveFeedMachine } from '#machines/live-feed.machine.ts';

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
  const send = (...types: ('OPENED' | 'HIDDEN' | 'SHOWN' | 'ONLINE' | 'OFFLINE' | 'STOP')[]) => {
    for (const type of types) actor.send({ type });
  };
  const watch = (isOn: boolean) => actor.send({ type: isOn ? 'WATCH_BEGUN' : 'WATCH_ENDED' });
  const lose = (retryAfterMs: number | null = null) => actor.send({ type: 'LOST', retryAfterMs });
  const value = () => actor.getSnapshot().value;
  return { actor, clock, send, watch, lose, value, reads: () => reads, stops: () => stops };
}
const watched = { reading: { open: 'watched' } };
const unwatched = { reading: { open: 'unwatched' } };
const connecting = { reading: 'connecting' };

describe('a hidden page', () => {
  it('keeps its stream for a minute, and no longer', () => {
    const { clock, send, value, stops } = start();
    send('OPENED', 'HIDDEN');
    clock.increment(59_999);
    expect([value(), stops()]).toEqual([unwatched, 0]);
    clock.increment(1);
    expect([value(), stops()]).toEqual(['paused', 1]);
  });

  it('looked at again in time has lost nothing, and later reads anew', () => {
    const { clock, send, value, reads } = start();
    send('OPENED', 'HIDDEN');
    clock.increment(30_000);
    send('SHOWN');
    clock.increment(120_000);
    expect([value(), reads()]).toEqual([watched, 1]);
    send('HIDDEN');
    clock.increment(60_000);
    send('SHOWN');
    expect([value(), reads()]).toEqual([connecting, 2]);
  });

  it('does not even wait for a stream that is not there yet', () => {
    const { send, value } = start();
    send('HIDDEN');
    expect(value()).toBe('paused');
    const lost = start();
    lost.lose();
    lost.send('HIDDEN');
    expect(lost.value()).toBe('paused');
  });
});

describe('a page on watch', () => {
  it('keeps its stream while it is hidden, in every state', () => {
    const { clock, send, watch, lose, value } = start();
    watch(true);
    send('HIDDEN');
    expect(value()).toEqual(connecting);
    send('OPENED', 'HIDDEN');
    clock.increment(600_000);
    expect(value()).toEqual(unwatched);
    lose();
    send('HIDDEN');
    expect(value()).toBe('backingOff');
  });

  it('has its minute when the watch ends', () => {
    const { clock, send, watch, value } = start();
    watch(true);
    send('OPENED', 'HIDDEN');
    clock.increment(600_000);
    watch(false);
    clock.increment(59_999);
    expect(value()).toEqual(unwatched);
    clock.increment(1);
    expect(value()).toBe('paused');
  });

  it('that had gone to rest takes over, and one that is no longer wanted may rest', () => {
    const { send, watch, value } = start();
    send('HIDDEN');
    watch(true);
    expect(value()).toEqual(connecting);
    watch(false);
    send('HIDDEN');
    expect(value()).toBe('paused');
  });
});

describe('a line that drops', () => {
  it('is tried again after one second, two, four… thirty at most', () => {
    const { clock, lose, value } = start();
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      lose();
      clock.increment(wait - 1);
      expect(value()).toBe('backingOff');
      clock.increment(1);
      expect(value()).toEqual(connecting);
    }
  });

  it('waits for half as long at least, and never less than the server asks for', () => {
    const { clock, lose, value } = start(0);
    lose();
    clock.increment(500);
    expect(value()).toEqual(connecting);
    lose(60_000);
    clock.increment(59_999);
    expect(value()).toBe('backingOff');
    clock.increment(1);
    expect(value()).toEqual(connecting);
  });

  it('begins to count anew once a stream opened', () => {
    const { clock, send, lose, value } = start();
    lose();
    clock.increment(1_000);
    send('OPENED');
    lose();
    clock.increment(1_000);
    expect(value()).toEqual(connecting);
  });

  it.each(['ONLINE', 'SHOWN'] as const)('is tried at once on %s', (event) => {
    const { send, lose, value, reads } = start();
    lose();
    send(event);
    expect([value(), reads()]).toEqual([connecting, 2]);
  });

  it('is given up at once when the network goes', () => {
    const { send, value, stops } = start();
    send('OPENED', 'OFFLINE');
    expect([value(), stops()]).toEqual(['backingOff', 1]);
  });
});

it('ends with its session, wherever it is', () => {
  const { actor, send, stops } = start();
  send('OPENED', 'STOP');
  expect([actor.getSnapshot().status, stops()]).toEqual(['done', 1]);
});
