/**
 * Fits settings to a plan without deleting anything: thresholds beyond it are paused (reason `plan`), those that fit
 * again start a new version (docs/alerts.md, rule 5). The oldest stay.
 */
import type pg from 'pg';
import { type Plan, type PlanName, plans } from '#domain/plans.ts';
import { bringCheckForward } from '../../db/alerts/pending-checks.ts';
import {
  deletePendingStarts,
  enqueueCommand,
  lockThresholds,
  notifyCommands,
  type StoredThreshold,
  setThresholdPause,
  startNewVersion,
} from '../../db/users/thresholds.ts';
import { type User, updateSettings } from '../../db/users/users.ts';
import { nextCheckAt } from '../../next-check.ts';
import { includesRule } from './plan-limits.ts';

export interface ThresholdFit {
  readonly toPause: readonly StoredThreshold[];
  readonly toResume: readonly StoredThreshold[];
}

/** Selects what to pause and resume. Pure. @param thresholds in any order */
export function fitThresholds(
  thresholds: readonly StoredThreshold[],
  plan: Plan,
  now: Date,
): ThresholdFit {
  const toPause: StoredThreshold[] = [];
  const toResume: StoredThreshold[] = [];
  let running = 0;
  for (const threshold of thresholds.toSorted((a, b) => a.key - b.key)) {
    const { pauseReason, kickoffAt, rule } = threshold;
    const closed = kickoffAt !== null && kickoffAt <= now;
    if (closed || (pauseReason !== null && pauseReason !== 'plan')) continue;
    const fits = running < plan.maxThresholds && includesRule(plan, rule);
    if (fits) running += 1;
    if (fits && pauseReason === 'plan') toResume.push(threshold);
    if (!fits && pauseReason === null) toPause.push(threshold);
  }
  return { toPause, toResume };
}

/** Writes a fit and its commands to the worker, in the caller's transaction; the caller has locked the user. */
export async function applyFit(
  client: pg.PoolClient,
  { toPause, toResume }: ThresholdFit,
  now: Date,
): Promise<void> {
  for (const { key, version, snoozedUntil } of toPause) {
    await deletePendingStarts(client, key);
    await setThresholdPause(client, key, { pauseReason: 'plan', snoozedUntil });
    await enqueueCommand(client, { key, action: 'stop', version, dueAt: null });
  }
  for (const threshold of toResume) {
    const { key } = threshold;
    const snoozedUntil =
      threshold.snoozedUntil !== null && threshold.snoozedUntil > now
        ? threshold.snoozedUntil
        : null;
    await deletePendingStarts(client, key);
    const version = await startNewVersion(client, key, {
      ...threshold,
      pauseReason: null,
      snoozedUntil,
    });
    await enqueueCommand(client, { key, action: 'start', version, dueAt: snoozedUntil });
  }
  if (toPause.length + toResume.length > 0) await notifyCommands(client);
}

/** What a change of plan changed in the settings. */
export interface PlanFit {
  readonly paused: number;
  readonly resumed: number;
  /** The plan's fastest check interval in seconds, when the user's was shorter; null = unchanged. */
  readonly frecuencia: number | null;
}

/** @param user locked by the caller */
export async function fitToPlan(
  client: pg.PoolClient,
  user: User,
  name: PlanName,
): Promise<PlanFit> {
  const plan = plans[name];
  const now = new Date();
  const { uid, partidos } = user;
  const fit = fitThresholds(await lockThresholds(client, uid), plan, now);
  await applyFit(client, fit, now);
  const frecuencia = Math.max(user.frecuencia, plan.fastestCheckSeconds);
  const slower = frecuencia !== user.frecuencia;
  if (slower)
    await bringCheckForward(client, uid, nextCheckAt({ uid, frecuenciaSeconds: frecuencia, now }));
  const paused = fit.toPause.length;
  const resumed = fit.toResume.length;
  if (slower || paused + resumed > 0) await updateSettings(client, uid, { partidos, frecuencia });
  return { paused, resumed, frecuencia: slower ? frecuencia : null };
}
