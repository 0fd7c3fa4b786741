/** The SQL check reports each mistake in a table of wrong queries, with its place, and nothing in the right ones. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type CheckedQueries, checkQueries } from './check-queries.ts';

const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url));
const schema = `
  create table matches (
    id bigint primary key generated always as identity, name text not null, seats integer,
    kickoff_at timestamptz, facts jsonb, key bytea);
  create table offers (
    id bigint primary key, match_id bigint not null references matches, price integer not null)`;

let database: TestDatabase;
let checked: CheckedQueries;

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(schema);
  await client.end();
  checked = await checkQueries(fixtures, `${fixtures}tsconfig.json`, database.url);
});
afterAll(() => database.drop());

/** What the comments of a file announce of the first line of code below each. */
function announcedIn(file: string) {
  const lines = readFileSync(`${fixtures}${file}`, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const message = /\/\/ Reported: (.+)$/.exec(line)?.[1];
    if (message === undefined) return [];
    const below = lines.findIndex((other, at) => at > index && !other.trim().startsWith('//'));
    return [{ place: `${file}:${below + 1}`, message }];
  });
}

test('every wrong query is reported, with its file and line, and no right one', () => {
  const announced = announcedIn('wrong-queries.ts');
  expect(announced.length).toBeGreaterThan(20);
  expect(checked.violations).toEqual(announced);
});

test('a call that a comment exempts is named with its reason', () => {
  expect(checked.exempt).toEqual([
    { place: expect.stringMatching(/^right-queries\.ts:\d+$/), message: 'a table of run time.' },
  ]);
});
