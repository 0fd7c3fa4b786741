/** The test mail is an alert of the user's own threshold, marked as a test, on a real database. */
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { findUser } from '../db/users/users.ts';
import { enqueueTestMail } from './enqueue-test-mail.ts';

const config = { appOrigin: 'https://vigia.example', linkSecrets: ['s'.repeat(32)] as const };
const { pool } = await openTestDatabase();
beforeAll(async () => {
  await insertSamples(pool, {
    matches: [{}, { name: 'Italia – Perú', city: 'Bilbao' }],
    collectibles: [
      { category: 'cat2', floor_cents: 19_000, listings: 7 },
      { name: 'Categoría 1', category: 'cat1' },
      { name: 'Palco', category: 'palco', currency: 'USD', floor_cents: 100, listings: 1 },
      { match_id: 'm2', name: 'Fondo', category: 'cat2', floor_cents: 100, listings: 1 },
    ],
  });
});

async function mailOf(uid: string, thresholds: readonly object[] = []) {
  const active_from = new Date();
  await insertSamples(pool, {
    users: [{ uid }],
    thresholds: thresholds.map((columns) => ({ uid, active_from, ...columns })),
  });
  const user = await findUser(pool, uid);
  if (user === null) throw new Error('the user is missing');
  await enqueueTestMail(pool, user, config);
  const { rows } = await pool.query<{ subject: string; text: string; html: string; cause: string }>(
    'select subject, body_text as text, body_html as html, cause from deliveries where uid = $1',
    [uid],
  );
  expect(rows).toHaveLength(1);
  return rows[0] ?? { subject: '', text: '', html: '', cause: '' };
}

it('looks like an alert of the newest threshold, and says that it is none', async () => {
  const { subject, text, html, cause } = await mailOf('ana', [{}]);
  expect(cause).toBe('test');
  expect(subject).toMatch(/^Prueba · 180\s€ · España – Uruguay, Categoría 2/);
  for (const body of [text, html]) expect(body).toContain('ningún precio lo ha cruzado');
  expect(html).toMatch(/Tu umbral: 180\s€\. Faltan 10,00\s€/);
  expect(html).not.toContain('Ha vuelto atrás');
  expect(text).toContain('https://vigia.example/dashboard/partidos/m1?c=c1&umbral=t1');
  expect(text).toContain('España – Uruguay, Categoría 2');
});

it('takes the cheapest of a match', async () => {
  const { html } = await mailOf('bea', [{ target_kind: 'match', condition: 'low', value: 30 }]);
  expect(html).toContain('El más barato');
  expect(html).toContain('190,00');
});

it.each([
  ['a user without thresholds', 'carla', []],
  ['a deleted threshold', 'dario', [{ deleted_at: new Date() }]],
  ['a threshold on what is not on sale', 'elena', [{ target_id: 'c2' }]],
])('is a plain one for %s', async (_case, uid, thresholds) => {
  expect((await mailOf(uid, thresholds)).subject).toBe('Prueba de Vigía: tus alertas llegan aquí');
});
