/**
 * Saves a change of the settings on top of whatever another tab has saved meanwhile: what does not contradict it is
 * joined and sent again; what does comes back as conflicts, with nothing changed.
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

export interface SettingsProblem extends ApiError {
  /** Only with code `conflict`. */
  readonly conflicts: readonly SettingsConflict[];
}

/** Another tab may be first again and again, but not for ever. */
const maxAttempts = 4;

const inTurn = createSerialQueue();

/**
 * One after another: a switch pressed twice ends where it was pressed last.
 * @param seen the threshold as it was when the person began to change it, possibly long ago
 * @returns null once saved
 */
export function saveSettings(
  store: AppStore,
  change: SettingsChange,
  seen?: SeenThreshold,
): Promise<SettingsProblem | null> {
  return inTurn(store, () => saveNow(store, change, seen));
}

async function saveNow(
  store: AppStore,
  change: SettingsChange,
  seen: SeenThreshold | undefined,
): Promise<SettingsProblem | null> {
  let held = baseApi.endpoints.getConfig.select()(store.getState()).data;
  if (held === undefined) return failure(notRead);
  const base = asSeen(toInput(held.configuracion), seen);
  const mine = change(base);
  let refusal: ApiError = notRead;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { merged, conflicts } = mergeSettings({
      base,
      mine,
      theirs: toInput(held.configuracion),
    });
    if (conflicts.length > 0) return { status: 409, code: 'conflict', message: '', conflicts };
    const { error } = await store.dispatch(
      settingsApi.endpoints.putConfig.initiate({ configuracion: merged, version: held.version }),
    );
    if (error === undefined) return null;
    refusal = 'status' in error ? error : { ...notRead, message: error.message ?? notRead.message };
    if (refusal.code !== 'conflict') return failure(refusal);
    const latest: Settings | undefined = await readAgain(store);
    if (latest === undefined) return failure(notRead);
    held = latest;
  }
  return failure(refusal);
}

/** What the server sent, as it wants it back: `version` and `creadoEn` are its own. */
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

function asSeen(held: ConfiguracionInput, seen: SeenThreshold | undefined): ConfiguracionInput {
  if (seen === undefined) return held;
  const { [seen.id]: _held, ...others } = held.umbrales;
  return {
    ...held,
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
const failure = (error: ApiError): SettingsProblem => ({ ...error, conflicts: [] });
