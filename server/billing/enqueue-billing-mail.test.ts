/** Billing mails: their preview text, and to whom none is sent. */
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { findUser, type User } from '../db/users/users.ts';
import { enqueueBillingMail } from './enqueue-billing-mail.ts';

const { pool } = await openTestDatabase();
let user: User;
beforeAll(async () => {
  await insertSamples(pool, { users: [{}] });
  const found = await findUser(pool, 'ana');
  if (found === null) throw new Error('no such user');
  user = found;
});

const send = async (to: User) => {
  await pool.query('delete from deliveries');
  const mail = {
    kind: 'ended',
    plan: 'premium',
    unpaid: true,
    change: null,
    granted: null,
  } as const;
  await enqueueBillingMail(pool, to, mail, { appOrigin: 'https://vigia.test', now: new Date() });
  const { rows } = await pool.query<{ text: string; html: string }>(
    'select body_text as text, body_html as html from deliveries',
  );
  return rows;
};

it('an inbox shows the first sentence beside the subject', async () => {
  const [mail] = await send(user);
  const [, preview] = mail?.html.match(/overflow:hidden">([^<]*)</) ?? [];
  expect(preview).toMatch(/^Tu plan Premium ha terminado porque no hemos podido cobrarlo\./);
});

it('none goes to an unconfirmed address or a closed account', async () => {
  expect(await send({ ...user, emailConfirmedAt: null })).toEqual([]);
  expect(await send({ ...user, closedAt: new Date() })).toEqual([]);
});
