/** Changing `configuracion`: seen at once in every list that shows it, taken back when the server refuses. */
import type { ConfiguracionInput, Settings } from '#contract/users.ts';
import type { RootState } from '../app-store.ts';
import { monitoringApi } from './monitoring-api.ts';
import type { MatchDetail, Umbral, UmbralInput } from './types.ts';

interface PutConfig {
  readonly configuracion: ConfiguracionInput;
  /** Of the settings this builds on; another tab's change since then answers 409. */
  readonly version: number;
}

export const settingsApi = monitoringApi.injectEndpoints({
  endpoints: (build) => ({
    putConfig: build.mutation<Settings, PutConfig>({
      query: ({ configuracion, version }) => ({
        url: 'api/users/config',
        method: 'PUT',
        headers: { 'if-match': `"${version}"` },
        body: configuracion,
      }),
      async onQueryStarted({ configuracion }, { dispatch, getState, queryFulfilled }) {
        const { util } = monitoringApi;
        const shown = [
          dispatch(
            util.updateQueryData('getConfig', undefined, (draft) =>
              showInSettings(draft, configuracion),
            ),
          ),
          ...util
            .selectCachedArgsForQuery(getState() as RootState, 'getMatch')
            .map((args) =>
              dispatch(
                util.updateQueryData('getMatch', args, (draft) =>
                  showInMatch(draft, configuracion),
                ),
              ),
            ),
        ];
        try {
          const { data } = await queryFulfilled;
          dispatch(util.upsertQueryData('getConfig', undefined, data));
        } catch {
          for (const patch of shown.reverse()) patch.undo();
          // Another tab was first, or a limit: what the server holds is what counts.
          dispatch(util.invalidateTags(['Settings', 'Match']));
        }
      },
      invalidatesTags: (result) => (result ? ['Matches', 'Match', 'Raw', 'Alerts'] : []),
    }),
  }),
});

function showInSettings(draft: Settings, wanted: ConfiguracionInput): void {
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
    const after = asShown(input, before);
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(after)) continue;
    umbrales[id] = after;
    const status = after.pausa === null ? 'activando' : 'pausado';
    draft.estados[id] = { status, armed: true, episode: draft.estados[id]?.episode ?? 0 };
  }
}

function showInMatch(draft: MatchDetail, wanted: ConfiguracionInput): void {
  const concerns = ({ objetivo }: UmbralInput) =>
    objetivo.tipo === 'partido'
      ? objetivo.id === draft.match.id
      : draft.collectibles.some(({ id }) => id === objetivo.id);
  draft.match.watched = wanted.partidos.includes(draft.match.id);
  draft.umbrales = Object.fromEntries(
    Object.entries(wanted.umbrales)
      .filter(([, input]) => concerns(input))
      .map(([id, input]) => [id, asShown(input, draft.umbrales[id])]),
  );
}

/** As the server will answer, but for what only it knows. */
function asShown(input: UmbralInput, before: Umbral | undefined): Umbral {
  return {
    ...before,
    ...input,
    pausa: input.pausa ?? null,
    silenciadoHasta: input.silenciadoHasta ?? null,
    version: before?.version ?? 0,
    creadoEn: before?.creadoEn ?? new Date().toISOString(),
  };
}
