/** Thresholds one by one, or many at once, and watched matches: optimistic in the settings, rolled back when refused. */
import type {
  ThresholdChange,
  ThresholdCreated,
  ThresholdItem,
  ThresholdPatch,
  ThresholdsPage,
  ThresholdsQuery,
  WatchList,
} from '#contract/thresholds.ts';
import type { Settings } from '#contract/users.ts';
import type { Umbral, UmbralInput } from './api-types.ts';
import { baseApi } from './base-api.ts';
import {
  createThreshold,
  editThreshold,
  type NewThreshold,
  type ThresholdEdit,
  thresholdsUrl,
} from './edit-threshold.ts';
import { largestPage } from './largest-page.ts';
import { showOptimistically } from './show-optimistically.ts';

/** Filters and order of the list; paging is internal. */
export type ThresholdListQuery = Omit<ThresholdsQuery, 'cursor' | 'limit' | 'formato'>;

// A single change refetches the settings: with their version comes what another device has changed.
export const thresholdsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getThresholds: build.infiniteQuery<ThresholdsPage, ThresholdListQuery, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: thresholdsUrl,
        params: {
          ...queryArg,
          limit: largestPage,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
      providesTags: ['Thresholds'],
    }),
    createThreshold: build.mutation<ThresholdCreated, NewThreshold>({
      queryFn: (creation, _api, _options, send) => createThreshold(send, creation),
      onQueryStarted: ({ id, umbral }, lifecycle) =>
        showOptimistically(
          lifecycle,
          (settings) => setThreshold(settings, id, umbral),
          (settings, created) => {
            setItem(settings, created);
            const { partidos } = settings.configuracion;
            const { partidoId, vigilancia } = created;
            if (vigilancia === 'nueva' && !partidos.includes(partidoId)) partidos.push(partidoId);
          },
        ),
      invalidatesTags: (created) => [
        ...(created ? (['Settings', 'Thresholds', 'WatchedCollectibles'] as const) : []),
        ...(created?.vigilancia === 'nueva' ? (['WatchedMatches'] as const) : []),
      ],
    }),
    updateThreshold: build.mutation<
      ThresholdItem,
      ThresholdEdit & { readonly patch: ThresholdPatch }
    >({
      queryFn: (edit, _api, _options, send) => editThreshold(send, edit),
      onQueryStarted: ({ id, patch }, lifecycle) =>
        showOptimistically(lifecycle, (settings) => patchThreshold(settings, id, patch), setItem),
      // Prices, bands, pauses and snoozes alter no list of collectibles.
      invalidatesTags: (item, _error, { patch, seen }) =>
        item === undefined
          ? []
          : [
              'Settings',
              'Thresholds',
              ...(hasMoved(patch, seen) ? (['WatchedCollectibles'] as const) : []),
            ],
    }),
    deleteThreshold: build.mutation<ThresholdItem, Omit<ThresholdEdit, 'patch'>>({
      queryFn: (deletion, _api, _options, send) =>
        editThreshold(send, { ...deletion, patch: null }),
      onQueryStarted: ({ id }, lifecycle) =>
        showOptimistically(lifecycle, (settings) => removeThreshold(settings, id)),
      invalidatesTags: (item) => (item ? ['Thresholds', 'WatchedCollectibles', 'Settings'] : []),
    }),
    changeThresholds: build.mutation<Settings, readonly ThresholdChange[]>({
      query: (cambios) => ({ url: `${thresholdsUrl}/batch`, method: 'POST', body: { cambios } }),
      onQueryStarted: (changes, lifecycle) =>
        showOptimistically(
          lifecycle,
          (settings) => {
            for (const change of changes) applyChange(settings, change);
          },
          (settings, saved) => Object.assign(settings, saved),
        ),
      invalidatesTags: (settings, _error, changes) => [
        ...(settings ? (['Thresholds', 'WatchedCollectibles'] as const) : []),
        ...(settings && changes.some(watchesMatch) ? (['WatchedMatches'] as const) : []),
      ],
    }),
    watchMatch: build.mutation<
      WatchList,
      { readonly matchId: string; readonly isWatched: boolean }
    >({
      query: ({ matchId, isWatched }) => ({
        url: `api/users/watched/${encodeURIComponent(matchId)}`,
        method: isWatched ? 'PUT' : 'DELETE',
      }),
      onQueryStarted: ({ matchId, isWatched }, lifecycle) =>
        showOptimistically(
          lifecycle,
          ({ configuracion }) => {
            const others = configuracion.partidos.filter((id) => id !== matchId);
            configuracion.partidos = isWatched ? [...others, matchId] : others;
          },
          (settings, { partidos, version }) => {
            settings.configuracion.partidos = partidos;
            settings.version = version;
          },
        ),
      invalidatesTags: (list) =>
        list ? ['Settings', 'WatchedMatches', 'WatchedCollectibles'] : [],
    }),
  }),
});

export const { useGetThresholdsInfiniteQuery } = thresholdsApi;

const watchesMatch = (change: ThresholdChange): boolean =>
  change.tipo === 'crear' && change.vigilar !== false;

const hasMoved = ({ objetivo }: ThresholdPatch, seen: UmbralInput | undefined): boolean =>
  objetivo !== undefined && targetText(objetivo) !== (seen && targetText(seen.objetivo));

const targetText = (objetivo: UmbralInput['objetivo']): string =>
  JSON.stringify(objetivo, ['tipo', 'id', 'categoria']);

function applyChange(settings: Settings, change: ThresholdChange): void {
  if (change.tipo === 'crear') setThreshold(settings, change.id, change.umbral);
  else if (change.tipo === 'cambiar') patchThreshold(settings, change.id, change.cambio);
  else removeThreshold(settings, change.id);
}

function setItem({ configuracion, estados }: Settings, { id, umbral, estado }: ThresholdItem) {
  configuracion.umbrales[id] = umbral;
  estados[id] = estado;
}

function removeThreshold({ configuracion, estados }: Settings, id: string): void {
  delete configuracion.umbrales[id];
  delete estados[id];
}

function patchThreshold(settings: Settings, id: string, patch: ThresholdPatch): void {
  const before = settings.configuracion.umbrales[id];
  if (before !== undefined) setThreshold(settings, id, { ...before, ...patch });
}

/** The expected answer, with placeholders for what only the server knows. */
function setThreshold({ configuracion, estados }: Settings, id: string, input: UmbralInput): void {
  const before = configuracion.umbrales[id];
  const { canales, nota, caducaEn, ...fields } = input;
  const after: Umbral = {
    ...fields,
    ...(canales && { canales }),
    ...(nota && { nota }),
    ...(caducaEn && { caducaEn }),
    banda: input.banda ?? before?.banda,
    pausa: input.pausa ?? null,
    silenciadoHasta: input.silenciadoHasta ?? null,
    version: before?.version ?? 0,
    creadoEn: before?.creadoEn ?? new Date().toISOString(),
  };
  configuracion.umbrales[id] = after;
  const status =
    after.pausa !== null ? 'pausado' : after.silenciadoHasta !== null ? 'silenciado' : 'activando';
  estados[id] = { status, armed: true, base: null, episode: estados[id]?.episode ?? 0 };
}
