/** What /health shows of a relay that answers and accepts nothing. */
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { findRelayRefusal } from '../db/alerts/mail-relay.ts';
import { createPool } from '../db/pool.ts';
import { RelayRefusedError } from './relay-errors.ts';
import { RelayStatus } from './relay-status.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let relay: RelayStatus;
const clock = { nowMs: 0 };

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
  clock.nowMs = 1_000_000;
  relay = new RelayStatus({
    pool,
    log: pino({ level: 'silent' }),
    smtpUrl: 'smtp://relay.example',
    nowMs: () => clock.nowMs,
  });
});
afterEach(async () => {
  relay.close();
  await pool.end();
  await database.drop();
});

const replied = (response: string) =>
  Object.assign(new Error(`Message failed: ${response}`), {
    command: 'DATA',
    responseCode: Number(response.slice(0, 3)),
    response,
  });
const failThrice = (error: Error, everyMs: number) => {
  for (let n = 0; n < 3; n += 1) {
    relay.failed('ana@correo.example', error);
    clock.nowMs += everyMs;
  }
};

it('names its words when nothing was accepted for a minute, until something is', async () => {
  failThrice(replied('452 4.3.1 insufficient system storage'), 31_000);
  await waitFor(async () => expect(await findRelayRefusal(pool)).toContain('452 4.3.1'));
  expect(relay.isRefusing).toBe(false);
  relay.accepted('eva@correo.example');
  await waitFor(async () => expect(await findRelayRefusal(pool)).toBeNull());
});

it('lets mails go on, first one at a time, once a refusing relay has accepted one', () => {
  relay.failed('ana@correo.example', new RelayRefusedError('421 too busy'));
  expect([relay.isRefusing, relay.waitMs > 0]).toEqual([true, true]);
  relay.accepted('ana@correo.example');
  expect([relay.isRefusing, relay.waitMs, relay.isOneAtATime]).toEqual([false, 0, true]);
});

it('says nothing of a short trouble, or of mails refused for good', async () => {
  failThrice(replied('452 4.3.1 insufficient system storage'), 100);
  relay.accepted('eva@correo.example');
  failThrice(replied('550 5.1.1 no such user'), 60_000);
  // Its own words arrive after whatever was stored before.
  failThrice(replied('451 4.3.0 the last'), 61_000);
  await waitFor(async () => expect(await findRelayRefusal(pool)).toContain('the last'));
});

it('also names a relay that is silent about whole messages', async () => {
  failThrice(new Error('the relay did not answer the whole message'), 31_000);
  await waitFor(async () => expect(await findRelayRefusal(pool)).toContain('did not answer'));
});
