/** The live hub: a property test with full buffers and reconnects, throttling, shared frames. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type PriceUpdate, pricesEvent } from '#contract/live-stream.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type HubOptions, LiveHub, type Subscriber } from './hub.ts';

const at = '2026-11-21T12:00:00.000Z';
const matchOf = (collectible: number) => `m${collectible % 3}`;

/** A subscriber whose connection accepts `freeBytes` bytes and then rejects, until it gets more. */
class FakeSubscriber implements Subscriber {
  readonly uid: string;
  readonly id = 'tab';
  readonly matches: ReadonlySet<string> | null;
  readonly events: EventSourceMessage[] = [];
  /** What it accepted. */
  readonly writes: Buffer[] = [];
  freeBytes = 0;
  largestWrite = 0;
  readonly #parser = createParser({ onEvent: (event) => this.events.push(event) });

  constructor(uid: string, matches: ReadonlySet<string> | null) {
    this.uid = uid;
    this.matches = matches;
  }
  tryWrite(bytes: Buffer): boolean {
    this.largestWrite = Math.max(this.largestWrite, bytes.length);
    if (bytes.length > this.freeBytes) return false;
    this.freeBytes -= bytes.length;
    this.writes.push(bytes);
    this.#parser.feed(bytes.toString('utf8'));
    return true;
  }
  end(): void {}

  /** The prices a page shows after the first `count` events. */
  prices(count = this.events.length): Map<string, number | null> {
    const items = this.events
      .slice(0, count)
      .filter(({ event }) => event === 'prices')
      .flatMap(({ data }) => pricesEvent.parse(JSON.parse(data)).items);
    return new Map(items.map(({ collectibleId, floorCents }) => [collectibleId, floorCents]));
  }
  /** Prices that came by another request. */
  readPrices(prices: ReadonlyMap<string, number | null>): void {
    const items = Array.from(prices, ([collectibleId, floorCents]) => ({
      collectibleId,
      matchId: matchOf(Number(collectibleId.slice(1))),
      floorCents,
      observedAt: at,
    }));
    this.events.push({ id: undefined, event: 'prices', data: JSON.stringify({ items }) });
  }
  alerts(): string[] {
    return this.events.filter(({ event }) => event === 'alert').map(({ data }) => data);
  }
}

afterEach(() => void vi.useRealTimers());

const throwError = (error: unknown): void => {
  throw error;
};

/** The hub does not read alert items: an id is enough here. */
const findIds: HubOptions['findAlerts'] = async (owned) =>
  owned.map(({ id, uid }) => ({ uid, item: id as never }));

function harness(
  floors: readonly PriceUpdate[] = [],
  onFailure = throwError,
  findAlerts: HubOptions['findAlerts'] = findIds,
) {
  const truth = new Map<string, PriceUpdate>(floors.map((one) => [one.collectibleId, one]));
  let snapshots = 0;
  const hub = new LiveHub({
    snapshot: async () => {
      snapshots += 1;
      return [...truth.values()];
    },
    findAlerts,
    source: () => null,
    onFailure,
  });
  onTestFinished(() => hub.close());
  return {
    hub,
    snapshots: () => snapshots,
    /** A client whose network accepts everything. */
    async connect(matches: ReadonlySet<string> | null, uid = 'ana') {
      const client = new FakeSubscriber(uid, matches);
      client.freeBytes = Number.POSITIVE_INFINITY;
      await hub.join(client, undefined);
      return client;
    },
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

const step = fc.oneof(
  fc.record({
    do: fc.constant('price' as const),
    collectible: fc.nat(40),
    cents: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { freq: 6 }),
  }),
  fc.record({ do: fc.constant('alert' as const), uid: fc.constantFrom('ana', 'bruno') }),
  fc.constant({ do: 'flush' as const }),
  fc.record({
    do: fc.constant('setFreeBytes' as const),
    bytes: fc.oneof(fc.nat(3_000), fc.nat(60_000)),
  }),
  fc.constant({ do: 'resync' as const }),
  fc.record({
    do: fc.constant('changeMatches' as const),
    to: fc.constantFrom(
      new Set<string>(),
      new Set(['m1']),
      new Set(['m0', 'm1']),
      new Set(['m2', 'm9']),
    ),
  }),
);
/** More than a frame: what is cut between two frames, and what is shared by those behind. */
const burst = fc.record({
  do: fc.constant('burst' as const),
  cents: fc.integer({ min: 1, max: 9 }),
});
const steps = fc.array(fc.oneof({ weight: 60, arbitrary: step }, { weight: 1, arbitrary: burst }), {
  maxLength: 120,
  size: 'max',
});
const narrowings = fc.constantFrom(null, new Set(['m1']), new Set(['m0', 'm2', 'm9']));

/** Of which the client has not been sent the prices so far. */
const added = (to: ReadonlySet<string> | null, from: ReadonlySet<string> | null | undefined) =>
  new Set([...(to ?? [])].filter((matchId) => from !== null && !from?.has(matchId)));
const of = (matches: ReadonlySet<string> | null, prices: ReadonlyMap<string, number | null>) =>
  new Map(
    [...prices].filter(([id]) => matches === null || matches.has(matchOf(Number(id.slice(1))))),
  );

describe('however many bytes the network accepts, and whenever', () => {
  it('a client ends up with the latest prices and its user’s alerts in order, and no other alert', async () => {
    await fc.assert(
      fc.asyncProperty(steps, narrowings, fc.nat(), async (script, matches, cut) => {
        const { hub, price, seenBy, connect } = harness();
        const client = new FakeSubscriber('ana', matches);
        await hub.join(client, undefined);
        /** Which matches the client has, and from which event on. */
        const chosen: { matches: ReadonlySet<string> | null; fromEvent: number }[] = [
          { matches, fromEvent: 0 },
        ];
        // The hub has no alerts of a user without a stream: both must be connected.
        await connect(null, 'bruno');
        const sentAlerts: string[] = [];
        let resynced = false;
        for (const [index, step] of script.entries()) {
          if (step.do === 'price') price(step.collectible, step.cents);
          if (step.do === 'burst')
            for (let collectible = 0; collectible < 200; collectible += 1)
              price(collectible, step.cents);
          if (step.do === 'flush') hub.flush();
          if (step.do === 'setFreeBytes') {
            client.freeBytes = step.bytes;
            hub.resendMissed(client);
          }
          if (step.do === 'resync') {
            await hub.resync();
            resynced = true;
          }
          if (step.do === 'changeMatches') {
            expect(hub.changeMatches('ana', 'tab', step.to)).toBe(true);
            client.readPrices(seenBy(added(step.to, chosen.at(-1)?.matches)));
            chosen.push({ matches: step.to, fromEvent: client.events.length });
          }
          if (step.do === 'alert') {
            hub.onNotification(JSON.stringify({ alerts: [[`a${index}`, step.uid]] }));
            if (step.uid === 'ana') sentAlerts.push(`"a${index}"`);
            await Promise.resolve();
          }
        }
        hub.flush();
        client.freeBytes = Number.POSITIVE_INFINITY;
        hub.resendMissed(client);
        const last = chosen.at(-1)?.matches ?? null;
        await waitFor(() => expect(of(last, client.prices())).toEqual(seenBy(last)));
        // A resync may lose an alert from the stream; the list of alerts still has it.
        if (!resynced) expect(client.alerts()).toEqual(sentAlerts);
        else expect(sentAlerts).toEqual(expect.arrayContaining(client.alerts()));

        // Cut off after any event, it resumes with exactly what it missed.
        const seen = cut % (client.events.length + 1);
        const lastEventId = client.events.slice(0, seen).at(-1)?.id ?? 'elsewhere.1';
        const reconnected = new FakeSubscriber('ana', last);
        reconnected.freeBytes = Number.POSITIVE_INFINITY;
        await hub.join(reconnected, lastEventId);
        const had = chosen.findLast(({ fromEvent }) => fromEvent <= seen)?.matches;
        reconnected.readPrices(seenBy(added(last, had)));
        const prices = new Map([...client.prices(seen), ...reconnected.prices()]);
        expect(of(last, prices)).toEqual(seenBy(last));
        expect(sentAlerts).toEqual(expect.arrayContaining(reconnected.alerts()));
        hub.close();
      }),
      { numRuns: 120 },
    );
  });
});

describe('clients of every match that are behind', () => {
  it('get the latest prices, encoded once for all, when what they missed is no longer kept', async () => {
    const { hub, price, seenBy } = harness();
    const readers = [new FakeSubscriber('ana', null), new FakeSubscriber('eva', null)];
    for (const client of readers) await hub.join(client, undefined);
    for (let round = 0; round < 50; round += 1) {
      for (let collectible = 0; collectible < 1_000; collectible += 1) price(collectible, round);
      hub.flush();
    }
    for (const client of readers) {
      client.freeBytes = Number.POSITIVE_INFINITY;
      hub.resendMissed(client);
      expect(client.prices()).toEqual(seenBy(null));
    }
    const [one = [], other = []] = readers.map(({ writes }) => writes);
    expect(one.length).toBeLessThan(20);
    expect(new Set([...one, ...other]).size).toBe(one.length);
    price(1, 77);
    hub.flush();
    expect(readers.map((client) => client.prices().get('c1'))).toEqual([77, 77]);
  });
});

describe('a price', () => {
  const setup = async (matches: ReadonlySet<string> | null) => {
    vi.useFakeTimers();
    const { price, connect } = harness();
    const client = await connect(matches);
    // Where it can resume from.
    client.events.splice(0);
    const received = () =>
      client.events.map(({ data }) => pricesEvent.parse(JSON.parse(data)).items);
    return { price, received };
  };

  it.each([
    ['its match', new Set(['m1'])],
    ['every match', null],
  ])(
    'of a quiet match is sent at once to clients of %s, of a busy one together with what follows',
    async (_who, matches) => {
      const { price, received } = await setup(matches);
      price(1, 100);
      vi.advanceTimersByTime(1);
      expect(received()).toMatchObject([[{ floorCents: 100 }]]);
      for (const cents of [200, 300, 400]) price(1, cents);
      price(4, 500);
      vi.advanceTimersByTime(240);
      expect(received()).toHaveLength(1);
      vi.advanceTimersByTime(10);
      expect(received().slice(1)).toMatchObject([[{ floorCents: 400 }, { floorCents: 500 }]]);
      vi.advanceTimersByTime(10_000);
      expect(received()).toHaveLength(2);
      price(1, 600);
      vi.advanceTimersByTime(1);
      expect(received()).toHaveLength(3);
    },
  );
});

describe('an alert', () => {
  it('does not overtake a price that clients of every match have yet to be sent', async () => {
    vi.useFakeTimers();
    const { hub, price, seenBy, connect } = harness();
    const client = await connect(null);
    price(1, 100);
    vi.advanceTimersByTime(1);
    // Numbered for its match; clients of every match are within their throttle interval.
    price(2, 200);
    vi.advanceTimersByTime(1);
    hub.onNotification(JSON.stringify({ alerts: [['a1', 'ana']] }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(client.alerts()).toEqual(['"a1"']);
    expect(client.prices()).toEqual(seenBy(null));
    expect(client.events.at(-1)?.event).toBe('alert');
  });

  it('that could not be read is sent when it is found again, and once', async () => {
    vi.useFakeTimers();
    let isBroken = true;
    const failures: unknown[] = [];
    const { hub, connect } = harness(
      [],
      (error: unknown) => void failures.push(error),
      async (owned) => {
        if (isBroken) throw new Error('no connection');
        return findIds(owned);
      },
    );
    const client = await connect(null);
    const notify = async () => {
      hub.onNotification(JSON.stringify({ alerts: [['a1', 'ana']] }));
      await vi.advanceTimersByTimeAsync(1_000);
    };
    await notify();
    expect([failures, client.alerts()]).toEqual([[new Error('no connection')], []]);
    isBroken = false;
    await notify();
    await notify();
    expect(client.alerts()).toEqual(['"a1"']);
  });
});

const source = { state: 'stale', observedAt: at, arrivedAt: at } as const;

it('the state of the source reaches a client whose buffer was full once it has room', async () => {
  const { hub, price } = harness();
  const client = new FakeSubscriber('ana', new Set(['m1']));
  await hub.join(client, undefined);
  hub.sendSource(source);
  client.freeBytes = Number.POSITIVE_INFINITY;
  hub.resendMissed(client);
  expect(client.events.map(({ event }) => event)).toEqual(['source']);
  // Once: what it misses later does not come with it again.
  client.freeBytes = 0;
  price(1, 100);
  hub.flush();
  client.freeBytes = Number.POSITIVE_INFINITY;
  hub.resendMissed(client);
  expect(client.events.map(({ event }) => event)).toEqual(['source', 'prices']);
});

it('believes of the end of sessions what the database says, and not what came over NATS', async () => {
  const { hub, connect } = harness();
  const end = vi.spyOn(await connect(null), 'end');
  const payload = JSON.stringify({ ended: ['ana'] });
  hub.onNotification(payload, { marketOnly: true });
  expect(end).not.toHaveBeenCalled();
  hub.onNotification(payload);
  expect(end).toHaveBeenCalledOnce();
});

describe('after notifications were lost', () => {
  const floor = { collectibleId: 'c1', matchId: 'm1', observedAt: at };
  const deferredHub = () => {
    const loads: ((floors: PriceUpdate[]) => void)[] = [];
    const hub = new LiveHub({
      snapshot: () => new Promise((resolve) => void loads.push(resolve)),
      findAlerts: async () => [],
      source: () => null,
      onFailure: throwError,
    });
    onTestFinished(() => hub.close());
    const client = new FakeSubscriber('ana', new Set(['m1']));
    client.freeBytes = Number.POSITIVE_INFINITY;
    return { hub, client, loads };
  };

  it('floors that were read before do not replace those read afterwards', async () => {
    const { hub, client, loads } = deferredHub();
    const joined = hub.join(client, 'elsewhere.1');
    const resynced = hub.resync();
    loads[0]?.([{ ...floor, floorCents: 7 }]);
    await joined;
    loads[1]?.([{ ...floor, floorCents: 9 }]);
    await resynced;
    await waitFor(() => expect(client.prices().get('c1')).toBe(9));
  });
});

it('a notification that cannot be parsed is reported to the operator, and holds back no other', async () => {
  const failures: unknown[] = [];
  const { hub, price, seenBy, connect } = harness([], (error) => void failures.push(error));
  const client = await connect(null);
  hub.onNotification('{"prices":[["c1"');
  price(1, 100);
  hub.flush();
  expect([failures, client.prices()]).toEqual([[expect.any(Error)], seenBy(null)]);
});
