/** Changes `configuracion` as a whole against the version last read; what went wrong comes back as a sentence. */
import type { SerializedError } from '@reduxjs/toolkit';
import { useCallback, useState } from 'react';
import {
  monitoringApi,
  useGetConfigQuery,
  usePutConfigMutation,
} from '#store/api/monitoring-api.ts';
import type { ApiError, Configuracion, ConfiguracionInput, UmbralInput } from '#store/api/types.ts';
import { useAppStore } from '#store/app-store.ts';

const activationPollMs = 1_000;

export type SettingsChange = (current: ConfiguracionInput) => ConfiguracionInput;

export interface SettingsEdit {
  readonly settings: ReturnType<typeof useGetConfigQuery>['data'];
  readonly saving: boolean;
  /** Of the last change; null once another one is tried. */
  readonly problem: ApiError | null;
  /** @returns whether it was saved */
  change(edit: SettingsChange): Promise<boolean>;
}

export const conflictSentence =
  'Otra pestaña cambió esto antes. Ya ves lo último; repite el cambio.';

export function useSettingsEdit(): SettingsEdit {
  const { data: settings } = useGetConfigQuery();
  // A threshold is taken in between two readings: looked at again until it has been.
  const isActivating = Object.values(settings?.estados ?? {}).some(
    ({ status }) => status === 'activando',
  );
  useGetConfigQuery(undefined, { pollingInterval: isActivating ? activationPollMs : 0 });
  const [put, { isLoading }] = usePutConfigMutation();
  const [problem, setProblem] = useState<ApiError | null>(null);
  const store = useAppStore();
  const change = useCallback(
    async (edit: SettingsChange) => {
      // An undo comes later than the render it was offered in: what is held now is what changes.
      const latest = monitoringApi.endpoints.getConfig.select()(store.getState()).data;
      if (latest === undefined) return false;
      setProblem(null);
      const configuracion = edit(toInput(latest.configuracion));
      const answer = await put({ configuracion, version: latest.version });
      if (answer.error === undefined) return true;
      setProblem(asApiError(answer.error));
      return false;
    },
    [store, put],
  );
  return { settings, saving: isLoading, problem, change };
}

export const problemSentence = (problem: ApiError): string =>
  problem.code === 'conflict' ? conflictSentence : problem.message;

/** What the server sent, as it wants it back: `version` and `creadoEn` are its own. */
export function toInput(configuracion: Configuracion): ConfiguracionInput {
  const umbrales = Object.entries(configuracion.umbrales).map(([id, umbral]) => {
    const { version: _version, creadoEn: _creadoEn, ...input } = umbral;
    return [id, input] as const;
  });
  return {
    partidos: [...configuracion.partidos],
    frecuencia: configuracion.frecuencia,
    umbrales: Object.fromEntries(umbrales) as Record<string, UmbralInput>,
  };
}

/** RTK Query types a failed mutation as our error or as a thrown one. */
function asApiError(error: ApiError | SerializedError): ApiError {
  return 'status' in error
    ? error
    : { status: 0, code: 'unknown', message: error.message ?? 'No se ha podido guardar.' };
}
