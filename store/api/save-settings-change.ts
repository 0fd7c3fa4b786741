/**
 * Saves a settings change with optimistic concurrency (If-Match). On 409 it merges with what another tab saved and
 * retries; contradicting changes are returned as conflicts, with nothing saved.
 */
import type { Configuracion, ConfiguracionInput, Settings } from '#contract/users.ts';
import type { AppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import type { ApiError } from './reauth-base-query.ts';
import { createSerialQueue } from './serial-queue.ts';
import { settingsApi } from './settings-api.ts';
import { mergeSettings, type SettingsConflict } from './settings-merge.ts';
import type { Umbral, UmbralInput } from './types.ts';

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
  let current = baseApi.endpoints.getConfig.select()(store.getState()).data;
  if (current === undefined) return failure(notRead);
  const base = asSeen(toInput(current.configuracion), seen);
  const local = change(base);
  let lastError: ApiError = notRead;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { merged, conflicts } = mergeSettings({
      base,
      local,
      remote: toInput(current.configuracion),
    });
    if (conflicts.length > 0) return { status: 409, code: 'conflict', message: '', conflicts };
    const { error } = await store.dispatch(
      settingsApi.endpoints.putConfig.initiate({ configuracion: merged, version: current.version }),
    );
    if (error === undefined) return null;
    lastError =
      'status' in error ? error : { ...notRead, message: error.message ?? notRead.message };
    if (lastError.code !== 'conflict') return failure(lastError);
    const latest: Settings | undefined = await readAgain(store);
    if (latest === undefined) return failure(notRead);
    current = latest;
  }
  return failure(lastError);
}

/** The server's settings as a PUT body: without `version` and `creadoEn`, which the server sets. */
export function toInput(configuracion: Configuracion): ConfiguracionInput {
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

function asSeen(current: ConfiguracionInput, seen: SeenThreshold | undefined): ConfiguracionInput {
  if (seen === undefined) return current;
  const { [seen.id]: _replaced, ...others } = current.umbrales;
  return {
    ...current,
    umbrales: seen.umbral === null ? others : { ...others, [seen.id]: seen.umbral },
  };
}

async function readAgain(store: AppStore): Promise<Settings | undefined> {
  const { data } = await store.dispatch(
    baseApi.endpoints.getConfig.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  return data;
}

const notRead: ApiError = { status: 0, code: 'unknown', message: 'No se ha podido guardar.' };
const failure = (error: ApiError): SettingsSaveError => ({ ...error, conflicts: [] });
