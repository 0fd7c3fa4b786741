/** Creates, changes and deletes single thresholds, and watches single matches: each as a change of the settings. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { toRule, toTarget, type UmbralInput } from '#contract/threshold.ts';
import type {
  ThresholdChange,
  ThresholdCreated,
  ThresholdCreation,
  ThresholdItem,
  ThresholdPatch,
  WatchList,
  WatchOutcome,
} from '#contract/thresholds.ts';
import type { Configuracion, Settings } from '#contract/users.ts';
import { plans } from '#domain/plans.ts';
import { matchesEtag } from '../../content-etag.ts';
import { listThresholdsWithValues } from '../../db/users/listed-thresholds.ts';
import { loadTargets, type TargetLookup } from '../../db/users/settings-targets.ts';
import { listThresholds, type StoredThreshold } from '../../db/users/thresholds.ts';
import { AppError } from '../../errors.ts';
import { type CurrentSettings, changeSettings, type SettingsChange } from './save-settings.ts';
import { sameRule } from './settings-diff.ts';
import { toConfiguracion, toSettings, toUmbral } from './settings-mapper.ts';
import { thresholdEtag, toThresholdItem } from './threshold-item.ts';

export interface NamedThreshold {
  readonly uid: string;
  readonly id: string;
  /** The header's text; undefined = whatever is stored. */
  readonly ifMatch?: string | undefined;
}

/**
 * Its match joins the watched ones in the same write, where the plan has room for it and the request does not decline. A
 * repeated request with the same id and rule answers the stored threshold, and changes nothing.
 * @throws AppError `conflict` when the id is taken by another rule, and what saving the settings answers
 */
export async function createThreshold(
  pool: pg.Pool,
  { uid, creation }: { readonly uid: string; readonly creation: ThresholdCreation },
): Promise<{ readonly created: boolean; readonly item: ThresholdCreated }> {
  const { id = randomUUID(), vigilar = true, ...umbral } = creation;
  let created = false;
  let vigilancia: WatchOutcome = 'no';
  const item = await changeSettings(pool, uid, {
    async change(current, client) {
      const stored = current.thresholds.find((threshold) => threshold.id === id);
      created = stored === undefined;
      if (stored === undefined) {
        const { sent, catalogue } = await withThreshold(client, current, { id, umbral });
        const partidos = watchedWith(vigilar ? [umbral] : [], current.user, catalogue);
        const matchId = catalogue.find(toTarget(umbral.objetivo))?.matchId ?? '';
        if (current.user.partidos.includes(matchId)) vigilancia = 'ya';
        else if (vigilar) vigilancia = partidos.includes(matchId) ? 'nueva' : 'limite';
        return { sent: { ...sent, partidos }, catalogue };
      }
      vigilancia = current.user.partidos.includes(stored.matchId) ? 'ya' : 'no';
      if (stored.currency === umbral.moneda && sameRule(stored.rule, toRule(umbral))) return null;
      throw idTaken();
    },
    result: (client, { user }) => loadItem(client, { uid, id, now: user.readAt }),
  });
  return { created, item: { ...item, vigilancia } };
}

/** The watched matches and those of new thresholds, in their order, as far as the plan has room (decision 048). */
export function watchedWith(
  created: readonly UmbralInput[],
  { partidos, plan }: CurrentSettings['user'],
  catalogue: TargetLookup,
): string[] {
  const matchIds = created.flatMap(
    ({ objetivo }) => catalogue.find(toTarget(objetivo))?.matchId ?? [],
  );
  const { maxMatches } = plans[plan];
  const room = Math.max(partidos.length, maxMatches ?? Number.POSITIVE_INFINITY);
  return [...new Set([...partidos, ...matchIds])].slice(0, room);
}

/** @throws AppError `not_found`, `conflict` when it is not what `ifMatch` names */
export function updateThreshold(
  pool: pg.Pool,
  { patch, ...named }: NamedThreshold & { readonly patch: ThresholdPatch },
): Promise<ThresholdItem> {
  return changeThreshold(pool, named, (stored, now) => {
    const before = toUmbral(stored, now);
    return { ...before, ...patch } satisfies UmbralInput;
  });
}

/**
 * @param change what it becomes; null = as it is
 * @throws AppError `not_found`, `conflict`
 */
export function changeThreshold(
  pool: pg.Pool,
  named: NamedThreshold,
  change: (stored: StoredThreshold, now: Date) => UmbralInput | null,
): Promise<ThresholdItem> {
  const { uid, id } = named;
  return changeSettings(pool, uid, {
    async change(current, client) {
      const umbral = change(findStored(current, named), current.user.readAt);
      return umbral && withThreshold(client, current, { id, umbral });
    },
    result: (client, { user }) => loadItem(client, { uid, id, now: user.readAt }),
  });
}

/** @returns it as it was @throws AppError `not_found`, `conflict` */
export async function deleteThreshold(
  pool: pg.Pool,
  named: NamedThreshold,
): Promise<ThresholdItem> {
  const { uid, id } = named;
  let deleted: ThresholdItem | undefined;
  await changeSettings(pool, uid, {
    async change(current, client) {
      findStored(current, named);
      deleted = await loadItem(client, { uid, id, now: current.user.readAt });
      const settings = configuracionOf(current);
      const { [id]: _deleted, ...umbrales } = settings.umbrales;
      return { sent: { ...settings, umbrales }, catalogue: await noTargets(client) };
    },
    result: async () => {},
  });
  if (deleted === undefined) throw new AppError('not_found');
  return deleted;
}

/**
 * Many changes as one: all or none, in one version of the settings. New ones watch their matches as {@link createThreshold}.
 * @throws AppError `conflict` when a created id is taken by another rule, and what saving the settings answers
 */
export function changeThresholds(
  pool: pg.Pool,
  { uid, changes }: { readonly uid: string; readonly changes: readonly ThresholdChange[] },
): Promise<Settings> {
  return changeSettings(pool, uid, {
    async change(current, client) {
      const settings = configuracionOf(current);
      const umbrales = new Map<string, UmbralInput>(Object.entries(settings.umbrales));
      for (const change of changes) applyTo(umbrales, change);
      // Of a changed value, too, the target is looked at.
      const targets = changes.flatMap(({ id }) => {
        const changed = umbrales.get(id);
        return changed === undefined ? [] : [toTarget(changed.objetivo)];
      });
      const catalogue = await loadTargets(client, { targets, matchIds: [] });
      const created = changes.flatMap((change) =>
        change.tipo === 'crear' &&
        (change.vigilar ?? true) &&
        !Object.hasOwn(settings.umbrales, change.id)
          ? change.umbral
          : [],
      );
      const partidos = watchedWith(created, current.user, catalogue);
      return {
        sent: { ...settings, partidos, umbrales: Object.fromEntries(umbrales) },
        catalogue,
      };
    },
    result: async (client, { user }) => toSettings(user, await listThresholds(client, uid)),
  });
}

function applyTo(umbrales: Map<string, UmbralInput>, change: ThresholdChange): void {
  const { id } = change;
  const before = umbrales.get(id);
  if (change.tipo === 'borrar') umbrales.delete(id);
  else if (change.tipo === 'cambiar') {
    if (before !== undefined) umbrales.set(id, { ...before, ...change.cambio });
  } else if (before === undefined) umbrales.set(id, change.umbral);
  else if (!isSameRule(before, change.umbral)) throw idTaken();
}

const isSameRule = (one: UmbralInput, other: UmbralInput): boolean =>
  one.moneda === other.moneda && sameRule(toRule(one), toRule(other));

const idTaken = () => new AppError('conflict', 'Ya tienes otro umbral con ese id.');

/** Idempotent. @throws AppError `plan_limit`, `validation_failed` when there is no such match */
export function watchMatch(
  pool: pg.Pool,
  { uid, matchId, watched }: { uid: string; matchId: string; watched: boolean },
): Promise<WatchList> {
  return changeSettings(pool, uid, {
    async change(current, client) {
      const settings = configuracionOf(current);
      if (settings.partidos.includes(matchId) === watched) return null;
      const partidos = watched
        ? [...settings.partidos, matchId]
        : settings.partidos.filter((id) => id !== matchId);
      const catalogue = await loadTargets(client, { targets: [], matchIds: [matchId] });
      return { sent: { ...settings, partidos }, catalogue };
    },
    result: async (_client, { user }) => ({
      partidos: [...user.partidos],
      version: user.settingsVersion,
    }),
  });
}

function findStored({ thresholds, user }: CurrentSettings, { id, ifMatch }: NamedThreshold) {
  const stored = thresholds.find((threshold) => threshold.id === id);
  if (stored === undefined) throw new AppError('not_found', 'Ese umbral no existe.');
  if (!matchesEtag(thresholdEtag(stored, user.readAt), ifMatch))
    throw new AppError('conflict', 'Ese umbral cambió mientras tanto. Recárgalo.');
  return stored;
}

async function withThreshold(
  client: pg.PoolClient,
  current: CurrentSettings,
  { id, umbral }: { readonly id: string; readonly umbral: UmbralInput },
): Promise<SettingsChange> {
  const settings = configuracionOf(current);
  const targets = [toTarget(umbral.objetivo)];
  return {
    sent: { ...settings, umbrales: { ...settings.umbrales, [id]: umbral } },
    catalogue: await loadTargets(client, { targets, matchIds: [] }),
  };
}

const noTargets = (client: pg.PoolClient) => loadTargets(client, { targets: [], matchIds: [] });

const configuracionOf = ({ user, thresholds }: CurrentSettings): Configuracion =>
  toConfiguracion(user, thresholds);

async function loadItem(
  client: pg.PoolClient,
  { uid, id, now }: { uid: string; id: string; now: Date },
): Promise<ThresholdItem> {
  const [threshold] = await listThresholdsWithValues(client, uid, id);
  if (threshold === undefined) throw new AppError('not_found');
  return toThresholdItem(threshold, now);
}
