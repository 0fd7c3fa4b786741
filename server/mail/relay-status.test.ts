/** What /health shows of a relay that answers and accepts nothing. */
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { findRelayRefusal } from '../db/alerts/mail-relay.ts';
import { RelayRefusedError } from './relay-errors.ts';
import { RelayStatus } from './relay-status.ts';

// One connection: what an earlier test has still to write comes before.
const { pool } = await openTestDatabase({ connections: 1 });
let relay: RelayStatus;
const clock = { nowMs: 0 };
/** What the operator's log says. */
let logged: { level: number; msg: string; reason?: string; responseCode?: number }[];

beforeEach(async () => {
  await pool.query('delete from mail_relay');
  clock.nowMs = 1_000_000;
  logged = [];
  relay = new RelayStatus({
    pool,
    log: pino({}, { write: (line) => void logged.push(JSON.parse(line)) }),
    smtpUrl: 'smtp://relay.example',
    nowMs: () => clock.nowMs,
  });
});
afterEach(async () => {
  relay.close();
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

describe('the operator’s log', () => {
  const messages = () => logged.map(({ msg }) => msg);

  it('says once that the relay refuses us, with its words, and once that it is back', () => {
    const refused = Object.assign(new RelayRefusedError('421 too busy'), { responseCode: 421 });
    relay.failed('ana@correo.example', refused);
    relay.failed('eva@correo.example', refused);
    expect(logged).toMatchObject([
      { level: 40, msg: 'the relay refuses us: all mails wait', reason: '421 too busy' },
    ]);
    relay.accepted('ana@correo.example');
    relay.accepted('ana@correo.example');
    expect(messages()).toEqual([
      'the relay refuses us: all mails wait',
      'the relay accepts mail again',
    ]);
  });

  it('says once that no mail leaves', () => {
    for (let round = 0; round < 2; round += 1)
      failThrice(replied('452 4.3.1 insufficient system storage'), 31_000);
    expect(logged).toMatchObject([
      { level: 40, msg: 'no mail leaves, though the relay answers', responseCode: 452 },
    ]);
  });

  it.each([
    ['two attempts', 2, 40_000],
    ['three within a minute', 3, 29_999],
  ])('says nothing of %s', (_what, attempts, everyMs) => {
    for (let n = 0; n < attempts; n += 1) {
      relay.failed('ana@correo.example', replied('452 4.3.1 full'));
      clock.nowMs += everyMs;
    }
    expect(logged).toEqual([]);
  });

  it('says it after exactly a minute', () => {
    failThrice(replied('452 4.3.1 full'), 30_000);
    expect(messages()).toEqual(['no mail leaves, though the relay answers']);
  });

  it('counts no mail refused for good, and begins anew with one accepted', () => {
    failThrice(replied('500 5.1.1 no such user'), 61_000);
    failThrice(replied('452 4.3.1 full'), 100);
    relay.accepted('eva@correo.example');
    clock.nowMs += 61_000;
    relay.failed('ana@correo.example', replied('452 4.3.1 full'));
    relay.failed('ana@correo.example', replied('452 4.3.1 full'));
    expect(logged).toEqual([]);
  });
});

describe('a relay that refused us', () => {
  const refuse = () => relay.failed('ana@correo.example', new RelayRefusedError('421 too busy'));

  it('deals with us again once it answers a mail, whatever it answers', async () => {
    refuse();
    await waitFor(async () => expect(await findRelayRefusal(pool)).toContain('too busy'));
    relay.failed('eva@correo.example', replied('550 5.1.1 no such user'));
    expect([relay.isRefusing, relay.isOneAtATime]).toEqual([false, true]);
    await waitFor(async () => expect(await findRelayRefusal(pool)).toBeNull());
  });
});
