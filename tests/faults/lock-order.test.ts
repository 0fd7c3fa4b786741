/**
 * Statements that lock several rows lock them by their key, so that two of them never wait for each other: one that
 * meets a lock on the first row has not touched the second.
 */
import { beforeAll, beforeEach, it } from 'vitest';
import { markAlertsRead } from '#server/db/alerts/alerts.ts';
import { lockUnsentAlerts } from '#server/db/alerts/unsent-alerts.ts';
import { markEventsProcessed } from '#server/db/billing/processed-events.ts';
import { markAccepted, recordFailures } from '#server/db/deliveries/record-outcomes.ts';
import { reopenAlerts } from '#server/db/deliveries/reopen-alerts.ts';
import { updateThresholdStates, upsertPendingChecks } from '#server/db/market/reading-writes.ts';
import { markStarted, markStopped } from '#server/db/market/threshold-commands.ts';
import { pauseThresholds } from '#server/db/market/threshold-pauses.ts';
import { lockShards } from '#server/db/market/worker-leases.ts';
import type { Database } from '#server/db/pool.ts';
import { assignUnsentAlerts, lockForErasure } from '#server/db/users/account-lifecycle.ts';
import { enqueueProjections } from '#server/db/users/projection-jobs.ts';
import { lockThresholds } from '#server/db/users/thresholds.ts';
import { retryWaitingAlerts } from '#server/db/users/waiting-alerts.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { waitForBlocked } from '#tests/support/db-locks.ts';
import { sequentialPlans } from '#tests/support/sequential-plans.ts';
import { seedMarket } from '../boundaries/api.harness.ts';

const uid = 'ana';
const uuidStart = '00000000-0000-4000-8000-00000000000';
const mailId = `${uuidStart}1`;
const { pool } = await openTestDatabase();
beforeAll(async () => {
  await seedMarket(pool);
  await pool.query(`
    insert into users (uid, email, username) values ('zoe', 'z@correo.test', 'zoe'), ('${uid}', 'a@correo.test', 'ana');
    insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html)
      values ('${mailId}', '${uid}', 'test', '', '', '', '')`);
});
// The second row is written first: a scan of the table finds it first.
beforeEach(async () => {
  await pool.query(`
    truncate thresholds, pending_checks, projection_jobs, shards, billing_processed_events, channels cascade;
    insert into thresholds (key, uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp,
                            active_from)
      overriding system value
      select key, '${uid}', 't' || key, 'collectible', 'c1', 'm1', 'below', 1, 'EUR', 300, now()
        from unnest('{2,1}'::integer[]) key;
    insert into alerts (id, uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp, target_kind,
                        target_id, collectible_id, match_id, value_cents, currency, observed_at, already)
      overriding system value
      select key, '${uid}', key, 1, 1, 'below', 1, 300, 'collectible', 'c1', 'c1', 'm1', 1, 'EUR', now(), false
        from unnest('{2,1}'::integer[]) key;
    insert into pending_checks select u, now() from unnest('{zoe,ana}'::text[]) u;
    insert into projection_jobs (uid) select u from unnest('{zoe,ana}'::text[]) u;
    insert into shards (source, shard) select 'test', s from unnest('{2,1}'::integer[]) s;
    insert into channels (id, uid, kind, name, state, settings)
      select ('${uuidStart}' || n)::uuid, '${uid}', 'ntfy', n::text, 'active', '' from unnest('{2,1}'::integer[]) n;
    insert into deliveries (id, channel_id, uid, kind, alerts, state, attempts)
      select id, id, uid, kind, '[]', 'sending', 1 from channels;
    insert into alert_deliveries select a.id, d.id from alerts a, deliveries d where d.kind <> 'mail';
    update alerts set stranded = true`);
});

const thresholdRow = (key: number) => `select from thresholds where key = ${key} for update`;
const alertRow = (id: number) => `select from alerts where id = ${id} for update`;
const userRow = (name: string) => `select from users where uid = '${name}' for update`;
const checkRow = (name: string) => `select from pending_checks where uid = '${name}' for update`;
const jobRow = (name: string) => `select from projection_jobs where uid = '${name}' for update`;
const shardRow = (shard: number) => `select from shards where shard = ${shard} for update`;
const channelRow = (n: number) =>
  `select from channels where id = '${uuidStart}${n}' for no key update`;
const deliveries = [2, 1].map((n) => ({
  id: `${uuidStart}${n}`,
  channelId: `${uuidStart}${n}`,
  attempts: 1,
  reason: '',
  retryAfterSeconds: 1,
  counts: 'failure' as const,
}));
const deliveryIds = deliveries.map(({ id }) => id);
const event = (id: string) =>
  `insert into billing_processed_events (id, type) values ('${id}', 'x')`;
const states = [2, 1].map((key) => ({
  key,
  version: 1,
  activeFrom: new Date(),
  armed: false,
  base: null,
  episode: 1,
}));
const shards = [2, 1].map((shard) => ({ shard, fencingToken: 0 }));
const checks = ['zoe', uid].map((name) => ({ uid: name, dueAt: new Date(0) }));
const events = ['b', 'a'].map((id) => ({ id, type: 'x' }));

/** What it does, the statement that takes its first lock, and the one that takes its second. */
const statements: readonly [string, (db: Database) => Promise<unknown>, string, string][] = [
  ['an erasure, thresholds', (db) => lockForErasure(db, uid), thresholdRow(1), thresholdRow(2)],
  ['an erasure, then the check', (db) => lockForErasure(db, uid), thresholdRow(2), checkRow(uid)],
  ['an erasure, then alerts', (db) => lockForErasure(db, uid), checkRow(uid), alertRow(1)],
  ['an erasure, alerts', (db) => lockForErasure(db, uid), alertRow(1), alertRow(2)],
  ['an erasure, then the user', (db) => lockForErasure(db, uid), alertRow(2), userRow(uid)],
  ['settings', (db) => lockThresholds(db, uid), thresholdRow(1), thresholdRow(2)],
  ['a reading', (db) => updateThresholdStates(db, states), thresholdRow(1), thresholdRow(2)],
  ['a start', (db) => markStarted(db, states), thresholdRow(1), thresholdRow(2)],
  ['a stop', (db) => markStopped(db, states), thresholdRow(1), thresholdRow(2)],
  ['a pause', (db) => pauseThresholds(db, states, 'currency'), thresholdRow(1), thresholdRow(2)],
  ['marking as read', (db) => markAlertsRead(db, uid, null), alertRow(1), alertRow(2)],
  ['a check', (db) => lockUnsentAlerts(db, [uid]), alertRow(1), alertRow(2)],
  ['closing', (db) => assignUnsentAlerts(db, uid, mailId), alertRow(1), alertRow(2)],
  ['new alerts', (db) => upsertPendingChecks(db, checks), checkRow(uid), checkRow('zoe')],
  ['projections', (db) => enqueueProjections(db, ['zoe', uid]), jobRow(uid), jobRow('zoe')],
  ['a fenced write', (db) => lockShards(db, 'test', shards), shardRow(1), shardRow(2)],
  ['deliveries', (db) => markAccepted(db, deliveries), channelRow(1), channelRow(2)],
  ['failed deliveries', (db) => recordFailures(db, deliveries), channelRow(1), channelRow(2)],
  ['an ending', (db) => reopenAlerts(db, deliveryIds), checkRow(uid), alertRow(1)],
  ['an ending, alerts', (db) => reopenAlerts(db, deliveryIds), alertRow(1), alertRow(2)],
  ['a new way', (db) => retryWaitingAlerts(db, uid), checkRow(uid), alertRow(1)],
  ['a new way, alerts', (db) => retryWaitingAlerts(db, uid), alertRow(1), alertRow(2)],
  ['events', (db) => markEventsProcessed(db, events), event('a'), event('b')],
];

/** Runs `hold`, then a statement that waits for it, `beforeCommit`, and the commit. @returns the statement's result */
async function race<Result>(
  hold: string,
  statement: (db: Database) => Promise<Result>,
  beforeCommit = '',
): Promise<Result> {
  const [holder, waiting] = [await pool.connect(), await pool.connect()];
  try {
    await holder.query(`begin; ${hold}`);
    await waiting.query(`begin; ${sequentialPlans}`);
    const result = statement(waiting);
    await waitForBlocked(pool);
    // Fails if the statement has locked this row.
    await holder.query(`set local lock_timeout = '1ms'; ${beforeCommit}`);
    await holder.query('commit');
    return await result;
  } finally {
    await waiting.query('rollback');
    holder.release(true);
    waiting.release(true);
  }
}

it.each(statements)(
  '%s: waits at its first row, and has not locked the second',
  async (_name, statement, first, second) => {
    await race(first, statement, second);
  },
);
