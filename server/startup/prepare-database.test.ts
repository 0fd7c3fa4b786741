/** A database that waiting does not mend ends the start with one sentence; one that is away: tests/faults/startup.test.ts. */
import { expect, it, vi } from 'vitest';
import { createTestDatabase, openTestDatabase } from '#tests/support/database.ts';
import type { DatabaseUrls } from '../db/assert-sessions-work.ts';
import { prepareDatabase } from './prepare-database.ts';
import { StartError } from './start-fault.ts';

const { url } = await openTestDatabase();

async function expectRefused(urls: DatabaseUrls, sentence: string): Promise<void> {
  const handlers = { onAway: vi.fn(), onWaiting: vi.fn(), onMigrating: vi.fn() };
  const { signal } = new AbortController();
  const prepared = prepareDatabase(urls, { ...handlers, signal });
  await expect(prepared).rejects.toThrow(StartError);
  await expect(prepared).rejects.toThrow(sentence);
  expect(handlers.onAway).not.toHaveBeenCalled();
}

it.each([
  ['does not exist', { pathname: '/ninguna' }, 'de DATABASE_URL no existe esa base de datos.'],
  ['refuses our password', { password: 'otra' }, 'DATABASE_URL'],
])('one that %s, as waiting does not mend it', async (_what, change, sentence) => {
  const { href } = Object.assign(new URL(url), change);
  await expectRefused({ databaseUrl: href, databaseSessionUrl: href }, sentence);
});

it('two addresses that lead to two', async () => {
  const other = await createTestDatabase();
  const urls = { databaseUrl: url, databaseSessionUrl: other.url };
  await expectRefused(urls, 'no llevan a la misma base de datos');
  await other.drop();
});
