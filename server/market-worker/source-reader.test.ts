/** The one worker that reads the source: what it stores, and what a rejected reading leaves. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { catalogueMatchSample, collectibleSample } from '#tests/support/catalogue-samples.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { postgresBus } from '#tests/support/event-bus.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { createMetrics } from '../base/metrics.ts';
import type { EventBus } from '../events/event-bus.ts';
import type {
  CatalogueEntry,
  Reading,
  ResumableMarketplace,
  SourceReport,
} from '../market-model/marketplace.ts';
import { SourceReader } from './source-reader.ts';
import { joinWorkers, type Membership } from './worker-membership.ts';

const { pool, url } = await openTestDatabase();
let membership: Membership;
let bus: EventBus;
let readers: SourceReader[];
const metrics = createMetrics();
beforeEach(async () => {
  bus = postgresBus(url);
  readers = [];
  await pool.query(`
    truncate sources cascade;
    insert into sources (name, fingerprint, currency) values ('test', 'f', 'EUR');
    insert into shards (source, shard) values ('test', 0)`);
  membership = await joinWorkers(url, 'test', { playing: true, speed: 1 });
});
afterEach(async () => {
  for (const reader of readers) await reader.stop();
  await membership.leave();
  await bus.close();
});

const entry: CatalogueEntry = {
  match: catalogueMatchSample,
  collectibles: [{ ...collectibleSample, id: 'a1', url: 'https://mercado.example/a1' }],
};
const reading = (part: Partial<Reading> = {}): Reading => ({
  observedAt: '2026-01-01T00:00:00Z',
  kind: 'changes',
  ticks: [{ collectibleId: 'a1', floorCents: 700 }],
  ...part,
});
async function claim(
  log: Partial<EventBus['readings']> = {},
  source: Partial<ResumableMarketplace> = {},
): Promise<SourceReader | null> {
  const readings = Object.assign(Object.create(bus.readings), log);
  const reader = await SourceReader.claim({
    pool,
    membership,
    metrics,
    bus: Object.assign(Object.create(bus), { readings }),
    source: {
      name: 'test',
      fingerprint: 'f',
      currency: 'EUR',
      expectedEveryMs: 1_000,
      pageOrigins: ['https://mercado.example'],
      resume() {},
      async *catalogue() {},
      async *readings() {},
      ...source,
    },
    onChange: () => {},
  });
  if (reader !== null) readers.push(reader);
  return reader;
}
async function claimed(...log: Parameters<typeof claim>): Promise<SourceReader> {
  const reader = await claim(...log);
  if (reader === null) throw new Error('Another worker reads the source.');
  return reader;
}
const store = (reader: SourceReader, ...readings: Reading[]) =>
  reader.store(readings.map((one) => ({ reading: one, arrivedAt: new Date() })));
const rows = async (sql: string) => (await pool.query(sql)).rows;

it('what a rejected reading names is not known: the next one that names it is stored whole', async () => {
  const reader = await claimed();
  const catalogue = [entry];
  expect(await store(reader, reading({ observedAt: 'ayer', catalogue }))).toEqual([]);
  expect(await rows('select id from collectibles')).toEqual([]);
  const [stored] = await store(reader, reading({ catalogue }));
  expect(stored).toMatchObject({ catalogueGrew: true, ticks: [['a1', 700, null, null]] });
  expect(await rows('select id, match_id from collectibles')).toEqual([
    { id: 'a1', match_id: 'm' },
  ]);
  expect(await rows('select url from market_pages')).toEqual([
    { url: 'https://mercado.example/a1' },
  ]);
  expect(reader.newestId).toBe(stored?.id);
});

it('a match is stored with its first collectible, and none for those that have theirs already', async () => {
  const reader = await claimed();
  await store(reader, reading({ catalogue: [entry] }));
  for (const id of ['m-1', 'm-2']) {
    const catalogue = [{ ...entry, match: { ...entry.match, id } }];
    await store(reader, reading({ observedAt: '2026-01-02T00:00:00Z', catalogue }));
  }
  const catalogue = [{ ...entry, match: { ...entry.match, name: 'Uruguay – España' } }];
  await store(reader, reading({ observedAt: '2026-01-03T00:00:00Z', catalogue }));
  expect(await rows('select id, name from matches')).toEqual([
    { id: 'm', name: 'Uruguay – España' },
  ]);
});

it('opens what another currency had closed once its own alone has come for ten minutes, over a restart too', async () => {
  const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count));
  const tickAt = (reader: SourceReader, count: number, tick: object = {}) => {
    const ticks = [{ collectibleId: 'a1', floorCents: 700 + count, ...tick }];
    const observedAt = minute(count).toISOString();
    const arrivedAt = minute(count);
    return reader.store([
      { reading: reading({ observedAt, ticks, catalogue: [entry] }), arrivedAt },
    ]);
  };
  const reopens = async () => {
    const found = await rows('select from matches where reopens_since is not null');
    await pool.query('update matches set reopens_since = null');
    return found.length > 0;
  };
  const reader = await claimed();
  await tickAt(reader, 0);
  await insertSamples(pool, {
    users: [{ uid: 'ana' }],
    thresholds: [{ uid: 'ana', match_id: 'm', target_id: 'a1', pause_reason: 'currency' }],
  });
  await tickAt(reader, 1, { currency: 'USD' });
  await tickAt(reader, 10);
  expect(await reopens()).toBe(false);
  await tickAt(reader, 11, { floorCents: null });
  expect(await reopens()).toBe(false);
  await tickAt(reader, 12);
  expect(await reopens()).toBe(true);
  await tickAt(reader, 13);
  expect(await reopens()).toBe(false);
  await reader.release();
  await tickAt(await claimed(), 14);
  expect(await reopens()).toBe(true);
});

it.each([
  ['ten minutes ahead, of the worker before', 600_000],
  ['thirty days ahead, once', 30 * 86_400_000],
  ['two minutes ahead, and has stepped back', 120_000],
])('no clock that was %s makes the prices of a crawl late or future', async (_, aheadMs) => {
  const aheadAt = new Date(Date.now() + aheadMs);
  const observedAt = new Date().toISOString();
  const crawl = () => reading({ observedAt, isStampedHere: true, catalogue: [entry] });
  const instants = (stored: readonly { readonly observedAt: Date }[]) =>
    stored.map(({ observedAt }) => observedAt.getTime() - aheadAt.getTime());
  // Applied by the shard, and still waiting in the log.
  await pool.query('update shards set market_now = $1', [aheadAt]);
  const reader = await claimed();
  expect(instants(await store(reader, crawl(), crawl()))).toEqual([1, 2]);
  await reader.release();
  await pool.query('update shards set market_now = null');
  expect(instants(await store(await claimed(), crawl()))).toEqual([3]);
});

it('the first of the crawls that leave absences open is remembered over a restart, until one is complete', async () => {
  const crawled = (isComplete: boolean | null) => ({ isComplete }) as SourceReport;
  const incompleteSince = async (...crawls: (boolean | null)[]) => {
    let report = crawled(null);
    const reader = await claimed({}, { report: () => report });
    for (const isComplete of crawls) {
      report = crawled(isComplete);
      await reader.saveStatus();
    }
    await reader.release();
    const [source] = await rows('select incomplete_since as "at" from sources');
    return source.at;
  };
  expect(await incompleteSince(true)).toBeNull();
  const first = await incompleteSince(false);
  expect(first).toBeInstanceOf(Date);
  expect(await incompleteSince(null)).toEqual(first);
  expect(await incompleteSince(false)).toEqual(first);
  expect(await incompleteSince(false, true)).toBeNull();
});
