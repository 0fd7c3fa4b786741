/** What the market's present instant is while its shards apply readings. */
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { findMarketVersion } from './catalogue.ts';

const instant = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour)).toISOString();
const { pool } = await openTestDatabase();
beforeAll(async () => {
  await pool.query(`
    insert into sources (name, fingerprint, currency, market_now) values ('test', 'f', 'EUR', '${instant(10)}');
    insert into shards (source, shard) values ('test', 0), ('test', 1)`);
});

it.each([
  ['the end of the stored history, until every shard has applied a reading', [11, null], 10],
  ['what the slowest shard has applied, once all go on from it', [12, 11], 11],
  ['the end of the stored history, while a shard repeats what came before it', [12, 9], 10],
] as const)('is %s', async (_what, [first, second], hour) => {
  const at = [first, second].map((each) => (each === null ? null : instant(each)));
  await pool.query('update shards set market_now = ($1::timestamptz[])[shard + 1]', [at]);
  expect((await findMarketVersion(pool)).now?.getUTCHours()).toBe(hour);
});
