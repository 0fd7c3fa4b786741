/** Saves changes of the settings one after the other: shown before the server answers, rolled back when it refuses. */
import type { ThresholdChange, ThresholdItem } from '#contract/thresholds.ts';
import type { Settings } from '#contract/users.ts';
import type { ThresholdDraft } from '#domain/threshold.ts';
import type { AppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import {
  type Created,
  isSame,
  type SettingsChange,
  type SettingsSaveError,
  sendChange,
} from './settings-changes.ts';
import { undoWhenRefused } from './undo-when-refused.ts';
import { writeInTurn } from './write-order.ts';

const settingsChangesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changeSettings: build.mutation<unknown, SettingsChange>({
      queryFn: (change, { extra }, _options, send) =>
        writeInTurn(extra, () => sendChange(send, change)),
      async onQueryStarted(change, { dispatch, getState, queryFulfilled }) {
        const { invalidateTags, updateQueryData } = baseApi.util;
        const update = (recipe: (settings: Settings) => void) =>
          dispatch(updateQueryData('getSettings', undefined, (settings) => recipe(settings)));
        const { getSettings } = baseApi.endpoints;
        const optimistic = update((settings) => showChange(settings, change));
        const isUndone = await undoWhenRefused(
          optimistic,
          queryFulfilled.then(({ data }) =>
            update((settings) => nameSaved(settings, change, data)),
          ),
          () => getSettings.select()(getState()).data !== undefined,
        );
        // Another tab was first, or a plan limit: refetch.
        if (isUndone) dispatch(invalidateTags(['Settings', 'Thresholds']));
      },
      // Read again: with their version comes what another device has changed.
      invalidatesTags: (saved, _error, change) =>
        saved === undefined ? [] : ['Settings', ...listsOf(change, saved)],
    }),
  }),
});

type Saved = { readonly saved: unknown; readonly error?: undefined };

/** A switch pressed twice ends in its last position. */
export async function saveSettingsChange(
  { dispatch }: AppStore,
  change: SettingsChange,
): Promise<Saved | { readonly error: SettingsSaveError }> {
  const { changeSettings } = settingsChangesApi.endpoints;
  const { data: saved, error } = await dispatch(changeSettings.initiate(change));
  if (error === undefined) return { saved };
  // Thrown, not answered.
  if (!('status' in error))
    return { error: { status: 0, code: 'unknown', message: 'No se ha podido guardar.' } };
  // Another tab has deleted it already.
  return change.kind === 'delete' && error.code === 'not_found' ? { saved } : { error };
}

/** What else a saved change alters. Prices, bands, pauses and snoozes alter no list of collectibles. */
function listsOf(change: SettingsChange, saved: unknown) {
  if (change.kind === 'frequency') return [];
  const movesTarget = change.kind !== 'change' || hasMoved(change);
  const watches =
    change.kind === 'watch' ||
    (change.kind === 'create' && (saved as Created).watch === 'added') ||
    (change.kind === 'batch' && (change.unwatch || change.changes.some(watchesMatch)));
  return [
    ...(change.kind === 'watch' ? [] : (['Thresholds'] as const)),
    ...(movesTarget ? (['WatchedCollectibles'] as const) : []),
    ...(watches ? (['WatchedMatches'] as const) : []),
  ];
}

const watchesMatch = (change: ThresholdChange): boolean =>
  change.kind === 'create' && change.watch !== false;

const hasMoved = ({ patch, seen }: Extract<SettingsChange, { kind: 'change' }>): boolean =>
  patch.target !== undefined && !isSame(patch.target, seen?.target);

/** The expected answer. */
function showChange(settings: Settings, change: SettingsChange): void {
  const { configuracion } = settings;
  switch (change.kind) {
    case 'create':
      setThreshold(settings, change.id, change.threshold);
      return;
    case 'change': {
      const before = configuracion.umbrales[change.id];
      if (before !== undefined) setThreshold(settings, change.id, { ...before, ...change.patch });
      return;
    }
    case 'delete':
      delete configuracion.umbrales[change.id];
      delete settings.states[change.id];
      return;
    case 'batch':
      for (const one of change.changes) showChange(settings, one);
      unwatch(configuracion, change.unwatch ?? []);
      return;
    case 'watch':
      unwatch(configuracion, [change.matchId]);
      if (change.isWatched) configuracion.partidos.push(change.matchId);
      return;
    case 'frequency':
      configuracion.frecuencia = change.seconds;
  }
}

function unwatch(configuracion: Settings['configuracion'], matchIds: readonly string[]): void {
  configuracion.partidos = configuracion.partidos.filter((id) => !matchIds.includes(id));
}

/** An edit that follows before the settings have been read again names what was saved. */
function nameSaved({ configuracion }: Settings, { kind }: SettingsChange, saved: unknown): void {
  if (kind !== 'create' && kind !== 'change') return;
  const { id, threshold } = saved as ThresholdItem;
  const shown = configuracion.umbrales[id];
  if (shown !== undefined) configuracion.umbrales[id] = { ...shown, etag: threshold.etag };
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
