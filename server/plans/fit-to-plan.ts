/**
 * Fits settings to a plan without deleting anything: thresholds beyond it are paused (reason `plan`), those that fit
 * again start a new version (docs/alerts.md, rule 5). The oldest stay.
 */
import type pg from 'pg';
import { type Plan, type PlanName, plans } from '#domain/plans.ts';
import { futureOf, isPast, pauseAt } from '#domain/threshold.ts';
import { nextCheckAt } from '../base/next-check.ts';
import { fitChannelsToKinds } from '../db/alerts/channels.ts';
import { bringCheckForward } from '../db/alerts/pending-checks.ts';
import {
  commandOf,
  lockThresholds,
  replaceCommands,
  type StoredThreshold,
  updateThresholds,
} from '../db/users/thresholds.ts';
import { type User, updateSettings } from '../db/users/users.ts';
import { includesRule } from './plan-limits.ts';

interface ThresholdFit {
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
    const pause = pauseAt(threshold, now);
    const closed = isPast(threshold.kickoffAt, now);
    if (closed || (pause !== null && pause !== 'plan')) continue;
    const fits = running < plan.maxThresholds && includesRule(plan, threshold);
    if (fits) running += 1;
    if (fits && pause === 'plan') toResume.push(threshold);
    if (!fits && pause === null) toPause.push(threshold);
  }
  return { toPause, toResume };
}

/** Writes a fit and its commands to the worker, in the caller's transaction; the caller has locked the user. */
export async function applyFit(
  client: pg.PoolClient,
  { toPause, toResume }: ThresholdFit,
  now: Date,
): Promise<void> {
  const rows = [
    ...toPause.map((threshold) => ({ ...threshold, pause: 'plan' as const })),
    ...toResume.map((threshold) => ({
      ...threshold,
      pause: null,
      snoozedUntil: futureOf(threshold.snoozedUntil, now),
    })),
  ].map((threshold) => ({ key: threshold.key, threshold, restarts: threshold.pause === null }));
  const versions = await updateThresholds(client, rows, { keepsState: true });
  await replaceCommands(client, {
    cancelStartsOf: rows.map(({ key }) => key),
    commands: rows.map(({ key, threshold, restarts }) => {
      const named = { key, version: versions.get(key) ?? 0 };
      return restarts
        ? commandOf('start', named, threshold.snoozedUntil)
        : commandOf('stop', named);
    }),
  });
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
  const { uid, partidos, readAt: now } = user;
  const fit = fitThresholds(await lockThresholds(client, uid), plan, now);
  await applyFit(client, fit, now);
  await fitChannelsToKinds(client, uid, plan.channelKinds);
  const frecuencia = Math.max(user.frecuencia, plan.fastestCheckSeconds);
  const slower = frecuencia !== user.frecuencia;
  if (slower)
    await bringCheckForward(client, uid, nextCheckAt({ uid, frecuenciaSeconds: frecuencia, now }));
  const paused = fit.toPause.length;
  const resumed = fit.toResume.length;
  if (slower || paused + resumed > 0) await updateSettings(client, uid, { partidos, frecuencia });
  return { paused, resumed, frecuencia: slower ? frecuencia : null };
}
