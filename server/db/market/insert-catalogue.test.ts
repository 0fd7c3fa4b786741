/** The catalogue learns what a source says about a match anew, and keeps what it no longer says. */
import { beforeAll, expect, it } from 'vitest';
import type { CatalogueMatch } from '#server/market-model/marketplace.ts';
import { catalogueMatchSample } from '#tests/support/catalogue-samples.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { findMarketVersion, listKickoffs, loadCatalogue } from './catalogue.ts';
import { insertCatalogueEntries } from './insert-catalogue.ts';

const { pool } = await openTestDatabase();
beforeAll(async () => {
  await insertSamples(pool, { sources: [{}] });
});

const match: CatalogueMatch = {
  ...catalogueMatchSample,
  name: 'Ganador A contra ganador B',
  timeZone: 'Europe/Madrid',
  kickoffAt: new Date('2026-06-01T18:00:00Z'),
};
const learn = (said: Partial<CatalogueMatch>) =>
  insertCatalogueEntries(pool, 'test', [{ match: { ...match, ...said }, collectibles: [] }]);
const stored = async () => (await loadCatalogue(pool)).matches[0];

it('a postponed kick-off, a name and a venue are learnt, and the shards have the new kick-off', async () => {
  await learn({});
  const kickoffAt = new Date('2026-06-03T18:00:00Z');
  await learn({ name: 'España – Uruguay', venue: 'La Cartuja', kickoffAt });
  expect(await stored()).toMatchObject({
    name: 'España – Uruguay',
    venue: 'La Cartuja',
    kickoffAt,
  });
  const all = Array.from({ length: 64 }, (_, shard) => shard);
  expect(await listKickoffs(pool, 'test', all)).toEqual([
    { matchId: 'm', atMs: kickoffAt.getTime() },
  ]);
});

it('what the source no longer says stays, and saying the same writes nothing', async () => {
  const { rows } = await pool.query(`select xmin::text from matches where id = 'm'`);
  const before = await stored();
  await learn({ name: 'España – Uruguay', timeZone: null, kickoffAt: null });
  expect(await stored()).toEqual(before);
  expect((await pool.query(`select xmin::text from matches where id = 'm'`)).rows).toEqual(rows);
});

it('a changed match is a new version of the catalogue for the processes that have it in memory', async () => {
  const before = (await findMarketVersion(pool)).catalogue;
  await learn({ name: 'España – Italia' });
  expect((await findMarketVersion(pool)).catalogue).toBeGreaterThan(before);
});
