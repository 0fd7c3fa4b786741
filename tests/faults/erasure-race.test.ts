/** Race: accounts are closed and erased while the market worker fires alerts and checks run. */

import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { runDueChecks } from '#server/alerts/run-checks.ts';
import {
  insertAlerts,
  type NewAlert,
  updateThresholdStates,
  upsertPendingChecks,
} from '#server/db/market/reading-writes.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createMetrics } from '#server/metrics.ts';
import { closeAccount } from '#server/users/account/close-account.ts';
import { eraseAccount } from '#server/users/account/erase-account.ts';
import { seedMarket } from '#tests/boundaries/api.harness.ts';
import { countRowsContaining } from '#tests/boundaries/find-user-rows.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const uids = Array.from({ length: 24 }, (_, n) => `persona-${String(n).padStart(2, '0')}`);
const { pool, url: databaseUrl } = await openTestDatabase();
beforeAll(async () => {
  await seedMarket(pool);
  await pool.query(
    `insert into users (uid, email, username, email_confirmed_at)
     select uid, uid || '@correo.test', uid, now() from unnest($1::text[]) uid`,
    [uids],
  );
  await pool.query(
    `insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp)
     select uid, 't' || n, 'collectible', 'c1', 'm1', 'below', 100, 'EUR', 300
     from unnest($1::text[]) uid, generate_series(1, 5) n`,
    [uids],
  );
});

/** One reading as the market worker commits it: states, alerts, checks. */
async function fireAlerts(
  keys: readonly { key: number; uid: string }[],
  episode: number,
): Promise<void> {
  const row = ({ key, uid }: { key: number; uid: string }): NewAlert => ({
    uid,
    thresholdKey: key,
    version: 1,
    episode,
    condition: 'below',
    ruleValue: 100,
    bandBp: 300,
    targetKind: 'collectible',
    targetId: 'c1',
    category: null,
    collectibleId: 'c1',
    matchId: 'm1',
    valueCents: 90,
    previousCents: 110,
    currency: 'EUR',
    observedAt: new Date(),
    already: false,
  });
  await inTransaction(pool, async (client) => {
    const states = keys.map(({ key }) => ({ key, version: 1, armed: false, base: null, episode }));
    await updateThresholdStates(client, states);
    const inserted = await insertAlerts(client, keys.map(row));
    const uids = [...new Set(inserted.map(({ uid }) => uid))];
    await upsertPendingChecks(
      client,
      uids.map((uid) => ({ uid, dueAt: new Date() })),
    );
  });
}

describe('closing and erasing accounts during readings', () => {
  it('leaves no rows behind, and at most makes the worker repeat a transaction', async () => {
    const { rows: keys } = await pool.query<{ key: number; uid: string }>(
      'select key, uid from thresholds order by key',
    );
    const repeated: unknown[] = [];
    let isRunning = true;
    const runMarket = async () => {
      for (let episode = 1; isRunning; episode += 1)
        await fireAlerts(keys, episode).catch((error: unknown) => repeated.push(error));
    };
    const metrics = createMetrics();
    const config = {
      appOrigin: 'https://vigia.test',
      linkSecrets: ['s'.repeat(32)] as const,
      databaseUrl,
    };
    const runChecks = async () => {
      while (isRunning)
        await runDueChecks({ pool, config, log: pino({ level: 'silent' }), metrics }).catch(
          (error: unknown) => repeated.push(error),
        );
    };
    const work = [runMarket(), runChecks(), runChecks()];
    const [closed, erased] = [uids.slice(0, 8), uids.slice(8)];
    const listAlertMails = async () => {
      const { rows } = await pool.query<{ state: string }>(
        `select state from deliveries where cause = 'alert' and uid = any($1)`,
        [closed],
      );
      return rows;
    };
    try {
      // Otherwise there is no race.
      await waitFor(async () => expect(await listAlertMails()).not.toEqual([]));
      await Promise.all([
        (async () => {
          for (const uid of closed) await closeAccount({ pool, appOrigin: config.appOrigin }, uid);
        })(),
        (async () => {
          for (const uid of erased) await eraseAccount({ pool, beforeErasure: [] }, uid);
        })(),
      ]);
    } finally {
      isRunning = false;
      await Promise.all(work);
    }
    // A deadlock, or a foreign key to an erased user: the worker reloads and repeats the transaction.
    for (const error of repeated)
      expect(['40P01', '23503']).toContain(error instanceof Error && 'code' in error && error.code);
    const alertMails = await listAlertMails();
    expect(alertMails.length).toBeGreaterThan(0);
    expect(alertMails.filter(({ state }) => state === 'pending')).toEqual([]);
    console.info(`a market of ${keys.length} thresholds repeated ${repeated.length} transactions`);
    for (const uid of erased)
      expect([uid, await countRowsContaining(pool, [uid])]).toEqual([uid, { erasure_jobs: 1 }]);
  });
});
