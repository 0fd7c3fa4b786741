/** The check worker on a real database: which mails it enqueues, what it postpones, when it wakes. */
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertAlert, insertSamples } from '#tests/support/samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { unsuspendAccount } from '../accounts/suspend-account.ts';
import { runDueChecks } from '../alerts/run-checks.ts';
import { createMetrics } from '../base/metrics.ts';
import { WakeSignal } from '../base/worker-loop/wake-signal.ts';
import { bringCheckForward } from '../db/alerts/pending-checks.ts';
import { upsertPendingChecks } from '../db/market/reading-writes.ts';
import { inTransaction } from '../db/transaction.ts';
import { confirmEmail, lockUser, updateNotifications } from '../db/users/users.ts';
import { insertAlertsAndChecks } from '../market-worker/store-alerts.ts';
import { startCheckWorker } from './check-worker.ts';

const log = pino({ level: 'silent' });
const neverMs = 2 ** 31 - 1;
const config = { appOrigin: 'https://vigia.example', linkSecrets: ['s'.repeat(32)] as const };
const { pool, url } = await openTestDatabase();
beforeAll(() =>
  insertSamples(pool, {
    matches: [{ id: 'm1' }],
    collectibles: [
      { id: 'c1', floor_cents: 17_500, listings: 46 },
      { id: 'c2', floor_cents: 90_000, listings: 1 },
    ],
  }),
);
beforeEach(async () => {
  await pool.query('delete from users; delete from market_pages; delete from price_changes');
  await insertSamples(pool, { users: [{ uid: 'ana' }] });
});

async function fire(
  id: string,
  { uid = 'ana', collectible = 'c1', currency = 'EUR', episode = 1, dueAt = new Date(0) } = {},
): Promise<void> {
  const known = await pool.query('select from thresholds where uid = $1 and id = $2', [uid, id]);
  if (known.rowCount === 0)
    await insertSamples(pool, { thresholds: [{ uid, id, target_id: collectible }] });
  await insertAlert(pool, { uid, id, currency, episode, collectible_id: collectible });
  await upsertPendingChecks(pool, [{ uid, dueAt }]);
}

const checkOptions = (clock?: () => Date) => ({
  pool,
  config,
  log,
  metrics: createMetrics(),
  ...(clock && { clock }),
});

interface Mail {
  id: string;
  state: string;
  subject: string;
  body_text: string;
  body_html: string;
  headers: Record<string, string>;
}
const mails = async () =>
  (await pool.query<Mail>('select * from deliveries order by created_at, id')).rows;
const pendingChecks = async () =>
  (await pool.query<{ due_at: Date }>('select due_at from pending_checks')).rows;

describe('a check', () => {
  // The whole text: server/mail/alert-mail.test.ts.
  it('mails one alert with what is stored of it: its note, its page at the market, a day of prices, and its links', async () => {
    const url = 'https://mercado.example/articulo/c1?a=1&b=2';
    await pool.query('insert into market_pages (collectible_id, url) values ($1, $2)', ['c1', url]);
    await pool.query(`
      update sources set market_now = '2026-11-21T17:40:00Z';
      select ensure_price_partitions('2026-11-01', '2026-11-30');
      insert into price_changes (collectible_id, observed_at, floor_cents) values
        ('c1', '2026-11-20T17:40:00Z', 19000), ('c1', '2026-11-20T17:41:00Z', 18800)`);
    await fire('uno');
    await pool.query(`update thresholds set note = 'Para <b>Lucía</b>'`);
    expect(await runDueChecks(checkOptions())).toBe(1);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('172\u00a0€ · España – Uruguay, Categoría 2 ha cruzado tu línea');
    const lines = mail?.body_text.replaceAll('\u00a0', ' ').split('\n') ?? [];
    expect(lines[0]).toBe(
      'España – Uruguay, Categoría 2 ha quedado por debajo de 180 €: 172,00 €, el 21 nov 2026, 18:40 (Madrid). Ahora 175,00 €.',
    );
    expect(lines).toContain('Tu nota: Para <b>Lucía</b>');
    expect(lines).toContain(`Ver en el mercado: ${url}`);
    // From 190 € to 175 €.
    expect(lines).toContain('Cambio en 24 h: ▼ baja 7,9 %');
    expect(mail?.body_html).toContain('Tu nota: Para &#60;b&#62;Lucía');
    expect(mail?.body_html).toMatch(
      /href="https:\/\/mercado\.example\/articulo\/c1\?a=1(&#38;|&amp;)b=2" target="_blank" rel="noopener noreferrer"/,
    );
    for (const body of [mail?.body_text, mail?.body_html]) {
      expect(body?.match(/api\/alerts\/actions\?token=/g)?.length).toBe(3);
      // The chart of that collectible, and the form of that threshold.
      expect(body).toMatch(/\/dashboard\/partidos\/m1\?c=c1["\s]/);
      expect(body).toMatch(/\/dashboard\/partidos\/m1\?c=c1(&#38;|&)umbral=uno/);
    }
    expect(mail?.headers['X-Vigia-Alerts']).toBe('uno/1/1');
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(await pendingChecks()).toEqual([]);
    expect(await runDueChecks(checkOptions())).toBe(0);
  });

  it('gives the same alerts the same Message-ID after a fail-over that lost their mail, and others another', async () => {
    const idsAfter = async (change: string) => {
      await pool.query(`delete from deliveries; delete from pending_checks;
        update alerts set channel_pending = true, routed = false${change};
        insert into pending_checks (uid, due_at) values ('ana', 'epoch')`);
      await runDueChecks(checkOptions());
      return (await mails()).map(({ id }) => id);
    };
    await fire('uno');
    await fire('dos', { collectible: 'c2' });
    const first = await idsAfter('');
    expect(await idsAfter('')).toEqual(first);
    // A restored database counts episodes again: what crosses then at another moment, or another price, is another alert.
    expect(await idsAfter(`, observed_at = observed_at + interval '1 second'`)).not.toEqual(first);
    expect(await idsAfter(`, observed_at = observed_at - interval '1 second'`)).toEqual(first);
    expect(await idsAfter(', value_cents = value_cents - 1')).not.toEqual(first);
  });

  it('parks an alert that cannot be rendered, and mails the others', async () => {
    await fire('malo', { currency: 'X' });
    await fire('bueno');
    await runDueChecks(checkOptions());
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.headers['X-Vigia-Alerts']).toBe('bueno/1/1');
    const { rows } = await pool.query<{ id: string }>(
      'select t.id from alerts a join thresholds t on t.key = a.threshold_key where a.stranded',
    );
    expect(rows).toEqual([{ id: 'malo' }]);
  });

  it('lists the forty newest of a thousand, in a mail that no service cuts off', async () => {
    await fire('uno');
    const thresholds = Array.from({ length: 39 }, (_, n) => ({ uid: 'ana', id: `otro-${n}` }));
    await insertSamples(pool, { thresholds });
    await pool.query(`
      insert into alerts (uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp, target_kind,
        target_id, collectible_id, match_id, value_cents, previous_cents, currency, observed_at, already)
      select uid, key, version, n, condition, rule_value, rearm_band_bp, target_kind, target_id,
             collectible_id, match_id, 10000 + n, previous_cents, currency, observed_at, already
        from alerts, generate_series(2, 1000) as n
        join (select key, row_number() over (order by key) - 1 as nth from thresholds where uid = 'ana') t
          on nth = n % 40
       order by n`);
    await runDueChecks(checkOptions());
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    for (const body of [mail?.body_text ?? '', mail?.body_html ?? '']) {
      expect(body).toContain('1.000 alertas desde el correo anterior. Aquí están las más');
      expect(body.match(/dashboard\/partidos\/m1\?c=c\d+["\s]/g)).toHaveLength(40);
      expect([body.includes('109,61\u00a0€'), body.includes('109,60\u00a0€')]).toEqual([
        true,
        false,
      ]);
      // Beyond 102 kB the largest mail service does.
      expect(body.length).toBeLessThan(100_000);
    }
    expect(mail?.headers['X-Vigia-Alerts']?.split(', ')).toHaveLength(1_000);
  });
});

describe('a check that fails', () => {
  beforeEach(async () => {
    await insertSamples(pool, { users: [{ uid: 'u1' }, { uid: 'u2' }, { uid: 'u3' }] });
    await pool.query(`
      create or replace function refuse() returns trigger language plpgsql as 'begin raise ''not this one''; end';
      create trigger refuse before insert on deliveries for each row when (new.uid = 'ana') execute function refuse()`);
    // Neither the first nor the last of its batch.
    await fire('mala', { dueAt: new Date(1) });
    for (const [at, uid] of ['u1', 'u2', 'u3'].entries())
      await fire('buena', { uid, dueAt: new Date(2 * at) });
  });

  afterEach(() => pool.query('drop trigger if exists refuse on deliveries'));

  it('is postponed, and the others of its batch are mailed once', async () => {
    const now = new Date();
    while ((await runDueChecks(checkOptions(() => now))) > 0) {}
    const { rows } = await pool.query(
      'select uid, count(*) from deliveries group by uid order by uid',
    );
    expect(rows).toEqual(['u1', 'u2', 'u3'].map((uid) => ({ uid, count: 1 })));
    expect(await pendingChecks()).toEqual([{ due_at: new Date(now.getTime() + 10_000) }]);
  });
});

describe('alerts that must wait', () => {
  const setMail = (mail: 'on' | 'off') =>
    updateNotifications(pool, 'ana', { quietHours: null, mail, browser: false });
  const endSuspension = () =>
    inTransaction(pool, async (client) => {
      const user = await lockUser(client, 'ana');
      if (user !== null) await unsuspendAccount(client, user);
    });

  it.each<[string, change: string, end: () => Promise<unknown>]>([
    ['a confirmed address', 'email_confirmed_at = null', () => confirmEmail(pool, 'ana')],
    ['alerts by mail to be on', `mail = 'off'`, () => setMail('on')],
    ['the end of a suspension', `estado = 'suspendido'`, endSuspension],
  ])('wait for %s, and are mailed then', async (_what, change, end) => {
    await pool.query(`update users set ${change}`);
    await fire('uno');
    await runDueChecks(checkOptions());
    expect(await mails()).toEqual([]);
    await end();
    await runDueChecks(checkOptions(() => new Date(Date.now() + 61_000)));
    expect(await mails()).toHaveLength(1);
  });
  it('wait a moment, behind other users’, while their own user saves settings', async () => {
    await fire('uno');
    const saving = await pool.connect();
    await saving.query(`begin; select from users where uid = 'ana' for update`);
    const now = new Date();
    await runDueChecks(checkOptions(() => now));
    await saving.query('rollback');
    saving.release();
    expect(await mails()).toEqual([]);
    expect(await pendingChecks()).toEqual([{ due_at: new Date(now.getTime() + 50) }]);
  });

  it('wait until quiet hours end, over the night the clocks go forward', async () => {
    await pool.query('update users set quiet_hours = $1', [
      { from: '23:00', to: '08:00', zone: 'Europe/Madrid' },
    ]);
    await fire('uno');
    // 28 March 2027, 00:30 in Madrid; at 02:00 it becomes 03:00.
    await runDueChecks(checkOptions(() => new Date('2027-03-27T23:30:00Z')));
    expect(await mails()).toEqual([]);
    expect(await pendingChecks()).toEqual([{ due_at: new Date('2027-03-28T06:00:00Z') }]);
    expect(await runDueChecks(checkOptions(() => new Date('2027-03-28T05:59:59Z')))).toBe(0);
    await runDueChecks(checkOptions(() => new Date('2027-03-28T06:00:00Z')));
    expect(await mails()).toHaveLength(1);
  });
});

describe('the running worker', () => {
  const running: { close(): Promise<void> }[] = [];
  const start = (clock?: () => Date) => {
    const all = checkOptions(clock);
    running.push(startCheckWorker({ ...all, config: { ...config, databaseSessionUrl: url } }));
  };
  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all(running.splice(0).map((checks) => checks.close()));
  });

  it('wakes by NOTIFY when a check is brought forward', async () => {
    const now = new Date();
    await fire('uno', { dueAt: new Date(now.getTime() + 3_600_000) });
    // No wait for the next poll ends by time; only a row that was still locked is tried again soon.
    const { wait } = WakeSignal.prototype;
    const waits = vi.spyOn(WakeSignal.prototype, 'wait');
    waits.mockImplementation(function (this: WakeSignal, timeoutMs) {
      return wait.call(this, timeoutMs < 1_000 ? timeoutMs : neverMs);
    });
    start(() => now);
    // Once when it starts, once when it listens.
    await waitFor(() => expect(waits.mock.calls.length).toBeGreaterThan(1));
    expect(await mails()).toEqual([]);
    await bringCheckForward(pool, 'ana', now);
    await waitFor(async () => expect(await mails()).toHaveLength(1));
  });
});

describe('with this machine’s clock apart from the database’s', () => {
  afterEach(() => void vi.useRealTimers());
  const crossing = (episode: number) =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ key: number }>('select key from thresholds');
      const rule = { condition: 'below', ruleValue: 18_000, bandBp: 300, category: null } as const;
      const target = { targetKind: 'collectible', targetId: 'c1', collectibleId: 'c1' } as const;
      const prices = { valueCents: 17_200, previousCents: 18_500, currency: 'EUR', already: false };
      const identity = { uid: 'ana', thresholdKey: rows[0]?.key ?? 0, version: 1, episode };
      const alert = { ...rule, ...target, ...prices, ...identity, matchId: 'm1' };
      return insertAlertsAndChecks(client, [{ ...alert, observedAt: new Date() }]);
    });

  it.each([
    ['ten minutes ahead', 600_000],
    ['ten minutes behind', -600_000],
  ])('%s: a check is due within the interval, and not before', async (_, aheadMs) => {
    await fire('uno');
    await pool.query('delete from pending_checks; update users set frecuencia = 300');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
    await crossing(2);
    const { rows } = await pool.query<{ seconds: number }>(
      'select extract(epoch from due_at - now())::float8 as seconds from pending_checks',
    );
    expect(rows[0]?.seconds).toBeGreaterThan(-5);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(300);
    await pool.query(`update pending_checks set due_at = now() + interval '1 minute'`);
    expect(await runDueChecks(checkOptions())).toBe(0);
    // A second ago: due_at counts microseconds, the worker's time whole milliseconds.
    await pool.query(`update pending_checks set due_at = now() - interval '1 second'`);
    expect(await runDueChecks(checkOptions())).toBe(1);
  });
});
