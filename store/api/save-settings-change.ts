/** Saves a change of the settings by the endpoint that makes it, one change after the other. */
import type { ThresholdChange, WatchOutcome } from '#contract/thresholds.ts';
import { ruleOf, type Threshold, type ThresholdPatch } from '#domain/threshold.ts';
import type { AppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import type { SettingsConflict } from './edit-threshold.ts';
import type { ApiError } from './reauth-base-query.ts';
import { createSerialQueue } from './serial-queue.ts';
import { thresholdsApi } from './thresholds-api.ts';

export type SettingsChange =
  | (Extract<ThresholdChange, { kind: 'create' }> & {
      /** Called once it is stored, with what became of its match. */
      readonly onCreated?: (watch: WatchOutcome) => void;
    })
  | {
      readonly kind: 'update';
      readonly id: string;
      readonly patch: ThresholdPatch;
      /** The threshold as it was when the user began to edit it; absent = whatever is stored. */
      readonly seen?: Threshold;
    }
  | { readonly kind: 'delete'; readonly id: string; readonly seen?: Threshold }
  | { readonly kind: 'batch'; readonly changes: readonly ThresholdChange[] }
  | { readonly kind: 'watch'; readonly matchId: string; readonly isWatched: boolean }
  | { readonly kind: 'frequency'; readonly seconds: number };

export interface SettingsSaveError extends ApiError {
  /** Only with code `conflict`. */
  readonly conflict: SettingsConflict | null;
}

const enqueue = createSerialQueue();

/**
 * Serialised per store: a switch pressed twice ends in its last position.
 * @returns null once saved
 */
export function saveSettingsChange(
  store: AppStore,
  change: SettingsChange,
): Promise<SettingsSaveError | null> {
  return enqueue(store, () => saveNow(store, change));
}

/** The change that replaces what another tab saved. */
export function overwriting(change: SettingsChange, conflict: SettingsConflict): SettingsChange {
  if (conflict.of === 'frecuencia') return change;
  const { id, local, remote } = conflict;
  if (local === null) return { kind: 'delete', id };
  if (remote === null) return { kind: 'create', id, threshold: local };
  const patch = change.kind === 'update' ? change.patch : ruleOf(local);
  return { kind: 'update', id, patch };
}

async function saveNow(store: AppStore, change: SettingsChange): Promise<SettingsSaveError | null> {
  const { dispatch } = store;
  const { createThreshold, updateThreshold, deleteThreshold, changeThresholds, watchMatch } =
    thresholdsApi.endpoints;
  switch (change.kind) {
    case 'create': {
      const { onCreated, ...creation } = change;
      const answer = await dispatch(createThreshold.initiate(creation));
      if (answer.data !== undefined) onCreated?.(answer.data.watch);
      return errorOf(answer);
    }
    case 'update':
      return errorOf(await dispatch(updateThreshold.initiate(change)));
    case 'delete': {
      const error = errorOf(await dispatch(deleteThreshold.initiate(change)));
      // Another tab has deleted it already.
      return error?.code === 'not_found' ? null : error;
    }
    case 'batch':
      return errorOf(await dispatch(changeThresholds.initiate(change.changes)));
    case 'watch':
      return errorOf(await dispatch(watchMatch.initiate(change)));
    case 'frequency':
      return saveFrequency(store, change.seconds);
  }
}

async function saveFrequency(store: AppStore, seconds: number): Promise<SettingsSaveError | null> {
  const seen = baseApi.endpoints.getSettings.select()(store.getState()).data;
  if (seen === undefined) return toSaveError({});
  const { changeFrequency } = thresholdsApi.endpoints;
  return errorOf(await store.dispatch(changeFrequency.initiate({ seconds, seen })));
}

const unavailable: ApiError = { status: 0, code: 'unknown', message: 'No se ha podido guardar.' };

/** Of RTK Query: an answer of the server, or a thrown error. */
type QueryError = ApiError | { readonly message?: string | undefined };

const errorOf = ({
  error,
}: {
  readonly error?: QueryError | undefined;
}): SettingsSaveError | null => (error === undefined ? null : toSaveError(error));

function toSaveError(error: QueryError): SettingsSaveError {
  if (!('status' in error))
    return { ...unavailable, message: error.message ?? unavailable.message, conflict: null };
  return { conflict: null, ...error };
}
