/** Changes a user's settings: rows, version, worker commands and projection job in one transaction. */
import type pg from 'pg';
import { toTarget } from '#contract/threshold.ts';
import type { ConfiguracionInput, Settings } from '#contract/users.ts';
import { type Plan, plans } from '#domain/plans.ts';
import { listChannelIds } from '../../db/alerts/channels.ts';
import { bringCheckForward } from '../../db/alerts/pending-checks.ts';
import { inTransaction, retryDeadlocks } from '../../db/transaction.ts';
import { enqueueProjection } from '../../db/users/projection-jobs.ts';
import { loadTargets, type TargetLookup } from '../../db/users/settings-targets.ts';
import { setThresholdChannels } from '../../db/users/threshold-channels.ts';
import {
  deleteThresholds,
  insertThresholds,
  listThresholds,
  lockThresholds,
  replaceCommands,
  type StoredThreshold,
  setThresholdDetails,
  setThresholdPauses,
  startNewVersions,
  type ThresholdCommand,
} from '../../db/users/thresholds.ts';
import { lockUser, type User, updateSettings } from '../../db/users/users.ts';
import { AppError } from '../../errors.ts';
import { nextCheckAt } from '../../next-check.ts';
import { assertAccountOpen } from '../lock-open-account.ts';
import { applyFit, fitThresholds } from './fit-to-plan.ts';
import {
  diffSettings,
  type SettingsDiff,
  type StartAt,
  type ThresholdChange,
} from './settings-diff.ts';
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
export async function saveSettings(
  pool: pg.Pool,
  { uid, sent, ifVersion }: SettingsReplacement,
): Promise<Settings> {
  // Before anything is locked: nothing a user does changes the catalogue.
  const catalogue = await loadTargets(pool, {
    targets: Object.values(sent.umbrales).map(({ objetivo }) => toTarget(objetivo)),
    matchIds: sent.partidos,
  });
  return changeSettings(pool, uid, {
    async change({ user }) {
      if (ifVersion !== null && ifVersion !== user.settingsVersion)
        throw new AppError('conflict', 'Tu configuración cambió en otra pestaña. Recárgala.');
      return { sent, catalogue };
    },
    result: async (client, { user }) => toSettings(user, await listThresholds(client, uid)),
  });
}

/** What is stored, locked until the transaction ends. */
export interface CurrentSettings {
  readonly user: User;
  readonly thresholds: readonly StoredThreshold[];
}

export interface SettingsChange {
  /** All settings, with the change. */
  readonly sent: ConfiguracionInput;
  /** Knows the targets and matches that the change brings; those stored are not looked up. */
  readonly catalogue: TargetLookup;
}

/**
 * The one way to change settings, as a whole or one threshold of them: rows, version, worker commands and projection job in
 * one transaction that holds the user's row, so that changes happen one after the other.
 * @param options.change what to store, given what is stored; null = nothing, and the version stays
 * @param options.result reads the answer in the same transaction
 * @throws AppError `plan_limit`, `validation_failed`, `not_found`, `unauthenticated` when the account was closed
 */
export function changeSettings<Result>(
  pool: pg.Pool,
  uid: string,
  options: {
    readonly change: (
      current: CurrentSettings,
      client: pg.PoolClient,
    ) => Promise<SettingsChange | null>;
    readonly result: (
      client: pg.PoolClient,
      saved: Pick<CurrentSettings, 'user'>,
    ) => Promise<Result>;
  },
): Promise<Result> {
  return retryDeadlocks(() =>
    inTransaction(pool, async (client) => {
      const user = await lockUser(client, uid);
      if (user === null) throw new AppError('not_found');
      const current = { user, thresholds: await lockThresholds(client, uid) };
      const change = await options.change(current, client);
      if (change !== null) assertAccountOpen(user);
      const saved = change === null ? user : await applyDiff(client, current, change);
      return options.result(client, { user: saved });
    }),
  );
}

const choosesChannels = ({ umbrales }: ConfiguracionInput): boolean =>
  Object.values(umbrales).some(({ canales }) => canales);

/** @returns the user with the new settings */
async function applyDiff(
  client: pg.PoolClient,
  { user, thresholds }: CurrentSettings,
  { sent, catalogue }: SettingsChange,
): Promise<User> {
  const { uid, readAt: now } = user;
  const next = diffSettings(sent, {
    now,
    plan: plans[user.plan],
    targetLookup: catalogue,
    channelIds: choosesChannels(sent) ? await listChannelIds(client, uid) : new Set(),
    stored: { partidos: user.partidos, frecuencia: user.frecuencia, thresholds },
  });
  await applyChanges(client, user, next);
  await setThresholdChannels(client, uid, next.choices);
  await setThresholdDetails(client, uid, next.details);
  if (thresholds.some(({ pauseReason }) => pauseReason === 'plan'))
    await resumeFittingThresholds(client, user);
  const settingsVersion = await updateSettings(client, uid, next);
  if (next.frecuencia !== user.frecuencia)
    await bringCheckForward(
      client,
      uid,
      nextCheckAt({ uid, frecuenciaSeconds: next.frecuencia, now }),
    );
  await enqueueProjection(client, uid);
  return { ...user, partidos: next.partidos, frecuencia: next.frecuencia, settingsVersion };
}

/** Resumes thresholds the plan had paused, where a deletion or an edit made room. */
async function resumeFittingThresholds(
  client: pg.PoolClient,
  { uid, plan, readAt: now }: User,
): Promise<void> {
  const { toResume } = fitThresholds(await lockThresholds(client, uid), plans[plan], now);
  await applyFit(client, { toPause: [], toResume }, now);
}

/** Replacing all of them ten times a day, and some more: rows of deleted ones stay for a day. */
const maxCreatedPerDay = ({ maxThresholds }: Plan): number => 200 + 10 * maxThresholds;

/** One statement per kind of change, however many there are: workers wait for the user's row meanwhile. */
async function applyChanges(
  client: pg.PoolClient,
  { uid, plan }: User,
  { changes, rescheduled }: Pick<SettingsDiff, 'changes' | 'rescheduled'>,
): Promise<void> {
  const ofKind = <Kind extends ThresholdChange['kind']>(kind: Kind) =>
    changes.filter(
      (change): change is Extract<ThresholdChange, { kind: Kind }> => change.kind === kind,
    );
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
    paused.map(({ key, spec }) => ({ ...spec, key })),
  );
  await deleteThresholds(
    client,
    deleted.map(({ key }) => key),
  );
  await replaceCommands(client, {
    cancelStartsOf: [...restarted, ...paused, ...deleted].map(({ key }) => key),
    commands: [
      ...created.flatMap(({ id, start }) => startCommands(keys.get(id), 1, start)),
      ...restarted.flatMap(({ key, stop, start }) => {
        const version = versions.get(key) ?? 0;
        return [
          ...(stop ? [stopCommand(key, version)] : []),
          ...startCommands(key, version, start),
        ];
      }),
      ...paused.flatMap(({ key, version, stop }) => (stop ? [stopCommand(key, version)] : [])),
      ...deleted.map(({ key, version }) => stopCommand(key, version)),
      ...rescheduled.flatMap(({ key, version }) => startCommands(key, version, 'now')),
    ],
  });
}

const stopCommand = (key: number, version: number): ThresholdCommand => ({
  key,
  action: 'stop',
  version,
  dueAt: null,
});

function startCommands(
  key: number | undefined,
  version: number,
  when: StartAt,
): ThresholdCommand[] {
  if (key === undefined || when === 'never') return [];
  return [{ key, action: 'start', version, dueAt: when === 'now' ? null : when }];
}
