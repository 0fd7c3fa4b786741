/** The mail that says that a channel has stopped: to whom, and how often. */

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { insertChannel } from '../db/alerts/channels.ts';
import { inTransaction } from '../db/transaction.ts';
import { stopRejectedChannel } from './stop-channel.ts';

const id = randomUUID();
let pool: pg.Pool;
beforeEach(async () => {
  ({ pool } = await openTestDatabase());
  await insertSamples(pool, { users: [{ uid: 'ana' }] });
  const settings = Buffer.alloc(40);
  const channel = { id, kind: 'discord' as const, name: 'Mi peña', settings, linkCode: null };
  await insertChannel(pool, 'ana', channel);
});

const stop = () =>
  inTransaction(pool, (client) =>
    stopRejectedChannel(
      client,
      { appOrigin: 'https://vigia.example' },
      { channelId: id, uid: 'ana', kind: 'discord', reason: 'Respondió 404.' },
    ),
  );
const mails = async () =>
  (await pool.query('select to_address, subject, body_text from outbox')).rows;
const channelState = async () =>
  (await pool.query('select state, stop_reason from channels')).rows[0];

it('its user gets one mail with the reason, also when it is stopped twice', async () => {
  await stop();
  await stop();
  expect(await channelState()).toEqual({ state: 'detenido', stop_reason: 'Respondió 404.' });
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to_address: 'ana@example.test',
    subject: 'Un canal se ha detenido: Mi peña',
    body_text: expect.stringContaining('«Mi peña» (Discord) ha rechazado tres envíos seguidos'),
  });
  expect(mail?.body_text).toContain('Respondió 404.');
  expect(mail?.body_text).toContain('https://vigia.example/dashboard/configuracion');
});

it('an address that nobody has confirmed gets none, and the channel stops all the same', async () => {
  await pool.query('update users set email_confirmed_at = null');
  await stop();
  expect(await mails()).toEqual([]);
  expect(await channelState()).toMatchObject({ state: 'detenido' });
});
