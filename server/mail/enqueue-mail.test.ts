/** A mail's id is derived from what it says: a copy after a fail-over carries the same Message-ID. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { enqueueMail, prepareMail } from './enqueue-mail.ts';

const { pool } = await openTestDatabase();
beforeAll(() => insertSamples(pool, { users: [{ uid: 'ana' }] }));
afterEach(() => pool.query('delete from deliveries'));

const content = {
  uid: 'ana',
  cause: 'test' as const,
  to: 'a@b.test',
  subject: 'Asunto',
  text: 'Texto',
  html: '<p>Texto</p>',
  headers: {},
};

it('is the same again when the row was lost, and another one when the mail is requested again', async () => {
  const id = await enqueueMail(pool, content);
  expect(await enqueueMail(pool, content)).not.toBe(id);
  await pool.query('delete from deliveries');
  expect(await enqueueMail(pool, content)).toBe(id);
});

it('differs by kind, user and identity', () => {
  const alert = { ...content, cause: 'alert' as const };
  const ids = [
    prepareMail(content, ['1/t/1/1']),
    prepareMail(alert, ['1/t/1/1']),
    prepareMail({ ...alert, uid: 'eva' }, ['1/t/1/1']),
    prepareMail(alert, ['1/t/1/2']),
    prepareMail(alert, ['1/t/1/1', '1/t/1/2']),
  ].map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
  expect(prepareMail({ ...alert, text: 'another price now' }, ['1/t/1/1']).id).toBe(ids[1]);
});
