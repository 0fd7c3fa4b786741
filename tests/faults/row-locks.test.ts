/** Writers that meet over one person's thresholds or alerts: each waits its turn, and goes by what it then finds. */
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPaidPlan } from '#server/billing/effective-plan.ts';
import { lockUnsentAlerts } from '#server/db/alerts/unsent-alerts.ts';
import { enqueueCurrencyMismatch, markStopped } from '#server/db/market/worker-thresholds.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  deletePendingStarts,
  lockThresholds,
  setThresholdPause,
} from '#server/db/users/thresholds.ts';
import { lockUser } from '#server/db/users/users.ts';
import {
  applyCommands,
  type CommandContext,
  closeThresholdsPastKickoff,
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
let worker: CommandContext & { readonly held: OwnedShards };
beforeEach(async () => {
  api = await startTestApi();
  await seedMarket(api.pool);
  await api.pool.query(
    `insert into shards (source, shard) select 'test', generate_series(0, shard_count() - 1)`,
  );
  membership = await joinWorkers(api.databaseUrl, 'test', { playing: false, speed: 1 });
  const loaded = Promise.withResolvers<void>();
  const held = new OwnedShards({ pool: api.pool, membership, onLoaded: loaded.resolve });
  await held.rebalance();
  await loaded.promise;
  await held.addLoaded();
  worker = { held, metrics: createMetrics() };
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
    'select key, version, pausa, active_from is not null as active from thresholds',
  );

/** Begins, while a transaction holds the person, what cannot end before its commit. */
const whileHeld = <Begun>(work: (client: pg.PoolClient) => Promise<Begun>) =>
  inTransaction(api.pool, async (client) => {
    await lockUser(client, uid);
    return work(client);
  });

/** One threshold, taken in by the worker. */
async function watch(umbral: object): Promise<void> {
  expect((await put({ t: umbral })).status).toBe(200);
  await applyCommands(api.pool, worker);
  expect(await threshold()).toMatchObject({ version: 1, pausa: null, active: true });
}

describe('a save that waited', () => {
  it('goes by the plan there is when its turn comes', async () => {
    await api.pool.query(
      `insert into subscriptions (uid, plan, granted_by) values ($1, 'elite', 'billing')`,
      [uid],
    );
    const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`t${n}`, below('c1')]));
    expect((await put(twelve, 5)).status).toBe(200);
    const { saving } = await inTransaction(api.pool, async (client) => {
      const user = await lockUser(client, uid);
      if (user === null) throw new Error('nobody is there');
      await setPaidPlan(client, user, 'basico');
      const saving = put(twelve, 5);
      await waitForBlocked(api.pool);
      return { saving };
    });
    expect((await saving).status).toBe(402);
    expect(
      await row(
        `select frecuencia, (select count(*)::integer from thresholds where pausa is null) as running
           from users`,
      ),
    ).toEqual({ frecuencia: 60, running: 5 });
  });
});

describe('a threshold that is being aimed at another match', () => {
  /** The save is first in the queue, the market's own change of the old version second. */
  async function aimElsewhereBefore(change: typeof applyCommands): Promise<void> {
    const { saving, changing } = await whileHeld(async () => {
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

  it('is not closed by the kick-off of the old one', async () => {
    await watch(below('c1'));
    await api.pool.query(`update matches set kickoff_at = now() where id = 'm1'`);
    await aimElsewhereBefore(closeThresholdsPastKickoff);
    expect(await threshold()).toMatchObject({ version: 2, pausa: null, active: true });
  });

  it('is not held by a foreign price of the old one', async () => {
    await watch(below('c1'));
    await enqueueCurrencyMismatch(api.pool, ['c1']);
    await aimElsewhereBefore(applyCommands);
    expect(await threshold()).toMatchObject({ version: 2, pausa: null, active: true });
  });

  it('is not stopped by what was said of its former self', async () => {
    await watch(below('c1'));
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
  it('closes what has kicked off once the database says so too, though its own clock is ahead', async () => {
    await watch(below('c1'));
    await api.pool.query(`update matches set kickoff_at = now() + interval '1 hour'`);
    await worker.held.addNewCollectibles(api.pool);
    expect(worker.held.kickedOff()).toBe(false);
    const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    try {
      expect(worker.held.kickedOff()).toBe(true);
      await closeThresholdsPastKickoff(api.pool, worker);
      expect(await threshold()).toMatchObject({ pausa: null, active: true });
      expect(worker.held.kickedOff()).toBe(true);
      await api.pool.query(`update matches set kickoff_at = now() - interval '1 second'`);
      await worker.held.addNewCollectibles(api.pool);
      await closeThresholdsPastKickoff(api.pool, worker);
      expect(await threshold()).toMatchObject({ pausa: 'inicio', active: false });
      expect(worker.held.kickedOff()).toBe(false);
    } finally {
      ahead.mockRestore();
    }
  });

  it('takes people before their thresholds, as settings do: neither has to give up', async () => {
    await watch(below('c1'));
    await enqueueCurrencyMismatch(api.pool, ['c1']);
    const { applying } = await whileHeld(async (client) => {
      const applying = applyCommands(api.pool, worker);
      await waitForBlocked(api.pool);
      await lockThresholds(client, uid);
      return { applying };
    });
    await applying;
    expect(await threshold()).toMatchObject({ pausa: 'moneda', active: false });
  });

  it('does not start what a save has just paused, at the very end of its snooze', async () => {
    await snoozeThatEnds(below('c1', 50_000));
    const { key } = await threshold();
    const { applying } = await whileHeld(async (client) => {
      // What a save does to whom it still sees snoozed: there is nothing to stop.
      await lockThresholds(client, uid);
      await deletePendingStarts(client, key);
      await setThresholdPause(client, key, { pausa: 'usuario', snoozedUntil: null });
      const applying = applyCommands(api.pool, worker);
      await waitForBlocked(api.pool);
      return { applying };
    });
    await applying;
    expect(await threshold()).toMatchObject({ pausa: 'usuario', active: false });
    expect(worker.held.thresholds).toBe(0);
    expect(await row('select count(*)::integer as alerts from alerts')).toEqual({ alerts: 0 });
  });

  it('does not start what a foreign price holds, when its snooze ends in the same moment', async () => {
    await snoozeThatEnds(below('c1', 50_000));
    await enqueueCurrencyMismatch(api.pool, ['c1']);
    // Told before the snooze ended, and applied with it.
    await api.pool.query(`update threshold_commands set seq = default where action = 'start'`);
    await applyCommands(api.pool, worker);
    expect(await threshold()).toMatchObject({ pausa: 'moneda', active: false });
    expect(worker.held.thresholds).toBe(0);
  });

  /** Its start is due, and nobody has applied it. */
  async function snoozeThatEnds(umbral: object): Promise<void> {
    const silenciadoHasta = new Date(Date.now() + 3_600_000).toISOString();
    expect((await put({ t: { ...umbral, silenciadoHasta } })).status).toBe(200);
    await api.pool.query('update thresholds set silenciado_hasta = now()');
    await api.pool.query('update threshold_commands set due_at = now()');
  }
});

describe('marking alerts as read', () => {
  it('takes them in the order of a check that is writing their mail', async () => {
    await watch(below('c1'));
    const first = await seedAlert(api.pool, uid, 't', 1);
    await seedAlert(api.pool, uid, 't', 2);
    // Written again it comes last in the table, where a look at everything finds it last.
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
