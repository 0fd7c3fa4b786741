/** Creates, changes and deletes thresholds, one by one and many at once. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type * as z from 'zod/mini';
import type {
  ThresholdChange,
  ThresholdItem,
  thresholdBatch,
  thresholdCreation,
  WatchList,
  WatchOutcome,
} from '#contract/thresholds.ts';
import type { ThresholdPatch } from '#domain/threshold.ts';
import { matchesEtag } from '../base/content-etag.ts';
import { AppError } from '../base/errors.ts';
import type { Database } from '../db/pool.ts';
import { listThresholdsWithValues } from '../db/users/listed-thresholds.ts';
import type { StoredThreshold } from '../db/users/thresholds.ts';
import { changeSettings } from './change-settings.ts';
import { type CurrentSettings, isSameRule } from './plan-changes.ts';
import { toThreshold, toThresholdItem, toWatchList } from './settings-mapper.ts';

interface NamedThreshold {
  readonly uid: string;
  readonly id: string;
  /** The header's text; undefined = whatever is stored. */
  readonly ifMatch?: string | undefined;
}

/**
 * Its match joins the watched ones in the same write, where the plan has room for it and the request does not decline. A
 * repeated request with the same id and rule answers the stored threshold, and changes nothing.
 * @throws AppError `conflict` with the stored one when the id is taken by another rule, and what changing the settings answers
 */
export async function createThreshold(
  pool: pg.Pool,
  { uid, creation }: { readonly uid: string; readonly creation: z.infer<typeof thresholdCreation> },
): Promise<{
  readonly created: boolean;
  readonly item: ThresholdItem & { readonly watch: WatchOutcome };
}> {
  const { id = randomUUID(), watch: wanted = true, ...threshold } = creation;
  let created = false;
  let watchedBefore: readonly string[] = [];
  return changeSettings(pool, uid, {
    async write(current, client) {
      const change = { kind: 'create', id, threshold, watch: wanted } as const;
      await assertExpected(client, current, change);
      created = current.thresholds.every((other) => other.id !== id);
      watchedBefore = current.user.partidos;
      return created ? { changes: [change] } : null;
    },
    async result(client, { user }) {
      const item = await loadThresholdItem(client, { uid, id, now: user.readAt });
      return { created, item: { ...item, watch: watchOutcome(item.matchId, user.partidos) } };
    },
  });

  function watchOutcome(matchId: string, watched: readonly string[]): WatchOutcome {
    if (watchedBefore.includes(matchId)) return 'already';
    if (watched.includes(matchId)) return 'added';
    return created && wanted ? 'limit' : 'none';
  }
}

/**
 * @param patchOf what of it changes; null = nothing
 * @throws AppError `not_found`, `conflict` with the stored one when it is not what `ifMatch` names
 */
export function changeThreshold(
  pool: pg.Pool,
  named: NamedThreshold,
  patchOf: (stored: StoredThreshold, now: Date) => ThresholdPatch | null,
): Promise<ThresholdItem> {
  const { uid, id } = named;
  return changeSettings(pool, uid, {
    async write(current, client) {
      const stored = await findStored(client, current, named);
      const patch = patchOf(stored, current.user.readAt);
      return patch && { changes: [{ kind: 'change', id, patch }] };
    },
    result: (client, { user }) => loadThresholdItem(client, { uid, id, now: user.readAt }),
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
    async write(current, client) {
      await findStored(client, current, named);
      deleted = await loadThresholdItem(client, { uid, id, now: current.user.readAt });
      return { changes: [{ kind: 'delete', id }] };
    },
    result: async () => {},
  });
  if (deleted === undefined) throw new AppError('not_found');
  return deleted;
}

/**
 * Many changes as one: all or none, in one version of the settings. New ones watch their matches as {@link createThreshold}.
 * @throws AppError `conflict` with the stored one when a created id is taken by another rule, or when a rule is not the one seen,
 * `not_found` when the only one to change is gone, and what changing the settings answers
 */
export const changeThresholds = (
  pool: pg.Pool,
  uid: string,
  { changes, unwatch = [] }: z.infer<typeof thresholdBatch>,
): Promise<WatchList> =>
  changeSettings(pool, uid, {
    async write(current, client) {
      const isStored = ({ id }: ThresholdChange) => current.thresholds.some((one) => one.id === id);
      const [first] = changes;
      if (changes.length === 1 && first?.kind === 'change' && !isStored(first)) throw notFound();
      // Of a threshold the first one: others follow what the batch itself makes of it.
      const firstById = new Map(changes.toReversed().map((change) => [change.id, change]));
      for (const change of firstById.values()) await assertExpected(client, current, change);
      return { changes, partidos: current.user.partidos.filter((id) => !unwatch.includes(id)) };
    },
    result: async (_client, { user }) => toWatchList(user),
  });

/** Whether what is stored is as the change takes it to be; an edit to what it is already is none. @throws AppError `conflict` */
async function assertExpected(
  client: pg.PoolClient,
  { thresholds, user }: CurrentSettings,
  change: ThresholdChange,
): Promise<void> {
  const stored = thresholds.find(({ id }) => id === change.id);
  if (stored === undefined) return;
  const isCreated = change.kind === 'create';
  const seen = isCreated ? change.threshold : change.seen;
  if (seen === undefined || isSameRule(stored, seen)) return;
  if (change.kind === 'change' && isSameRule(stored, { ...seen, ...change.patch })) return;
  const message = isCreated ? 'Ya tienes otro umbral con ese id.' : changedMeanwhile;
  throw await conflictWith(client, user, { message, id: change.id });
}

const notFound = () => new AppError('not_found', 'Ese umbral no existe.');
const changedMeanwhile = 'Ese umbral cambió mientras tanto.';

const conflictWith = async (
  client: pg.PoolClient,
  { uid, readAt: now }: CurrentSettings['user'],
  { id, message }: { readonly id: string; readonly message: string },
) =>
  new AppError('conflict', message, { stored: await loadThresholdItem(client, { uid, id, now }) });

async function findStored(
  client: pg.PoolClient,
  { thresholds, user }: CurrentSettings,
  { id, ifMatch }: NamedThreshold,
): Promise<StoredThreshold> {
  const stored = thresholds.find((threshold) => threshold.id === id);
  if (stored === undefined) throw notFound();
  if (!matchesEtag(toThreshold(stored, user.readAt).etag, ifMatch))
    throw await conflictWith(client, user, { message: changedMeanwhile, id });
  return stored;
}

/** @throws AppError `not_found` */
export async function loadThresholdItem(
  db: Database,
  { uid, id, now }: { uid: string; id: string; now: Date },
): Promise<ThresholdItem> {
  const [threshold] = await listThresholdsWithValues(db, uid, id);
  if (threshold === undefined) throw notFound();
  return toThresholdItem(threshold, now);
}
