/** Row-lock contention: concurrent writers of one user's thresholds or alerts wait, and use the data found after waiting. */
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPaidPlan } from '#server/billing/effective-plan.ts';
import { lockUnsentAlerts } from '#server/db/alerts/unsent-alerts.ts';
import { enqueueCurrencyMismatch, markStopped } from '#server/db/market/worker-thresholds.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  lockThresholds,
  replaceCommands,
  setThresholdPauses,
} from '#server/db/users/thresholds.ts';
import { lockUser } from '#server/db/users/users.ts';
import {
  applyCommands,
  type CommandContext,
  pauseThresholdsPastKickoff,
} from '#server/market-worker/apply-threshold-commands.ts';
import { OwnedShards } from '#server/market-worker/owned-shards.ts';
import { joinWorkers, type Membership } from '#server/market-worker/worker-membership.ts';
import { createMetrics } from '#server/metrics.ts';
import {
  seedAlert,
  seedMarket,
  startTestApi,
  type TestApi,
} from '#tests/boundaries/api.harness.ts';
import { waitForBlocked } from '#tests/support/db-locks.ts';

const uid = 'ana';
let api: TestApi;
let membership: Membership;
let worker: CommandContext & { readonly shards: OwnedShards };
beforeEach(async () => {
  api = await startTestApi();
  await seedMarket(api.pool);
  await api.pool.query(
    `insert into shards (source, shard) select 'test', generate_series(0, shard_count() - 1)`,
  );
  membership = await joinWorkers(api.databaseUrl, 'test', { playing: false, speed: 1 });
  const loaded = Promise.withResolvers<void>();
  const shards = new OwnedShards({ pool: api.pool, membership, onLoaded: loaded.resolve });
  await shards.rebalance();
  await loaded.promise;
  await shards.addLoaded();
  worker = { shards, metrics: createMetrics() };
  await api.call({ url: '/api/users/config', as: { uid } });
});
afterEach(async () => {
  await membership?.leave();
  await api?.close();
});

const below = (collectible: string, valor = 100) => ({
  objetivo: { tipo: 'coleccionable', id: collectible },
  condicion: 'por_debajo',
  valor,
  moneda: 'EUR',
});
const put = (umbrales: object, frecuencia = 60) =>
  api.call({
    method: 'PUT',
    url: '/api/users/config',
    as: { uid },
    payload: { partidos: [], umbrales, frecuencia },
  });
const row = async <Row>(sql: string) => (await api.pool.query(sql)).rows[0] as Row;
const threshold = () =>
  row<{ key: number; version: number; pausa: string | null; active: boolean }>(
    'select key, version, pause_reason as pausa, active_from is not null as active from thresholds',
  );

/** Runs `work` in a transaction that has locked the user's row. */
const whileUserLocked = <Begun>(work: (client: pg.PoolClient) => Promise<Begun>) =>
  inTransaction(api.pool, async (client) => {
    await lockUser(client, uid);
    return work(client);
  });

/** Creates one threshold, started by the worker. */
async function createThreshold(umbral: object): Promise<void> {
  expect((await put({ t: umbral })).status).toBe(200);
  await applyCommands(api.pool, worker);
  expect(await threshold()).toMatchObject({ version: 1, pausa: null, active: true });
}

describe('a save blocked by a plan change', () => {
  it('is checked against the new plan', async () => {
    await api.pool.query(
      `insert into plan_grants (uid, plan, granted_by) values ($1, 'elite', 'billing')`,
      [uid],
    );
    const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`t${n}`, below('c1')]));
    expect((await put(twelve, 5)).status).toBe(200);
    const { saving } = await inTransaction(api.pool, async (client) => {
      const user = await lockUser(client, uid);
      if (user === null) throw new Error('no such user');
      await setPaidPlan(client, user, 'basico');
      const saving = put(twelve, 5);
      await waitForBlocked(api.pool);
      return { saving };
    });
    expect((await saving).status).toBe(402);
    expect(
      await row(
        `select frecuencia, (select count(*)::integer from thresholds where pause_reason is null) as running
           from users`,
      ),
    ).toEqual({ frecuencia: 60, running: 5 });
  });
});

describe('a threshold whose target is being moved to another match', () => {
  /** Queues the save first, the worker's change of the old version second. */
  async function moveTargetBefore(change: typeof applyCommands): Promise<void> {
    const { saving, changing } = await whileUserLocked(async () => {
      const saving = put({ t: below('c3') });
      await waitForBlocked(api.pool);
      const changing = change(api.pool, worker);
      await waitForBlocked(api.pool, 2);
      return { saving, changing };
    });
    expect((await saving).status).toBe(200);
    await changing;
    await applyCommands(api.pool, worker);
  }

  it('is not paused by the kick-off of the old match', async () => {
    await createThreshold(below('c1'));
    await api.pool.query(`update matches set kickoff_at = now() where id = 'm1'`);
    await moveTargetBefore(pauseThresholdsPastKickoff);
    expect(await threshold()).toMatchObject({ version: 2, pausa: null, active: true });
  });

  it('is not paused by a currency mismatch of the old target', async () => {
    await createThreshold(below('c1'));
    await enqueueCurrencyMismatch(api.pool, ['c1']);
    await moveTargetBefore(applyCommands);
    expect(await threshold()).toMatchObject({ version: 2, pausa: null, active: true });
  });

  it('is not stopped by a command for its old version', async () => {
    await createThreshold(below('c1'));
    expect((await put({ t: below('c3') })).status).toBe(200);
    await applyCommands(api.pool, worker);
    const { key, version } = await threshold();
    await markStopped(api.pool, [{ key, version: version - 1 }]);
    expect(await threshold()).toMatchObject({ version: 2, active: true });
    await markStopped(api.pool, [{ key, version }]);
    expect(await threshold()).toMatchObject({ version: 2, active: false });
  });
});

describe('the worker', () => {
  it('pauses at kick-off by the database’s clock, though its own is ahead', async () => {
    await createThreshold(below('c1'));
    await api.pool.query(`update matches set kickoff_at = now() + interval '1 hour'`);
    await worker.shards.addNewCollectibles(api.pool);
    expect(worker.shards.hasPassedKickoff()).toBe(false);
    const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    try {
      expect(worker.shards.hasPassedKickoff()).toBe(true);
      await pauseThresholdsPastKickoff(api.pool, worker);
      expect(await threshold()).toMatchObject({ pausa: null, active: true });
      expect(worker.shards.hasPassedKickoff()).toBe(true);
      await api.pool.query(`update matches set kickoff_at = now() - interval '1 second'`);
      await worker.shards.addNewCollectibles(api.pool);
      await pauseThresholdsPastKickoff(api.pool, worker);
      expect(await threshold()).toMatchObject({ pausa: 'inicio', active: false });
      expect(worker.shards.hasPassedKickoff()).toBe(false);
    } finally {
      ahead.mockRestore();
    }
  });

  it('locks users before their thresholds, as settings do, so that there is no deadlock', async () => {
    await createThreshold(below('c1'));
    await enqueueCurrencyMismatch(api.pool, ['c1']);
    const { applying } = await whileUserLocked(async (client) => {
      const applying = applyCommands(api.pool, worker);
      await waitForBlocked(api.pool);
      await lockThresholds(client, uid);
      return { applying };
    });
    await applying;
    expect(await threshold()).toMatchObject({ pausa: 'moneda', active: false });
  });

  it('does not start a threshold that a save pauses when its snooze ends', async () => {
    await createEndedSnooze(below('c1', 50_000));
    const { key } = await threshold();
    const { applying } = await whileUserLocked(async (client) => {
      // As a save does with a snoozed threshold: there is nothing to stop.
      await lockThresholds(client, uid);
      await setThresholdPauses(client, [{ key, pauseReason: 'usuario', snoozedUntil: null }]);
      await replaceCommands(client, { cancelStartsOf: [key], commands: [] });
      const applying = applyCommands(api.pool, worker);
      await waitForBlocked(api.pool);
      return { applying };
    });
    await applying;
    expect(await threshold()).toMatchObject({ pausa: 'usuario', active: false });
    expect(worker.shards.thresholdCount).toBe(0);
    expect(await row('select count(*)::integer as alerts from alerts')).toEqual({ alerts: 0 });
  });

  it('starts a threshold on a new collectible together with one on a known one', async () => {
    await api.pool.query(
      `insert into collectibles (id, match_id, name, category, currency) values ('c5', 'm1', 'Cat 5', 'cat-5', 'EUR')`,
    );
    expect((await put({ known: below('c1'), new: below('c5') })).status).toBe(200);
    await applyCommands(api.pool, worker);
    const { rows } = await api.pool.query(
      'select id, pause_reason as pausa, active_from is not null as active from thresholds order by id',
    );
    // Its target unknown to the worker, it would be paused for its currency.
    expect(rows).toEqual(['known', 'new'].map((id) => ({ id, pausa: null, active: true })));
  });

  it('does not start a threshold with a currency mismatch when its snooze ends', async () => {
    await createEndedSnooze(below('c1', 50_000));
    await enqueueCurrencyMismatch(api.pool, ['c1']);
    // Enqueued before the snooze ended, and applied together.
    await api.pool.query(`update threshold_commands set seq = default where action = 'start'`);
    await applyCommands(api.pool, worker);
    expect(await threshold()).toMatchObject({ pausa: 'moneda', active: false });
    expect(worker.shards.thresholdCount).toBe(0);
  });

  /** Creates a snoozed threshold whose start is due and not applied. */
  async function createEndedSnooze(umbral: object): Promise<void> {
    const silenciadoHasta = new Date(Date.now() + 3_600_000).toISOString();
    expect((await put({ t: { ...umbral, silenciadoHasta } })).status).toBe(200);
    await api.pool.query('update thresholds set snoozed_until = now()');
    await api.pool.query('update threshold_commands set due_at = now()');
  }
});

describe('marking alerts as read', () => {
  it('locks them in the order of a check that is mailing them', async () => {
    await createThreshold(below('c1'));
    const first = await seedAlert(api.pool, uid, 't', 1);
    await seedAlert(api.pool, uid, 't', 2);
    // An updated row moves to the end of the table, so a sequential scan finds it last.
    await api.pool.query('update alerts set version = version where id = $1', [first]);
    const { marking } = await inTransaction(api.pool, async (client) => {
      await client.query('select from alerts where id = $1 for update', [first]);
      const marking = api.call({
        method: 'PATCH',
        url: '/api/users/alerts',
        as: { uid },
        payload: { read: true, all: true },
      });
      await waitForBlocked(api.pool);
      expect(await lockUnsentAlerts(client, [uid])).toHaveLength(2);
      return { marking };
    });
    expect(await marking).toMatchObject({ status: 200, body: { unread: 0 } });
  });
});
