/** Mutation of all settings (`configuracion`), optimistic in the frequency, the one field saved this way. */
import type { ConfiguracionInput, Settings } from '#contract/users.ts';
import { baseApi } from './base-api.ts';
import { showOptimistically } from './show-optimistically.ts';

export interface SettingsUpdate {
  readonly configuracion: ConfiguracionInput;
  /** Version this change is based on (If-Match); another tab's change since then answers 409. */
  readonly version: number;
}

export const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    putSettings: build.mutation<Settings, SettingsUpdate>({
      query: ({ configuracion, version }) => ({
        url: 'api/users/config',
        method: 'PUT',
        headers: { 'if-match': `"${version}"` },
        body: configuracion,
      }),
      onQueryStarted: ({ configuracion: { frecuencia } }, lifecycle) =>
        showOptimistically(
          lifecycle,
          (settings) => {
            settings.configuracion.frecuencia = frecuencia;
          },
          (settings, saved) => Object.assign(settings, saved),
        ),
    }),
  }),
});
