/** The routes of mail links, confirmation and alert actions, on a real database. */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { mailActionRoutes } from '../alerts/mail-action-routes.ts';
import { sessionEndedError } from '../base/errors.ts';
import { DatabaseClock } from '../db/database-clock.ts';
import { confirmationRoutes, enqueueConfirmation } from '../profile/email-confirmation.ts';
import { type LinkClaims, signLink } from './signed-links.ts';

const config = { appOrigin: 'https://vigia.example', linkSecrets: ['s'.repeat(32)] as const };
const user = { uid: 'ana', email: 'ana@example.test' };
const clock = new DatabaseClock();
const { pool } = await openTestDatabase();
let app: FastifyInstance;
beforeAll(() =>
  insertSamples(pool, {
    matches: [{ id: 'm1' }],
    collectibles: [{ id: 'c1', floor_cents: 17_500 }],
  }),
);

beforeEach(async () => {
  await pool.query('delete from users; delete from confirmation_mails');
  app = Fastify();
  await app.register(confirmationRoutes({ pool, config, clock }));
  await app.register(mailActionRoutes({ pool, config, clock }));
  await insertSamples(pool, {
    users: [{ uid: 'ana', email_confirmed_at: null }],
    thresholds: [
      { id: 'uno', active_from: new Date() },
      { id: 'dos', value: 16_000, active_from: new Date() },
    ],
  });
});
afterEach(async () => {
  await app.close();
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const get = (url: string) => app.inject({ method: 'GET', url });
const post = (url: string, headers = form, payload = 'List-Unsubscribe=One-Click') =>
  app.inject({ method: 'POST', url, headers, payload });
const titleOf = (page: { body: string }) => /<h1>([^<]*)<\/h1>/.exec(page.body)?.[1];

const actionUrl = (
  purpose: LinkClaims['purpose'],
  subject = '',
  expiresAtMs = Date.now() + 60_000,
) =>
  `/api/alerts/actions?token=${signLink({ purpose, uid: 'ana', subject, expiresAtMs }, config.linkSecrets)}`;

async function confirmationUrl(): Promise<string> {
  await enqueueConfirmation(pool, user, config);
  const { rows } = await pool.query<{ text: string }>(
    `select body_text as text from deliveries where cause = 'confirmation' order by created_at desc`,
  );
  const url = /https:\S+confirmar\S+/.exec(rows[0]?.text ?? '')?.[0];
  return (url ?? '').replace(config.appOrigin, '');
}

const state = async () => {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select u.email_confirmed_at is not null as confirmed, u.mail, u.settings_version as version,
       t.pause_reason as pause, t.snoozed_until as until, t.version as threshold_version,
       (select count(*) from threshold_commands) as commands,
       (select count(*) from projection_jobs) as projections
     from users u join thresholds t on t.uid = u.uid where t.id = 'uno'`,
  );
  return rows[0];
};

describe('the confirmation link', () => {
  it('shows a button, and confirms only when it is pressed', async () => {
    const url = await confirmationUrl();
    const shown = await get(url);
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain('<button>Confirmar mi correo</button>');
    expect(shown.headers['referrer-policy']).toBe('no-referrer');
    expect((await state())?.confirmed).toBe(false);
    const done = await post(url);
    expect([done.statusCode, titleOf(done)]).toEqual([200, 'Correo confirmado']);
    expect(done.body).toContain('href="https://vigia.example/dashboard"');
    expect((await state())?.confirmed).toBe(true);
    expect(titleOf(await post(url))).toBe('Tu correo ya estaba confirmado');
  });

  it('of an address the account no longer has does not confirm', async () => {
    const url = await confirmationUrl();
    await pool.query(`update users set email = 'otra@example.test'`);
    expect((await post(url)).statusCode).toBe(410);
    expect((await state())?.confirmed).toBe(false);
  });

  it('is not sent twice within seconds', async () => {
    expect(await enqueueConfirmation(pool, user, config)).toEqual({ sent: true });
    expect(await enqueueConfirmation(pool, user, config)).toMatchObject({ sent: false });
    await pool.query(`update deliveries set created_at = now() - interval '1 minute'`);
    expect(await enqueueConfirmation(pool, user, config)).toEqual({ sent: true });
  });

  it('is sent to one mailbox five times in a day, however its address is written', async () => {
    const send = async (email: string) => {
      await pool.query('delete from deliveries');
      return enqueueConfirmation(pool, { ...user, email }, config);
    };
    await pool.query('delete from confirmation_mails');
    for (const email of ['x@example.test', 'X@example.test', 'x+1@example.test'])
      expect(await send(email)).toEqual({ sent: true });
    for (let nth = 4; nth <= 5; nth += 1)
      expect(await send('x+2@Example.test')).toEqual({ sent: true });
    expect(await send('x+3@example.test')).toMatchObject({ sent: false });
    expect(await send('y@example.test')).toEqual({ sent: true });
    await pool.query(`update confirmation_mails set sent_at = sent_at - interval '1 day'`);
    expect(await send('x@example.test')).toEqual({ sent: true });
  });
});

describe('the links of an alert', () => {
  it('only show a page on GET', async () => {
    const before = await state();
    for (const purpose of ['snooze', 'pause', 'unsubscribe'] as const)
      expect((await get(actionUrl(purpose, 'uno'))).statusCode).toBe(200);
    const shown = await get(actionUrl('pause', 'uno'));
    expect(shown.body).toContain('<strong>España – Uruguay, Categoría 2</strong>');
    expect(await state()).toEqual(before);
  });

  it('say on a page why it could not be done', async () => {
    await pool.query('update users set closed_at = now()');
    const refused = await post(actionUrl('pause', 'uno'));
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect([refused.statusCode, titleOf(refused)]).toEqual([401, 'Ahora no ha podido ser']);
    expect(refused.body).toContain(sessionEndedError().message);
  });

  it('snooze a threshold for 24 hours, once, as the settings would', async () => {
    const url = actionUrl('snooze', 'uno');
    expect(titleOf(await post(url))).toBe('Umbral en silencio');
    const after = await state();
    expect(after).toMatchObject({ version: 2, threshold_version: 2, commands: 2, projections: 1 });
    const hours = (Number(after?.until) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect(titleOf(await post(url))).toBe('Umbral en silencio');
    expect(await state()).toEqual(after);
  });

  it('pause a threshold, also a snoozed one, and no other', async () => {
    await post(actionUrl('snooze', 'uno'));
    expect(titleOf(await post(actionUrl('pause', 'uno')))).toBe('Umbral en pausa');
    expect((await state())?.pause).toBe('user');
    const { rows } = await pool.query(
      `select pause_reason as pause, version from thresholds where id = 'dos'`,
    );
    expect(rows).toEqual([{ pause: null, version: 1 }]);
    expect(titleOf(await post(actionUrl('pause', 'uno')))).toBe('Umbral en pausa');
  });

  it('stop the summary alone, not alerts, and can be pressed again', async () => {
    await pool.query(`update users set weekly_summary_due_at = now()`);
    const url = actionUrl('stop-summary');
    expect(titleOf(await get(url))).toBe('Dejar de recibir el resumen');
    const due = async () =>
      (await pool.query('select weekly_summary_due_at as at, mail from users')).rows;
    expect(await due()).toMatchObject([{ at: expect.any(Date) }]);
    for (let press = 0; press < 2; press += 1)
      expect(titleOf(await post(url))).toBe('No recibirás más resúmenes');
    expect(await due()).toEqual([{ at: null, mail: 'on' }]);
  });

  it.each([
    ['snooze', 'uno'],
    ['pause', 'uno'],
    ['unsubscribe', ''],
    ['stop-summary', ''],
  ] as const)(
    'can be taken back on the page that says it is done (%s)',
    async (purpose, subject) => {
      await pool.query(`update users set weekly_summary_due_at = now() + interval '1 day'`);
      const wanted = async () => {
        const { rows } = await pool.query(
          `select u.mail, u.weekly_summary_due_at is not null as summary, t.pause_reason, t.snoozed_until
           from users u join thresholds t on t.uid = u.uid where t.id = 'uno'`,
        );
        return rows[0];
      };
      const before = await wanted();
      const done = await post(actionUrl(purpose, subject));
      expect(await wanted()).not.toEqual(before);
      const action = /action="([^"]*)"/.exec(done.body)?.[1]?.replaceAll('&amp;', '&');
      for (let press = 0; press < 2; press += 1)
        expect(titleOf(await post(`/api/alerts/actions${action}`))).toBe('Deshecho');
      expect(await wanted()).toEqual(before);
    },
  );

  it.each(['snooze', 'pause'] as const)(
    'answer 404 while the account is closed, and change nothing (%s)',
    async (purpose) => {
      await pool.query(`update users set estado = 'eliminado', closed_at = now()`);
      const before = await state();
      const page = await post(actionUrl(purpose, 'uno'));
      expect([page.statusCode, titleOf(page)]).toEqual([404, 'Ese umbral ya no existe']);
      expect(await state()).toEqual(before);
    },
  );

  it.each([
    ['a form', form, 'List-Unsubscribe=One-Click'],
    ['parts', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ['JSON', { 'content-type': 'application/json' }, '{'],
  ])('unsubscribe in one click, posted as %s, as often as asked', async (_, headers, payload) => {
    const url = actionUrl('unsubscribe');
    expect((await post(url, headers, payload)).statusCode).toBe(200);
    expect((await post(url, headers, payload)).statusCode).toBe(200);
    expect((await state())?.mail).toBe('off');
  });
});

describe('an invalid link', () => {
  it.each(['confirm', 'snooze'] as const)(
    'gets a page of its own when expired (%s)',
    async (purpose) => {
      const token = actionUrl(purpose, 'uno', Date.now() - 1_000).split('=')[1];
      const path = purpose === 'confirm' ? '/api/users/confirmar' : '/api/alerts/actions';
      for (const answer of [
        await get(`${path}?token=${token}`),
        await post(`${path}?token=${token}`),
      ])
        expect([answer.statusCode, titleOf(answer)]).toEqual([410, 'Este enlace ha caducado']);
    },
  );

  it('gets an error page and changes nothing', async () => {
    const before = await state();
    const good = actionUrl('pause', 'uno');
    const confirm = (await confirmationUrl()).replace(
      '/api/users/confirmar',
      '/api/alerts/actions',
    );
    const asConfirmation = good.replace('/api/alerts/actions', '/api/users/confirmar');
    for (const url of [
      '/api/alerts/actions',
      '/api/alerts/actions?token=',
      '/api/alerts/actions?token=a.b&token=c.d',
      `/api/users/confirmar?token=${'x'.repeat(9_000)}`,
      `${good.slice(0, -4)}AAAA`,
      confirm,
      asConfirmation,
    ])
      for (const answer of [await get(url), await post(url)])
        expect([url, answer.statusCode, titleOf(answer)]).toEqual([
          url,
          400,
          'Este enlace no es válido',
        ]);
    expect(await state()).toEqual(before);
  });
});
