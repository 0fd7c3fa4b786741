/**
 * Row 23 of the fault campaign, what is still asked of a session that has gone mute: `pg` warns when a query waits behind
 * another that waits, which is what asking again and again without an answer comes to.
 */
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { joinWorkers } from '#server/market-worker/worker-membership.ts';
import { type OpenDatabase, openTestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type MuteProxy, startMuteProxy } from './support/mute-proxy.ts';

let database: OpenDatabase;
let direct: pg.Client;
let proxy: MuteProxy;
let url: string;
let warnings: string[];
const record = ({ message }: Error) => warnings.push(message);

beforeEach(async () => {
  database = await openTestDatabase();
  direct = new pg.Client({ connectionString: database.url });
  await direct.connect();
  const target = new URL(database.url);
  proxy = await startMuteProxy({ host: target.hostname, port: Number(target.port) });
  target.port = String(proxy.port);
  url = target.href;
  warnings = [];
  process.on('warning', record);
});
afterEach(async () => {
  process.off('warning', record);
  await direct.end();
});

it('a worker that has lost its lease asks nothing more', async () => {
  await direct.query(
    `insert into sources (name, fingerprint, currency) values ('mute', '', 'EUR')`,
  );
  const playback = { playing: true, speed: 1 };
  const membership = await joinWorkers(url, 'mute', playback);
  proxy.muteOpen();
  await expect(membership.lost).rejects.toThrow();
  // Its last transaction may take some seconds to end.
  const lostAtMs = performance.now();
  await waitFor(() => expect(performance.now() - lostAtMs).toBeGreaterThan(4_000));
  await membership.leave();
  expect(warnings).toEqual([]);
});
