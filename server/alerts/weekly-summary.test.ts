/** Weekly summaries on a real database: who gets one and when, what it says, and that no week has two. */
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertAlert, insertSamples } from '#tests/support/samples.ts';
import { createMetrics } from '../base/metrics.ts';
import { setSummaryDueAt } from '../db/alerts/weekly-summaries.ts';
import { nextSummaryAt } from '../mail/weekly-schedule.ts';
import { enqueueWeeklySummaries, WeekRanges } from './enqueue-weekly-summaries.ts';

const log = pino({ level: 'silent' });
const config = { appOrigin: 'https://vigia.example', linkSecrets: ['s'.repeat(32)] as const };
const zone = 'Europe/Madrid';
/** A Monday at 09:00 in Madrid. */
const monday = new Date('2026-11-23T08:00:00Z');
const minutes = (count: number, from = monday) => new Date(from.getTime() + count * 60_000);
const days = (count: number, from = monday) => minutes(count * 24 * 60, from);
const { pool } = await openTestDatabase();
let metrics: ReturnType<typeof createMetrics>;

beforeEach(async () => {
  metrics = createMetrics();
  await pool.query('delete from users');
  await insertSamples(pool, {
    users: ['ana', 'berta'].map((uid) => ({ uid, partidos: ['m1'] })),
  });
});
beforeAll(async () => {
  await insertSamples(pool, {
    sources: [{ market_now: '2026-11-23T07:59:00Z' }],
    matches: [{}, { name: 'Italia – <b>Perú</b>' }],
    collectibles: [
      { name: 'Grada alta', floor_cents: 17_500, listings: 46 },
      { name: 'Grada baja', floor_cents: 19_000, listings: 3 },
      { name: 'Palco', category: 'Palco', floor_cents: 90_000, listings: 1 },
      { match_id: 'm2', name: 'Fondo', category: 'Categoría 1' },
    ],
  });
  await pool.query(`
    select ensure_price_partitions('2026-01-01Z', '2026-12-31Z');
    insert into price_changes (collectible_id, observed_at, floor_cents, late) values
      ('c1', '2026-11-10T10:00:00Z', 18000, false), ('c2', '2026-11-10T10:00:00Z', 20000, false),
      ('c3', '2026-11-10T10:00:00Z', 90000, false),
      ('c1', '2026-11-17T11:20:00Z', 16500, false), ('c1', '2026-11-17T11:40:00Z', 19500, false),
      ('c1', '2026-11-19T20:00:00Z', 25000, false), ('c1', '2026-11-20T09:00:00Z', 17500, false),
      ('c1', '2026-11-18T10:00:00Z', 100, true),
      ('c1', '2026-11-23T06:00:00Z', 1000, false);
  `);
});

const runAt = (now: Date) =>
  enqueueWeeklySummaries({ pool, config, log, metrics, clock: () => now }, new WeekRanges(), 10);
const subscribe = (uid = 'ana', at = days(-3)) =>
  setSummaryDueAt(pool, uid, nextSummaryAt(at, zone));

interface Mail {
  uid: string;
  subject: string;
  body_text: string;
  body_html: string;
  headers: Record<string, string>;
}
const mails = async () =>
  (
    await pool.query<Mail>(
      `select * from deliveries where cause = 'summary' order by uid, created_at`,
    )
  ).rows;
const outcomes = async () =>
  (
    await pool.query<{ uid: string; monday: string; outcome: string }>(
      'select uid, monday::text, outcome from weekly_summaries order by uid, monday',
    )
  ).rows.map(({ uid, monday: week, outcome }) => `${uid} ${week} ${outcome}`);
const dueAt = async (uid = 'ana') =>
  (
    await pool.query<{ at: Date | null }>(
      'select weekly_summary_due_at as at from users where uid = $1',
      [uid],
    )
  ).rows[0]?.at?.toISOString();

async function addThreshold(id: string, condition: string, value: number, target = 'c1') {
  const row = { id, condition, value, target_id: target, active_from: new Date() };
  await insertSamples(pool, { thresholds: [row] });
}
const fire = (id: string, episode: number, at: string, currency = 'EUR') =>
  insertAlert(pool, {
    id,
    episode,
    currency,
    value_cents: 16_500,
    observed_at: at,
    created_at: at,
  });

describe('a weekly summary', () => {
  it('is off until chosen', async () => {
    await runAt(days(30));
    expect([await mails(), await outcomes()]).toEqual([[], []]);
  });

  it('says lows, highs, the nearest lines and what fired, Monday at nine', async () => {
    await subscribe();
    await addThreshold('cerca', 'below', 17000);
    await addThreshold('lejos', 'above', 30000);
    await addThreshold('crossed', 'below', 18000);
    await addThreshold('paused', 'below', 17400);
    await pool.query(`update thresholds set armed = false where id = 'crossed';
                      update thresholds set pause_reason = 'user' where id = 'paused'`);
    await fire('crossed', 1, '2026-11-15T22:59:00Z');
    await fire('crossed', 2, '2026-11-17T11:20:00Z');
    await fire('crossed', 3, '2026-11-23T07:00:00Z');
    expect(await runAt(minutes(-1))).toBe(0);
    await runAt(monday);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Tu semana, 16–22 de noviembre: 1\u00a0alerta');
    const text = mail?.body_text.replaceAll('\u00a0', ' ') ?? '';
    // The cheapest of the category at each instant: 250 € of one was never its price, as the other cost 200.
    expect(text).toContain('Categoría 2: mínimo 165,00 € (mar 17), máximo 200,00 € (jue 19)');
    expect(text).toContain('Palco: 900,00 €, sin cambios');
    expect(text).toMatch(/CERCA DE TU LÍNEA\n\n.*\nBaja de 170 €: a un 2,9 %\nAhora, 175,00 €\n/);
    expect(text).toMatch(/Sube de 300 €/);
    expect(text).not.toMatch(/174|Baja de 180/);
    expect(text).toContain(
      'España – Uruguay, Grada alta\nHa quedado por debajo de 180 €: 165,00 €\nmar 17, 12:20\n',
    );
    expect(text.match(/\?c=c1/g)).toHaveLength(1);
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(text).toContain(mail?.headers['List-Unsubscribe']?.slice(1, -1));
    expect(mail?.body_html).toContain('Lo más cerca de tu línea');
    expect(await dueAt()).toBe('2026-11-30T08:00:00.000Z');
    expect(await outcomes()).toEqual(['ana 2026-11-23 mailed']);
    const counted = await metrics.weeklySummaries.get();
    expect(counted.values).toMatchObject([{ labels: { outcome: 'mailed' }, value: 1 }]);
  });

  it('comes once, however many workers run, and after a restart that finds it due again', async () => {
    await subscribe();
    await pool.query(`update users set mail = 'off'`);
    await Promise.all([runAt(monday), runAt(monday), runAt(monday)]);
    await pool.query(`update users set weekly_summary_due_at = $1 where uid = 'ana'`, [monday]);
    await runAt(minutes(5));
    // Whoever turned alerts by mail off gets it, too.
    expect((await mails()).map(({ uid }) => uid)).toEqual(['ana']);
    expect(await dueAt()).toBe('2026-11-30T08:00:00.000Z');
  });

  it('is never empty', async () => {
    await subscribe();
    await subscribe('berta');
    await pool.query(`update users set partidos = '{m2}' where uid = 'ana';
                      update users set partidos = '{}' where uid = 'berta'`);
    await runAt(monday);
    expect(await mails()).toEqual([]);
    expect(await outcomes()).toEqual(['ana 2026-11-23 empty', 'berta 2026-11-23 empty']);
    expect(await dueAt()).toBe('2026-11-30T08:00:00.000Z');
  });

  it('waits for the end of quiet hours', async () => {
    await subscribe();
    await pool.query(
      `update users set quiet_hours = '{"from":"22:00","to":"10:30","zone":"Europe/Madrid"}'`,
    );
    await runAt(monday);
    expect([await mails(), await outcomes()]).toEqual([[], []]);
    expect(await dueAt()).toBe('2026-11-23T09:30:00.000Z');
    await runAt(minutes(90));
    expect(await outcomes()).toEqual(['ana 2026-11-23 mailed']);
    expect(await dueAt()).toBe('2026-11-30T08:00:00.000Z');
  });

  it('catches up for three days after an outage, then waits for the next Monday', async () => {
    await subscribe();
    await runAt(minutes(-1, days(3)));
    expect(await outcomes()).toEqual(['ana 2026-11-23 mailed']);
    await subscribe('berta');
    await runAt(days(3));
    expect(await outcomes()).toEqual(['ana 2026-11-23 mailed', 'berta 2026-11-23 missed']);
    expect(await mails()).toHaveLength(1);
    expect(await dueAt('berta')).toBe('2026-11-30T08:00:00.000Z');
  });

  it.each([
    ['suspended', `estado = 'suspendido'`],
    ['closed', 'closed_at = now()'],
    ['unconfirmed', 'email_confirmed_at = null'],
  ])('does not reach an account that is %s', async (_state, change) => {
    await subscribe();
    await pool.query(`update users set ${change}`);
    await runAt(monday);
    expect(await mails()).toEqual([]);
    expect(await outcomes()).toEqual(['ana 2026-11-23 unreachable']);
  });

  it('that cannot be rendered holds nobody else back', async () => {
    await subscribe();
    await subscribe('berta');
    await addThreshold('uno', 'below', 17000);
    await fire('uno', 1, '2026-11-18T10:00:00Z', '??');
    await runAt(monday);
    expect(await outcomes()).toEqual(['berta 2026-11-23 mailed']);
    // Tried again until its week expires.
    expect(await dueAt()).toBe(new Date(monday.getTime() + 3_600_000).toISOString());
  });

  it('is not sent twice when it is turned off and on again on Monday', async () => {
    await subscribe();
    await runAt(monday);
    await setSummaryDueAt(pool, 'ana', null);
    await subscribe('ana', minutes(60));
    expect(await dueAt()).toBe('2026-11-30T08:00:00.000Z');
    await setSummaryDueAt(pool, 'ana', null);
    await runAt(days(14));
    expect(await mails()).toHaveLength(1);
  });
});
