/** Optimistic mutation of `configuracion`, rolled back when the server refuses. */
import type { ConfiguracionInput, Settings } from '#contract/users.ts';
import type { WatchedTag } from './altered-lists.ts';
import type { Umbral, UmbralInput } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { trackWrite } from './pending-writes.ts';

export interface SettingsUpdate {
  readonly configuracion: ConfiguracionInput;
  /** Version this change is based on (If-Match); another tab's change since then answers 409. */
  readonly version: number;
  readonly alteredLists: readonly WatchedTag[];
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
      async onQueryStarted({ configuracion }, { dispatch, extra, getState, queryFulfilled }) {
        trackWrite(extra, queryFulfilled);
        const { util } = baseApi;
        const optimistic = dispatch(
          util.updateQueryData('getSettings', undefined, (draft) =>
            applyToSettings(draft, configuracion),
          ),
        );
        try {
          const { data } = await queryFulfilled;
          dispatch(util.upsertQueryData('getSettings', undefined, data));
        } catch {
          // A sign-out has emptied the cache meanwhile: nothing is left to undo.
          const { data } = baseApi.endpoints.getSettings.select()(getState());
          if (data === undefined) return;
          optimistic.undo();
          // Another tab was first, or a plan limit: refetch.
          dispatch(util.invalidateTags(['Settings']));
        }
      },
      invalidatesTags: (result, _error, { alteredLists }) => (result ? alteredLists : []),
    }),
  }),
});

function applyToSettings(draft: Settings, wanted: ConfiguracionInput): void {
  const { umbrales } = draft.configuracion;
  draft.configuracion.partidos = [...wanted.partidos];
  draft.configuracion.frecuencia = wanted.frecuencia;
  for (const id of Object.keys(umbrales)) {
    if (wanted.umbrales[id] !== undefined) continue;
    delete umbrales[id];
    delete draft.estados[id];
  }
  for (const [id, input] of Object.entries(wanted.umbrales)) {
    const before = umbrales[id];
    const after = toOptimisticUmbral(input, before);
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(after)) continue;
    umbrales[id] = after;
    const status = after.pausa === null ? 'activando' : 'pausado';
    draft.estados[id] = { status, armed: true, episode: draft.estados[id]?.episode ?? 0 };
  }
}

/** The expected response, with placeholders for what only the server knows. */
function toOptimisticUmbral(input: UmbralInput, before: Umbral | undefined): Umbral {
  return {
    ...before,
    ...input,
    pausa: input.pausa ?? null,
    silenciadoHasta: input.silenciadoHasta ?? null,
    version: before?.version ?? 0,
    creadoEn: before?.creadoEn ?? new Date().toISOString(),
  };
}
