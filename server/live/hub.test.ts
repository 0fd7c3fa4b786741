import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type PriceUpdate, pricesEvent } from '#contract/live-stream.ts';
import { LiveHub, type Subscriber } from './hub.ts';

const at = '2026-11-21T12:00:00.000Z';
const matchOf = (collectible: number) => `m${collectible % 3}`;

/** A reader behind a network that takes so many bytes and then no more, until it takes some again. */
class FakeReader implements Subscriber {
  readonly uid: string;
  readonly matches: ReadonlySet<string> | null;
  readonly events: EventSourceMessage[] = [];
  room = 0;
  largestOffer = 0;
  readonly #parser = createParser({ onEvent: (event) => this.events.push(event) });

  constructor(uid: string, matches: ReadonlySet<string> | null) {
    this.uid = uid;
    this.matches = matches;
  }
  offer(bytes: Buffer): boolean {
    this.largestOffer = Math.max(this.largestOffer, bytes.length);
    if (bytes.length > this.room) return false;
    this.room -= bytes.length;
    this.#parser.feed(bytes.toString('utf8'));
    return true;
  }
  end(): void {}

  /** What a page that applied the first so many events shows. */
  prices(count = this.events.length): Map<string, number | null> {
    const items = this.events
      .slice(0, count)
      .filter(({ event }) => event === 'prices')
      .flatMap(({ data }) => pricesEvent.parse(JSON.parse(data)).items);
    return new Map(items.map(({ collectibleId, floorCents }) => [collectibleId, floorCents]));
  }
  alerts(): string[] {
    return this.events.filter(({ event }) => event === 'alert').map(({ data }) => data);
  }
}

function rig(floors: readonly PriceUpdate[] = []) {
  const truth = new Map<string, PriceUpdate>(floors.map((one) => [one.collectibleId, one]));
  let snapshots = 0;
  const hub = new LiveHub({
    snapshot: async () => {
      snapshots += 1;
      return [...truth.values()];
    },
    // What an alert says is not the hub's business here.
    findAlerts: async (owned) => owned.map(({ id, uid }) => ({ uid, item: id as never })),
    source: () => null,
    onFailure: (error) => {
      throw error;
    },
  });
  return {
    hub,
    truth,
    snapshots: () => snapshots,
    price(collectible: number, floorCents: number | null) {
      const collectibleId = `c${collectible}`;
      const matchId = matchOf(collectible);
      truth.set(collectibleId, { collectibleId, matchId, floorCents, observedAt: at });
      hub.onNotification(JSON.stringify({ prices: [[collectibleId, matchId, floorCents, at]] }));
    },
    seenBy: (matches: ReadonlySet<string> | null) =>
      new Map(
        [...truth.values()]
          .filter(({ matchId }) => matches === null || matches.has(matchId))
          .map(({ collectibleId, floorCents }) => [collectibleId, floorCents]),
      ),
  };
}

const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('price' as const),
      collectible: fc.nat(40),
      cents: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { freq: 6 }),
    }),
    fc.record({ do: fc.constant('alert' as const), uid: fc.constantFrom('ana', 'bruno') }),
    fc.constant({ do: 'turn' as const }),
    fc.record({ do: fc.constant('room' as const), bytes: fc.nat(3_000) }),
    fc.constant({ do: 'resync' as const }),
  ),
  { maxLength: 120, size: 'max' },
);
const narrowings = fc.constantFrom(null, new Set(['m1']), new Set(['m0', 'm2', 'm9']));

describe('whatever the network takes and when', () => {
  it('a reader ends up with the latest of everything, its own alerts in order, none of another’s', async () => {
    await fc.assert(
      fc.asyncProperty(steps, narrowings, fc.nat(), async (script, matches, cut) => {
        const { hub, price, seenBy } = rig();
        const reader = new FakeReader('ana', matches);
        await hub.join(reader, undefined);
        const told: string[] = [];
        let resynced = false;
        for (const [index, step] of script.entries()) {
          if (step.do === 'price') price(step.collectible, step.cents);
          if (step.do === 'turn') hub.flush();
          if (step.do === 'room') {
            reader.room = step.bytes;
            hub.catchUp(reader);
          }
          if (step.do === 'resync') {
            await hub.resync();
            resynced = true;
          }
          if (step.do === 'alert') {
            hub.onNotification(JSON.stringify({ alerts: [[`a${index}`, step.uid]] }));
            if (step.uid === 'ana') told.push(`"a${index}"`);
            await Promise.resolve();
          }
        }
        hub.flush();
        reader.room = Number.POSITIVE_INFINITY;
        hub.catchUp(reader);
        expect(reader.prices()).toEqual(seenBy(matches));
        // A gap in hearing may lose an alert from the stream; the list of alerts still has it.
        if (!resynced) expect(reader.alerts()).toEqual(told);
        else expect(told).toEqual(expect.arrayContaining(reader.alerts()));

        // Cut off after any event, it resumes with exactly what is missing.
        const seen = cut % (reader.events.length + 1);
        const lastEventId = reader.events.slice(0, seen).at(-1)?.id ?? 'elsewhere.1';
        const back = new FakeReader('ana', matches);
        back.room = Number.POSITIVE_INFINITY;
        await hub.join(back, lastEventId);
        expect(new Map([...reader.prices(seen), ...back.prices()])).toEqual(seenBy(matches));
        hub.close();
      }),
      { numRuns: 300 },
    );
  });

  it('frames stay small enough to fit beside what waits, even for a whole market at once', async () => {
    const { hub, price, seenBy } = rig();
    const reader = new FakeReader('ana', null);
    await hub.join(reader, undefined);
    for (let collectible = 0; collectible < 2_000; collectible += 1) price(collectible, 1);
    hub.flush();
    reader.largestOffer = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      reader.room = 40_000;
      hub.catchUp(reader);
    }
    expect(reader.largestOffer).toBeLessThan(20_000);
    expect(reader.prices()).toEqual(seenBy(null));
    hub.close();
  });
});

describe('a thousand readers who come back after a restart', () => {
  it('share one look at the database', async () => {
    const floors = [{ collectibleId: 'c1', matchId: 'm1', floorCents: 7, observedAt: at }];
    const { hub, snapshots } = rig(floors);
    const readers = Array.from({ length: 1_000 }, (_, n) => new FakeReader(`u${n}`, null));
    for (const reader of readers) reader.room = 1_000;
    await Promise.all(readers.map((reader) => hub.join(reader, 'before.12')));
    expect(snapshots()).toBe(1);
    expect(readers.every((reader) => reader.prices().get('c1') === 7)).toBe(true);
    hub.close();
  });
});

describe('a price', () => {
  const given = async (matches: ReadonlySet<string> | null) => {
    vi.useFakeTimers();
    const { hub, price } = rig();
    const reader = new FakeReader('ana', matches);
    reader.room = Number.POSITIVE_INFINITY;
    await hub.join(reader, undefined);
    const told = () => reader.events.map(({ data }) => pricesEvent.parse(JSON.parse(data)).items);
    return { hub, price, told };
  };
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['its match', new Set(['m1'])],
    ['every match', null],
  ])(
    'of a quiet match is told at once to who reads %s, of a busy one with what follows',
    async (_who, matches) => {
      const { hub, price, told } = await given(matches);
      price(1, 100);
      vi.advanceTimersByTime(1);
      expect(told()).toMatchObject([[{ floorCents: 100 }]]);
      for (const cents of [200, 300, 400]) price(1, cents);
      price(4, 500);
      vi.advanceTimersByTime(240);
      expect(told()).toHaveLength(1);
      vi.advanceTimersByTime(10);
      expect(told().slice(1)).toMatchObject([[{ floorCents: 400 }, { floorCents: 500 }]]);
      vi.advanceTimersByTime(10_000);
      expect(told()).toHaveLength(2);
      price(1, 600);
      vi.advanceTimersByTime(1);
      expect(told()).toHaveLength(3);
      hub.close();
    },
  );

  it('waits for one turn and no more, also for who reads every match', async () => {
    const { hub, price, told } = await given(null);
    // m1 has its turn, and with it those who read everything; m2 comes just after.
    price(1, 100);
    vi.advanceTimersByTime(100);
    price(2, 200);
    vi.advanceTimersByTime(100);
    price(2, 300);
    price(1, 400);
    vi.advanceTimersByTime(51);
    const cents = told()
      .slice(1)
      .flat()
      .map(({ floorCents }) => floorCents);
    expect(new Set(cents)).toEqual(new Set([300, 400]));
    hub.close();
  });
});

describe('readers of one match', () => {
  it('are given the very same bytes', async () => {
    const { hub, price } = rig();
    const given: Buffer[] = [];
    for (let n = 0; n < 3; n += 1) {
      const reader = new FakeReader(`u${n}`, new Set(['m1']));
      reader.offer = (bytes) => given.push(bytes) > 0;
      await hub.join(reader, undefined);
    }
    price(1, 100);
    price(2, 200);
    hub.flush();
    expect(given).toHaveLength(3);
    expect(new Set(given).size).toBe(1);
    hub.close();
  });
});
