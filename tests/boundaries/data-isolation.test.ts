import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { rollBackAfter } from '#tests/support/roll-back-after.ts';
import { ana, bruno, seedTwoUsers } from '#tests/support/two-users.ts';
import { findUserRows } from './find-user-rows.ts';
import { ownedQueries, preparations } from './owned-queries.ts';

const { pool: together } = await openTestDatabase({ connections: 2 });
const { pool: alone } = await openTestDatabase({ connections: 2 });
beforeAll(async () => {
  for (const pool of [together, alone]) await seedTwoUsers(pool);
  await alone.query(`delete from users where uid = 'bruno'`);
  await alone.query(`delete from erasure_jobs where uid = 'bruno'`);
});

/** Tables without a uid, whose rows name a user's objects in another column. */
const linkedTables = {
  billing_jobs: 'target',
  billing_processed_events: 'id',
  billing_archived_invoices: 'id',
} as const;
const recentMs = 40 * 24 * 3_600_000;

/** Rows of a user in a fixed order, comparable between two runs. */
async function rowsOf(client: pg.PoolClient, uid: string): Promise<string[]> {
  const owned = await findUserRows(client as unknown as pg.Pool, uid);
  const { rows: linked } = await client.query(
    Object.entries(linkedTables)
      .map(
        ([table, column]) =>
          `select '${table}', to_jsonb(t) from ${table} t where ${column} like $1`,
      )
      .join(' union all '),
    [`%${uid}`],
  );
  return [...owned, ...linked].map((row) => comparable(row)).sort();
}

/** As text, without what two runs of the same call differ in: recent instants, numbers and keys it drew. */
const comparable = (value: unknown): string =>
  JSON.stringify(value ?? null, function replace(this: unknown, name, part) {
    const original = (this as Record<string, unknown>)[name];
    if (original instanceof Map || original instanceof Set) return [...original];
    if (name === 'seq') return 'drawn';
    if (typeof part === 'number' && ['key', 'id'].includes(name))
      return seededNumbers.has(part) ? part : 'drawn';
    if (typeof part === 'string' && /^[0-9a-f-]{36}$/.test(part) && !part.startsWith('00000000'))
      return 'drawn';
    return part;
  }).replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, (at) =>
    Math.abs(Date.parse(at) - Date.now()) < recentMs ? 'recent' : at,
  );
const seededNumbers = new Set<number>(
  [ana, bruno].flatMap((user) => [...user.keys, ...user.alertIds]),
);

it.each(Object.entries(ownedQueries))(
  'for Ana, with Bruno in the same state: %s',
  async (name, call) => {
    const prepare = (client: pg.PoolClient) => client.query(preparations[name] ?? '');
    const expected = await rollBackAfter(alone, async (client) => {
      await prepare(client);
      const answer = comparable(await call(client));
      return { answer, rows: await rowsOf(client, ana.uid) };
    });
    await rollBackAfter(together, async (client) => {
      await prepare(client);
      const before = await rowsOf(client, bruno.uid);
      const answer = comparable(await call(client));
      expect({ answer, rows: await rowsOf(client, ana.uid) }).toEqual(expected);
      expect(await rowsOf(client, bruno.uid)).toEqual(before);
      for (const sign of [bruno.uid, String(bruno.figure), ...bruno.mailIds])
        expect(answer).not.toContain(sign);
    });
  },
);
