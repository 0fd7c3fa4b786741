/**
 * Saves a settings change with optimistic concurrency (If-Match). On 409 it merges with what another tab saved and
 * retries; contradicting changes are returned as conflicts, with nothing saved.
 */
import type { Configuracion, ConfiguracionInput, Settings } from '#contract/users.ts';
import type { AppStore } from '../app-store.ts';
import { alteredLists } from './altered-lists.ts';
import type { Umbral, UmbralInput } from './api-types.ts';
import { baseApi } from './base-api.ts';
import type { ApiError } from './reauth-base-query.ts';
import { createSerialQueue } from './serial-queue.ts';
import { settingsApi } from './settings-api.ts';
import { mergeSettings, type SettingsConflict } from './settings-merge.ts';

export type SettingsChange = (current: ConfiguracionInput) => ConfiguracionInput;

export interface SeenThreshold {
  readonly id: string;
  readonly umbral: UmbralInput | null;
}

export interface SettingsSaveError extends ApiError {
  /** Only with code `conflict`. */
  readonly conflicts: readonly SettingsConflict[];
}

/** Retries after another tab's write. */
const maxAttempts = 4;

const enqueue = createSerialQueue();

/**
 * Serialised per store: a switch pressed twice ends in its last position.
 * @param seen the threshold as it was when the user began to edit it, the base of the merge
 * @returns null once saved
 */
export function saveSettingsChange(
  store: AppStore,
  change: SettingsChange,
  seen?: SeenThreshold,
): Promise<SettingsSaveError | null> {
  return enqueue(store, () => saveNow(store, change, seen));
}

async function saveNow(
  store: AppStore,
  change: SettingsChange,
  seen: SeenThreshold | undefined,
): Promise<SettingsSaveError | null> {
  let current = baseApi.endpoints.getSettings.select()(store.getState()).data;
  if (current === undefined) return toSaveError(settingsUnavailable);
  const base = withSeenThreshold(toConfiguracionInput(current.configuracion), seen);
  const local = change(base);
  let lastError: ApiError = settingsUnavailable;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const remote = toConfiguracionInput(current.configuracion);
    const { merged, conflicts } = mergeSettings({ base, local, remote });
    if (conflicts.length > 0) return { status: 409, code: 'conflict', message: '', conflicts };
    const { error } = await store.dispatch(
      settingsApi.endpoints.putSettings.initiate({
        configuracion: merged,
        version: current.version,
        alteredLists: alteredLists(remote, merged),
      }),
    );
    if (error === undefined) return null;
    lastError =
      'status' in error
        ? error
        : { ...settingsUnavailable, message: error.message ?? settingsUnavailable.message };
    if (lastError.code !== 'conflict') return toSaveError(lastError);
    const latest: Settings | undefined = await refetchSettings(store);
    if (latest === undefined) return toSaveError(settingsUnavailable);
    current = latest;
  }
  return toSaveError(lastError);
}

/** The server's settings as a PUT body: without `version` and `creadoEn`, which the server sets. */
export function toConfiguracionInput(configuracion: Configuracion): ConfiguracionInput {
  const umbrales = Object.entries(configuracion.umbrales).map(
    ([id, umbral]) => [id, toUmbralInput(umbral)] as const,
  );
  return {
    partidos: [...configuracion.partidos],
    frecuencia: configuracion.frecuencia,
    umbrales: Object.fromEntries(umbrales) as Record<string, UmbralInput>,
  };
}

export function toUmbralInput(umbral: Umbral): UmbralInput {
  const { version: _version, creadoEn: _creadoEn, ...input } = umbral;
  return input;
}

function withSeenThreshold(
  current: ConfiguracionInput,
  seen: SeenThreshold | undefined,
): ConfiguracionInput {
  if (seen === undefined) return current;
  const { [seen.id]: _replaced, ...others } = current.umbrales;
  return {
    ...current,
    umbrales: seen.umbral === null ? others : { ...others, [seen.id]: seen.umbral },
  };
}

async function refetchSettings(store: AppStore): Promise<Settings | undefined> {
  const { data } = await store.dispatch(
    baseApi.endpoints.getSettings.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  return data;
}

const settingsUnavailable: ApiError = {
  status: 0,
  code: 'unknown',
  message: 'No se ha podido guardar.',
};
const toSaveError = (error: ApiError): SettingsSaveError => ({ ...error, conflicts: [] });
