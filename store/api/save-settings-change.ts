/** Saves changes of the settings one after the other: shown before the server answers, rolled back when it refuses. */
import type { ThresholdChange, WatchList } from '#contract/thresholds.ts';
import type { CheckFrequency, Settings } from '#contract/users.ts';
import type { ThresholdDraft } from '#domain/threshold.ts';
import { targetKey } from '#domain/threshold-target.ts';
import type { AppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import {
  changesOf,
  requestOf,
  type SettingsChange,
  type SettingsSaveError,
  toSaveError,
} from './settings-changes.ts';
import { undoWhenRefused } from './undo-when-refused.ts';

/** By the change: of the check frequency, or the watched matches after any other. */
export type SavedChange = Partial<WatchList & CheckFrequency>;

const settingsChangesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changeSettings: build.mutation<SavedChange, SettingsChange>({
      query: requestOf,
      extraOptions: { writesInTurn: true },
      async onQueryStarted(change, { dispatch, getState, queryFulfilled }) {
        const { endpoints, util } = baseApi;
        const optimistic = dispatch(
          util.updateQueryData('getSettings', undefined, (settings) =>
            showChange(settings, change),
          ),
        );
        const isUndone = await undoWhenRefused(
          optimistic,
          queryFulfilled,
          () => endpoints.getSettings.select()(getState()).data !== undefined,
        );
        // Another tab was first, or a plan limit: refetch.
        if (isUndone) dispatch(util.invalidateTags(['Settings', 'Thresholds']));
      },
      // Read again: with their version comes what another device has changed.
      invalidatesTags: (saved, _error, change) =>
        saved === undefined ? [] : ['Settings', ...listsOf(change)],
    }),
  }),
});

/** A switch pressed twice ends in its last position. */
export async function saveSettingsChange(
  { dispatch }: AppStore,
  change: SettingsChange,
): Promise<
  | { readonly saved: SavedChange; readonly error?: undefined }
  | { readonly error: SettingsSaveError }
> {
  const { changeSettings } = settingsChangesApi.endpoints;
  const { data, error } = await dispatch(changeSettings.initiate(change));
  if (data !== undefined) return { saved: data };
  if (error !== undefined && 'status' in error) return { error: toSaveError(change, error) };
  // Thrown, not answered.
  return { error: { status: 0, code: 'unknown', message: 'No se ha podido guardar.' } };
}

/** What else a saved change alters. Prices, bands, pauses and snoozes alter no list of collectibles. */
function listsOf(change: SettingsChange) {
  if (change.kind === 'frequency') return [];
  const isWatch = change.kind === 'watch';
  const changes = changesOf(change);
  const watches = isWatch || (change.kind === 'batch' && change.unwatch !== undefined);
  return [
    ...(isWatch ? [] : (['Thresholds'] as const)),
    ...(isWatch || changes.some(movesTarget) ? (['WatchedCollectibles'] as const) : []),
    ...(watches || changes.some(watchesMatch) ? (['WatchedMatches'] as const) : []),
  ];
}

const watchesMatch = (change: ThresholdChange): boolean =>
  change.kind === 'create' && change.watch !== false;

function movesTarget(change: ThresholdChange): boolean {
  if (change.kind !== 'change') return true;
  const { patch, seen } = change;
  return (
    patch.target !== undefined && (!seen || targetKey(patch.target) !== targetKey(seen.target))
  );
}

/** The expected answer. */
function showChange(settings: Settings, change: SettingsChange): void {
  const { configuracion } = settings;
  for (const one of changesOf(change)) showThresholdChange(settings, one);
  if (change.kind === 'batch') unwatch(configuracion, change.unwatch ?? []);
  if (change.kind === 'frequency') configuracion.frecuencia = change.seconds;
  if (change.kind !== 'watch') return;
  unwatch(configuracion, [change.matchId]);
  if (change.isWatched) configuracion.partidos.push(change.matchId);
}

function showThresholdChange(settings: Settings, change: ThresholdChange): void {
  const { umbrales } = settings.configuracion;
  const before = umbrales[change.id];
  if (change.kind === 'create') setThreshold(settings, change.id, change.threshold);
  else if (change.kind === 'delete') {
    delete umbrales[change.id];
    delete settings.states[change.id];
  } else if (before !== undefined)
    setThreshold(settings, change.id, { ...before, ...change.patch });
}

function unwatch(configuracion: Settings['configuracion'], matchIds: readonly string[]): void {
  configuracion.partidos = configuracion.partidos.filter((id) => !matchIds.includes(id));
}

/** With placeholders for what only the server knows. */
function setThreshold(
  { configuracion, states }: Settings,
  id: string,
  draft: ThresholdDraft,
): void {
  const before = configuracion.umbrales[id];
  const { version = 0, createdAt = new Date().toISOString(), etag = '' } = before ?? {};
  configuracion.umbrales[id] = { ...draft, version, createdAt, etag };
  const status =
    draft.pause !== null ? 'paused' : draft.snoozedUntil !== null ? 'snoozed' : 'starting';
  states[id] = { status, armed: true, base: null, episode: states[id]?.episode ?? 0 };
}
