/** The one way to change a user's settings: rows, version, worker commands and projection job in one transaction. */

import type pg from 'pg';
import { type Plan, plans } from '#domain/plans.ts';
import { areSameChannels } from '#domain/threshold.ts';
import { assertAccountOpen } from '../accounts/lock-open-account.ts';
import { AppError } from '../base/errors.ts';
import { nextCheckAt } from '../base/next-check.ts';
import { listChannelIds } from '../db/alerts/channels.ts';
import { bringCheckForward } from '../db/alerts/pending-checks.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { enqueueProjection } from '../db/users/projection-jobs.ts';
import { loadTargets } from '../db/users/settings-targets.ts';
import { setThresholdChannels } from '../db/users/threshold-channels.ts';
import {
  commandOf,
  deleteThresholds,
  insertThresholds,
  lockThresholds,
  replaceCommands,
  updateThresholds,
} from '../db/users/thresholds.ts';
import { lockUser, type User, updateSettings } from '../db/users/users.ts';
import { applyFit, fitThresholds } from '../plans/fit-to-plan.ts';
import {
  type CurrentSettings,
  type Edit,
  editsOf,
  placedEdits,
  planChanges,
  type RowChange,
  type SettingsWrite,
} from './plan-changes.ts';

/**
 * Holds the user's row, so that changes happen one after the other.
 * @param options.write what to change, given what is stored; null = nothing, and the version stays
 * @param options.result reads the answer in the same transaction
 * @throws AppError `plan_limit`, `validation_failed`, `not_found`, `conflict`, `unauthenticated` when the account was closed
 */
export function changeSettings<Result>(
  pool: pg.Pool,
  uid: string,
  options: {
    readonly write: (
      current: CurrentSettings,
      client: pg.PoolClient,
    ) => SettingsWrite | null | Promise<SettingsWrite | null>;
    readonly result: (client: pg.PoolClient, saved: { readonly user: User }) => Promise<Result>;
  },
): Promise<Result> {
  return retryDeadlocks(() =>
    inTransaction(pool, async (client) => {
      const user = await lockUser(client, uid);
      if (user === null) throw new AppError('not_found');
      const current = { user, thresholds: await lockThresholds(client, uid) };
      const write = await options.write(current, client);
      if (write !== null) assertAccountOpen(user);
      const saved = write === null ? user : await applyWrite(client, current, write);
      return options.result(client, { user: saved });
    }),
  );
}

/** What a plan of changes is made of, but for what is stored. */
async function loadContext(
  client: pg.PoolClient | pg.Pool,
  { user }: CurrentSettings,
  write: SettingsWrite,
  edits: readonly Edit[],
) {
  const choosesChannels = edits.some(({ after }) => after !== null && after.channels !== null);
  return {
    targetLookup: await loadTargets(client, {
      targets: placedEdits(edits).map(({ target }) => target),
      matchIds: (write.partidos ?? []).filter((id) => !user.partidos.includes(id)),
    }),
    channelIds: choosesChannels ? await listChannelIds(client, user.uid) : new Set<string>(),
  };
}

/** @returns the user with the new settings */
async function applyWrite(
  client: pg.PoolClient,
  current: CurrentSettings,
  write: SettingsWrite,
): Promise<User> {
  const { user, thresholds } = current;
  const { uid, readAt: now } = user;
  const edits = editsOf(current, write);
  const plan = planChanges(current, write, edits, await loadContext(client, current, write, edits));
  await applyRows(client, user, plan.rows);
  if (thresholds.some(({ pause }) => pause === 'plan')) await resumeFitting(client, user);
  const { partidos, frecuencia } = plan;
  const settingsVersion = await updateSettings(client, uid, plan);
  if (frecuencia !== user.frecuencia)
    await bringCheckForward(client, uid, nextCheckAt({ uid, frecuenciaSeconds: frecuencia, now }));
  await enqueueProjection(client, uid);
  return { ...user, partidos, frecuencia, settingsVersion };
}

/** Resumes thresholds the plan had paused, where a deletion or an edit made room. */
async function resumeFitting(
  client: pg.PoolClient,
  { uid, plan, readAt: now }: User,
): Promise<void> {
  const { toResume } = fitThresholds(await lockThresholds(client, uid), plans[plan], now);
  await applyFit(client, { toPause: [], toResume }, now);
}

/** Replacing all of them ten times a day, and some more: rows of deleted ones stay for a day. */
const maxCreatedPerDay = ({ maxThresholds }: Plan): number => 200 + 10 * maxThresholds;

/** One statement per kind of change, however many there are: workers wait for the user's row meanwhile. */
async function applyRows(
  client: pg.PoolClient,
  { uid, plan }: User,
  rows: readonly RowChange[],
): Promise<void> {
  const written = rows.flatMap(({ after, ...row }) => (after ? { ...row, threshold: after } : []));
  const created = written.filter(({ before }) => before === null);
  const keys = await insertThresholds(client, uid, created, maxCreatedPerDay(plans[plan]));
  if (keys === null)
    throw new AppError('too_many_requests', 'Hoy has creado demasiados umbrales. Prueba mañana.', {
      retryAfterSeconds: 3_600,
    });
  const versions = await updateThresholds(
    client,
    written.flatMap(({ before, threshold, effect }) =>
      before ? { key: before.key, threshold, restarts: effect === 'restarts' } : [],
    ),
    { keepsState: false },
  );
  await deleteThresholds(
    client,
    rows.flatMap(({ before, after }) => (before && after === null ? before.key : [])),
  );
  await setThresholdChannels(
    client,
    uid,
    written.flatMap(({ id, before, threshold: { channels } }) =>
      areSameChannels(before?.channels ?? null, channels) ? [] : { id, channels },
    ),
  );
  await replaceCommands(client, {
    cancelStartsOf: rows.flatMap(({ before, effect }) =>
      before && effect !== 'goesOn' ? before.key : [],
    ),
    commands: rows.flatMap(({ id, before, after, effect, stops }) => {
      const key = before?.key ?? keys.get(id) ?? 0;
      const named = { key, version: versions.get(key) ?? before?.version ?? 1 };
      const starts = effect === 'restarts' && after?.pause === null;
      return [
        ...(stops ? [commandOf('stop', named)] : []),
        ...(starts ? [commandOf('start', named, after.snoozedUntil)] : []),
        ...(effect === 'goesOn' && isRescheduled(before, after) ? [commandOf('start', named)] : []),
      ];
    }),
  });
}

/** It runs, with another expiry: the worker may have removed it from its memory at the one it had. */
const isRescheduled = (before: RowChange['before'], after: RowChange['after']): boolean =>
  before !== null &&
  before.activeFrom !== null &&
  before.expiresAt !== null &&
  before.expiresAt !== after?.expiresAt;
