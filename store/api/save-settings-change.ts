/** Saves changes of the settings one after the other: shown before the server answers, rolled back when it refuses. */
import type { ThresholdChange, ThresholdItem } from '#contract/thresholds.ts';
import type { Settings } from '#contract/users.ts';
import type { ThresholdDraft } from '#domain/threshold.ts';
import type { AppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import type { ApiError } from './reauth-base-query.ts';
import { createSerialQueue } from './serial-queue.ts';
import {
  type Created,
  isSame,
  type SettingsChange,
  type SettingsConflict,
  sendChange,
} from './settings-changes.ts';
import { showOptimistically } from './show-optimistically.ts';

interface SeenChange {
  readonly change: SettingsChange;
  /** The settings as they were read. */
  readonly settings: Settings | undefined;
}

const settingsChangesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changeSettings: build.mutation<unknown, SeenChange>({
      queryFn: ({ change, settings }, _api, _options, send) => sendChange(send, change, settings),
      onQueryStarted: ({ change }, lifecycle) =>
        showOptimistically(
          lifecycle,
          (settings) => showChange(settings, change),
          (settings, saved) => showSaved(settings, change, saved),
        ),
      // Read again: with their version comes what another device has changed.
      invalidatesTags: (saved, _error, { change }) =>
        saved === undefined ? [] : ['Settings', ...listsOf(change, saved)],
    }),
  }),
});

export interface SettingsSaveError extends ApiError {
  /** Only with code `conflict`. */
  readonly conflict: SettingsConflict | null;
}

const enqueue = createSerialQueue();

/**
 * Serialised per store: a switch pressed twice ends in its last position.
 * @returns null once saved
 */
export const saveSettingsChange = (
  store: AppStore,
  change: SettingsChange,
): Promise<SettingsSaveError | null> =>
  enqueue(store, async () => {
    const settings = baseApi.endpoints.getSettings.select()(store.getState()).data;
    const { changeSettings } = settingsChangesApi.endpoints;
    const { error } = await store.dispatch(changeSettings.initiate({ change, settings }));
    if (error === undefined) return null;
    const refusal = toSaveError(error);
    // Another tab has deleted it already.
    return change.kind === 'delete' && refusal.code === 'not_found' ? null : refusal;
  });

const unavailable: ApiError = { status: 0, code: 'unknown', message: 'No se ha podido guardar.' };

/** Of RTK Query: an answer of the server, or a thrown error. */
function toSaveError(
  error: ApiError | { readonly message?: string | undefined },
): SettingsSaveError {
  if ('status' in error) return { conflict: null, ...error };
  return { ...unavailable, message: error.message ?? unavailable.message, conflict: null };
}

/** What else a saved change alters. Prices, bands, pauses and snoozes alter no list of collectibles. */
function listsOf(change: SettingsChange, saved: unknown) {
  switch (change.kind) {
    case 'create':
      return [
        ...(['Thresholds', 'WatchedCollectibles'] as const),
        ...((saved as Created).watch === 'added' ? (['WatchedMatches'] as const) : []),
      ];
    case 'update':
      return [
        'Thresholds' as const,
        ...(hasMoved(change) ? (['WatchedCollectibles'] as const) : []),
      ];
    case 'delete':
      return ['Thresholds', 'WatchedCollectibles'] as const;
    case 'batch':
      return [
        ...(['Thresholds', 'WatchedCollectibles'] as const),
        ...(change.changes.some(watchesMatch) ? (['WatchedMatches'] as const) : []),
      ];
    case 'watch':
      return ['WatchedMatches', 'WatchedCollectibles'] as const;
    case 'frequency':
      return [];
  }
}

const watchesMatch = (change: ThresholdChange): boolean =>
  change.kind === 'create' && change.watch !== false;

const hasMoved = ({ patch, seen }: Extract<SettingsChange, { kind: 'update' }>): boolean =>
  patch.target !== undefined && !isSame(patch.target, seen?.target);

/** The expected answer. */
function showChange(settings: Settings, change: SettingsChange): void {
  const { configuracion } = settings;
  switch (change.kind) {
    case 'create':
      setThreshold(settings, change.id, change.threshold);
      return;
    case 'update': {
      const before = configuracion.umbrales[change.id];
      if (before !== undefined) setThreshold(settings, change.id, { ...before, ...change.patch });
      return;
    }
    case 'delete':
      delete configuracion.umbrales[change.id];
      delete settings.states[change.id];
      return;
    case 'batch':
      for (const one of change.changes)
        showChange(settings, one.kind === 'change' ? { ...one, kind: 'update' } : one);
      return;
    case 'watch': {
      const others = configuracion.partidos.filter((id) => id !== change.matchId);
      configuracion.partidos = change.isWatched ? [...others, change.matchId] : others;
      return;
    }
    case 'frequency':
      configuracion.frecuencia = change.seconds;
  }
}

/** An edit that follows before the settings have been read again names what was saved. */
function showSaved(settings: Settings, change: SettingsChange, saved: unknown): void {
  if (change.kind !== 'create' && change.kind !== 'update') return;
  const { id, threshold, state } = saved as ThresholdItem;
  settings.configuracion.umbrales[id] = threshold;
  settings.states[id] = state;
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
