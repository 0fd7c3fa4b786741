/** Saves a change of the settings by the endpoint that makes it, one change after the other. */
import type { ThresholdChange, ThresholdCreated, ThresholdPatch } from '#contract/thresholds.ts';
import type { Settings } from '#contract/users.ts';
import type { AppStore } from '../app-store.ts';
import type { UmbralInput } from './api-types.ts';
import { baseApi } from './base-api.ts';
import {
  type NewThreshold,
  ruleFieldsOf,
  type SettingsConflict,
  toUmbralInput,
} from './edit-threshold.ts';
import type { ApiError } from './reauth-base-query.ts';
import { createSerialQueue } from './serial-queue.ts';
import { settingsApi } from './settings-api.ts';
import { thresholdsApi } from './thresholds-api.ts';

export type SettingsChange =
  | ({
      readonly kind: 'create';
      /** Called once it is stored. */
      readonly onCreated?: (created: ThresholdCreated) => void;
    } & NewThreshold)
  | {
      readonly kind: 'update';
      readonly id: string;
      readonly patch: ThresholdPatch;
      /** The threshold as it was when the user began to edit it; absent = whatever is stored. */
      readonly seen?: UmbralInput;
    }
  | { readonly kind: 'delete'; readonly id: string; readonly seen?: UmbralInput }
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
  if (remote === null) return { kind: 'create', id, umbral: local };
  const patch = change.kind === 'update' ? change.patch : ruleFieldsOf(local);
  return { kind: 'update', id, patch };
}

async function saveNow(store: AppStore, change: SettingsChange): Promise<SettingsSaveError | null> {
  const { dispatch } = store;
  const { createThreshold, updateThreshold, deleteThreshold, changeThresholds, watchMatch } =
    thresholdsApi.endpoints;
  switch (change.kind) {
    case 'create': {
      const { kind: _kind, onCreated, ...creation } = change;
      const answer = await dispatch(createThreshold.initiate(creation));
      if (answer.data !== undefined) onCreated?.(answer.data);
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

/** After a conflict the frequency is saved again with what another tab changed elsewhere, so often. */
const maxAttempts = 4;

/** With all settings, as the specification has it: `PUT /api/users/config` (If-Match). */
async function saveFrequency(store: AppStore, seconds: number): Promise<SettingsSaveError | null> {
  let current = baseApi.endpoints.getSettings.select()(store.getState()).data;
  const before = current?.configuracion.frecuencia;
  let error = toSaveError({});
  for (let attempt = 0; current !== undefined && attempt < maxAttempts; attempt += 1) {
    const { configuracion, version } = current;
    const stored = configuracion.frecuencia;
    if (stored !== before && stored !== seconds)
      return { status: 409, code: 'conflict', message: '', conflict: { of: 'frecuencia' } };
    const sent = { ...toConfiguracionInput(configuracion), frecuencia: seconds };
    const refused = errorOf(
      await store.dispatch(
        settingsApi.endpoints.putSettings.initiate({ configuracion: sent, version }),
      ),
    );
    if (refused?.code !== 'conflict') return refused;
    error = refused;
    current = await refetchSettings(store);
  }
  return error;
}

const toConfiguracionInput = ({ partidos, frecuencia, umbrales }: Settings['configuracion']) => ({
  partidos: [...partidos],
  frecuencia,
  umbrales: Object.fromEntries(
    Object.entries(umbrales).map(([id, umbral]) => [id, toUmbralInput(umbral)]),
  ),
});

async function refetchSettings(store: AppStore): Promise<Settings | undefined> {
  const { data } = await store.dispatch(
    baseApi.endpoints.getSettings.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  return data;
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
