/** What is known to be null at times, as PostgreSQL analyses queries: one result column each. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Catalogue, loadCatalogue } from './catalogue.ts';
import { connectToDescribe, describeStatement } from './describe-statement.ts';
import { findNullableColumns } from './nullability.ts';

let database: TestDatabase;
let client: pg.Client;
let catalogue: Catalogue;

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  client = await connectToDescribe(database.url);
  await client.query('create table a (id integer primary key, x integer, doc jsonb not null)');
  await client.query('create table b (a_id integer not null, y integer not null)');
  catalogue = await loadCatalogue(client);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function isNullable(sql: string): Promise<boolean | undefined> {
  const { tree } = await describeStatement(client, sql);
  return tree === null ? undefined : findNullableColumns(tree, catalogue)[0];
}

test.each([
  'select x from a',
  'select x + 1 from a',
  'select null',
  'select y from a left join b on a_id = id',
  'select a.id from b left join a on a.id = b.a_id',
  'select a.id from a right join b on a_id = id',
  'select y from a full join b on a_id = id',
  'select max(id) from a',
  'select array_agg(id) from a',
  'select max(x) from a group by id',
  'select max(id) filter (where id > 1) from a group by x',
  'select case when id > 1 then id end from a',
  'select (select y from b where a_id = id) from a',
  "select doc ->> 'key' from a",
  'select (array_agg(id order by id))[1] from a group by id',
  'select nullif(id, 1) from a',
  'select lag(id) over (order by id) from a',
  'select coalesce(x, null) from a',
  'select q.x from (select x from a) q',
  'with q as (select x from a) select x from q',
  'select id from a union all select x from a',
  'select p.v from (values (1), (null)) p (v)',
  'update a set x = null where x > 1 returning x',
  'with q as (update a set x = 1 returning x, null as y) select y from q',
  'select x from a left join b on x > 1',
  'select x > 1 or id > 1 from a',
  'select x from a where x > 1 or id > 1',
  'select x from a group by x',
])('%s: null at times', async (sql) => {
  expect(await isNullable(sql)).toBe(true);
});

test.each([
  'select id from a',
  'select id + 1 from a',
  'select count(x) from a',
  'select coalesce(x, 0) from a',
  'select x is null from a',
  'select x is not null and x > 1 from a',
  'select x is null or x > 1 from a',
  'select x from a where x is not null',
  'select x from a where x > $1',
  'select x from a where x = any($1)',
  'select x from a join b on x = a_id',
  'select y from b left join a on a.id = b.a_id',
  'select a.x from b left join a on a.id = b.a_id where a.x is not null',
  'select max(id) from a group by x',
  'select array(select x from a)',
  'select (select count(*) from a)',
  'select exists (select from a where x > 1)',
  'select case when x is not null then x else 0 end from a',
  'select q.x from (select x from a where x > 0) q',
  'with q as (select id from a) select id from q',
  'select q.m from (select max(id) as m from a) q where q.m is not null',
  'update a set x = 1 where id = 1 returning x',
  'insert into b values (1, 2) returning y',
  'delete from b returning y',
  'with recursive q as (select 1 as n union all select n + 1 from q where n < 3) select n from q',
  'select v from unnest($1::integer[]) as n (v)',
])('%s: never known to be null', async (sql) => {
  expect(await isNullable(sql)).toBe(false);
});
