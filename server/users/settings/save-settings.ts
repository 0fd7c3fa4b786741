/** Replaces a user's settings: rows, version, worker commands and projection job in one transaction. */
import type pg from 'pg';
import { toTarget } from '#contract/threshold.ts';
import type { ConfiguracionInput, Settings } from '#contract/users.ts';
import { plans } from '#domain/plans.ts';
import { bringCheckForward } from '../../db/alerts/pending-checks.ts';
import { inTransaction, retryDeadlocks } from '../../db/transaction.ts';
import { enqueueProjection } from '../../db/users/projection-jobs.ts';
import { loadTargets } from '../../db/users/settings-targets.ts';
import {
  deletePendingStarts,
  deleteThreshold,
  enqueueCommand,
  insertThreshold,
  listThresholds,
  lockThresholds,
  notifyCommands,
  setThresholdPause,
  startNewVersion,
} from '../../db/users/thresholds.ts';
import { lockUser, type User, updateSettings } from '../../db/users/users.ts';
import { AppError } from '../../errors.ts';
import { nextCheckAt } from '../../next-check.ts';
import { assertAccountOpen } from '../lock-open-account.ts';
import { applyFit, fitThresholds } from './fit-to-plan.ts';
import { diffSettings, type StartAt, type ThresholdChange } from './settings-diff.ts';
import { toSettings } from './settings-mapper.ts';

export interface SettingsReplacement {
  readonly uid: string;
  readonly sent: ConfiguracionInput;
  /** The version the client read; null = replace unconditionally. */
  readonly ifVersion: number | null;
}

/**
 * @throws AppError `conflict` when the version is not the current one, `plan_limit`, `validation_failed`, `not_found`,
 *   `unauthenticated` when the account was closed meanwhile
 */
export function saveSettings(
  pool: pg.Pool,
  { uid, sent, ifVersion }: SettingsReplacement,
): Promise<Settings> {
  return retryDeadlocks(() => replace(pool, { uid, sent, ifVersion }));
}

function replace(pool: pg.Pool, { uid, sent, ifVersion }: SettingsReplacement): Promise<Settings> {
  return inTransaction(pool, async (client) => {
    const user = await lockUser(client, uid);
    if (user === null) throw new AppError('not_found');
    if (ifVersion !== null && ifVersion !== user.settingsVersion)
      throw new AppError('conflict', 'Tu configuración cambió en otra pestaña. Recárgala.');
    assertAccountOpen(user);

    const now = new Date();
    const thresholds = await lockThresholds(client, uid);
    const catalogue = await loadTargets(client, {
      targets: Object.values(sent.umbrales).map(({ objetivo }) => toTarget(objetivo)),
      matchIds: sent.partidos,
    });
    const stored = { partidos: user.partidos, frecuencia: user.frecuencia, thresholds };
    const next = diffSettings(sent, {
      now,
      plan: plans[user.plan],
      targetLookup: catalogue,
      stored,
    });

    for (const change of next.changes) await applyChange(client, uid, change);
    if (next.changes.length > 0) await notifyCommands(client);
    await resumeFittingThresholds(client, user, now);
    const settingsVersion = await updateSettings(client, uid, next);
    if (next.frecuencia !== user.frecuencia)
      await bringCheckForward(
        client,
        uid,
        nextCheckAt({ uid, frecuenciaSeconds: next.frecuencia, now }),
      );
    await enqueueProjection(client, uid);
    return toSettings(
      { ...user, partidos: next.partidos, frecuencia: next.frecuencia, settingsVersion },
      await listThresholds(client, uid),
      now,
    );
  });
}

/** Resumes thresholds the plan had paused, where a deletion or an edit made room. */
async function resumeFittingThresholds(
  client: pg.PoolClient,
  { uid, plan }: User,
  now: Date,
): Promise<void> {
  const thresholds = await lockThresholds(client, uid);
  if (!thresholds.some(({ pauseReason }) => pauseReason === 'plan')) return;
  const { toResume } = fitThresholds(thresholds, plans[plan], now);
  await applyFit(client, { toPause: [], toResume }, now);
}

async function applyChange(
  client: pg.PoolClient,
  uid: string,
  change: ThresholdChange,
): Promise<void> {
  switch (change.kind) {
    case 'create': {
      const key = await insertThreshold(client, uid, change.id, change.spec);
      return enqueueStart(client, key, 1, change.start);
    }
    case 'restart': {
      await deletePendingStarts(client, change.key);
      const version = await startNewVersion(client, change.key, change.spec);
      if (change.stop)
        await enqueueCommand(client, { key: change.key, action: 'stop', version, dueAt: null });
      return enqueueStart(client, change.key, version, change.start);
    }
    case 'pause': {
      await deletePendingStarts(client, change.key);
      await setThresholdPause(client, change.key, change.spec);
      if (change.stop) await enqueueCommand(client, { ...change, action: 'stop', dueAt: null });
      return;
    }
    case 'delete': {
      await deletePendingStarts(client, change.key);
      await deleteThreshold(client, change.key);
      return enqueueCommand(client, { ...change, action: 'stop', dueAt: null });
    }
  }
}

async function enqueueStart(
  client: pg.PoolClient,
  key: number,
  version: number,
  when: StartAt,
): Promise<void> {
  if (when === 'never') return;
  const dueAt = when === 'now' ? null : when;
  await enqueueCommand(client, { key, action: 'start', version, dueAt });
}
