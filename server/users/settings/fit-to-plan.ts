/**
 * Brings settings within a plan without deleting anything: what does not fit is paused (`pausa: 'plan'`), what fits
 * again starts a new version (alerts.md, rule 5). Thresholds told apart by age: the oldest stay.
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

/** Pure. @param thresholds in any order */
export function fitThresholds(
  thresholds: readonly StoredThreshold[],
  plan: Plan,
  now: Date,
): ThresholdFit {
  const toPause: StoredThreshold[] = [];
  const toResume: StoredThreshold[] = [];
  let running = 0;
  for (const threshold of thresholds.toSorted((a, b) => a.key - b.key)) {
    const { pausa, kickoffAt, rule } = threshold;
    const closed = kickoffAt !== null && kickoffAt <= now;
    if (closed || (pausa !== null && pausa !== 'plan')) continue;
    const fits = running < plan.maxThresholds && includesRule(plan, rule);
    if (fits) running += 1;
    if (fits && pausa === 'plan') toResume.push(threshold);
    if (!fits && pausa === null) toPause.push(threshold);
  }
  return { toPause, toResume };
}

/** Applies a fit with its commands to the worker, in the caller's transaction; the caller holds the user. */
export async function applyFit(
  client: pg.PoolClient,
  { toPause, toResume }: ThresholdFit,
  now: Date,
): Promise<void> {
  for (const { key, version, snoozedUntil } of toPause) {
    await deletePendingStarts(client, key);
    await setThresholdPause(client, key, { pausa: 'plan', snoozedUntil });
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
      pausa: null,
      snoozedUntil,
    });
    await enqueueCommand(client, { key, action: 'start', version, dueAt: snoozedUntil });
  }
  if (toPause.length + toResume.length > 0) await notifyCommands(client);
}

/** What a change of plan did to the settings. */
export interface Fitted {
  readonly paused: number;
  readonly resumed: number;
  /** The slower frequency that took the place of a too fast one; null = nothing changed. */
  readonly frecuencia: number | null;
}

/** @param user locked by the caller */
export async function fitToPlan(
  client: pg.PoolClient,
  user: User,
  name: PlanName,
): Promise<Fitted> {
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
