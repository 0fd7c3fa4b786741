/** The example clients of docs/programs.md, run as they are against the API over HTTP. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { createKey, openTestApi } from './api.harness.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const api = await openTestApi();
let env: Record<string, string | undefined>;
beforeAll(async () => {
  await api.call({ url: '/api/auth/verify' });
  await api.pool.query(`insert into plan_grants values ('ana', 'premium', 'test')`);
  const key = await createKey(api.pool, 'ana', 'write');
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  env = { ...process.env, VIGIA_URL: url, VIGIA_KEY: key };
});

const pausedIds = async () => {
  const { rows } = await api.pool.query<{ id: string }>(
    `select id from thresholds where pause_reason = 'user' order by key`,
  );
  return rows.map(({ id }) => id);
};

it('the shell creates a threshold once, however often it runs; the program pauses it', async () => {
  for (let n = 0; n < 2; n += 1) {
    const { stdout } = await run('sh', ['docs/examples/client.sh', 'c1'], { cwd: root, env });
    const [prices, threshold, alerts] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(prices.items).toHaveLength(4);
    expect(threshold).toMatchObject({ id: 'from-the-shell', matchId: 'm1' });
    expect(alerts).toMatchObject({ items: [], unread: 0 });
  }
  expect(await pausedIds()).toEqual([]);
  const { stdout } = await run(process.execPath, ['docs/examples/client.ts', 'm1'], {
    cwd: root,
    env,
  });
  expect(stdout).toBe('from-the-shell\n');
  expect(await pausedIds()).toEqual(['from-the-shell']);
});
