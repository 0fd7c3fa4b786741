/** The SQL check reports each mistake of `fixtures/queries.ts`, with its place, and nothing else. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { checkQueries } from './check-queries.ts';

const fixtures = 'tests/sql/fixtures/';
const schema = `
  create table matches (id bigint primary key, name text, seats integer, facts jsonb);
  create table offers (id bigint primary key)`;

test('every mistake is reported, with its file and line, and no right query', async () => {
  const database = await createTestDatabase({ isEmpty: true });
  try {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(schema);
    await client.end();
    const announced = readFileSync(`${fixtures}queries.ts`, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const message = /\/\/ Reported: (.+)$/.exec(line)?.[1];
        return message === undefined ? [] : [`${fixtures}queries.ts:${index + 2}: ${message}`];
      });
    const checked = await checkQueries(`${fixtures}tsconfig.json`, database.url);
    expect(announced.length).toBeGreaterThan(9);
    expect(checked.violations).toEqual(announced);
    expect(checked.exempt).toEqual([expect.stringMatching(/: a table of run time\.$/)]);
  } finally {
    await database.drop();
  }
});
