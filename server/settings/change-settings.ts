/** The one way to change a user's settings: rows, version, worker commands and projection job in one transaction. */
import type pg from 'pg';
import { type Plan, plans } from '#domain/plans.ts';
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
  setThresholdDetails,
  setThresholdPauses,
  startNewVersions,
} from '../db/users/thresholds.ts';
import { lockUser, type User, updateSettings } from '../db/users/users.ts';
import { applyFit, fitThresholds } from '../plans/fit-to-plan.ts';
import {
  type ChangePlan,
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
  await applyRows(client, user, plan);
  await setThresholdChannels(client, uid, plan.choices);
  await setThresholdDetails(client, uid, plan.details);
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
  { rows, rescheduled }: Pick<ChangePlan, 'rows' | 'rescheduled'>,
): Promise<void> {
  const ofKind = <Kind extends RowChange['kind']>(kind: Kind) =>
    rows.filter((row): row is Extract<RowChange, { kind: Kind }> => row.kind === kind);
  const created = ofKind('create');
  const restarted = ofKind('restart');
  const paused = ofKind('pause');
  const deleted = ofKind('delete');
  const keys = await insertThresholds(client, uid, created, maxCreatedPerDay(plans[plan]));
  if (keys === null)
    throw new AppError('too_many_requests', 'Hoy has creado demasiados umbrales. Prueba mañana.', {
      retryAfterSeconds: 3_600,
    });
  const versions = await startNewVersions(client, restarted, { keepsState: false });
  await setThresholdPauses(
    client,
    paused.map(({ key, threshold }) => ({ ...threshold, key })),
  );
  await deleteThresholds(
    client,
    deleted.map(({ key }) => key),
  );
  await replaceCommands(client, {
    cancelStartsOf: [...restarted, ...paused, ...deleted].map(({ key }) => key),
    commands: [
      ...created.flatMap(({ id, start }) => {
        const key = keys.get(id);
        return start && key ? [commandOf('start', { key, version: 1 }, start.dueAt)] : [];
      }),
      ...restarted.flatMap(({ key, stop, start }) => {
        const named = { key, version: versions.get(key) ?? 0 };
        return [
          ...(stop ? [commandOf('stop', named)] : []),
          ...(start ? [commandOf('start', named, start.dueAt)] : []),
        ];
      }),
      ...[...paused.filter(({ stop }) => stop), ...deleted].map((row) => commandOf('stop', row)),
      ...rescheduled.map((threshold) => commandOf('start', threshold)),
    ],
  });
}
