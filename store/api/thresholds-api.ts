/** Thresholds one by one, or many at once, watched matches and the frequency: optimistic in the settings, rolled back when refused. */
import type {
  ThresholdChange,
  ThresholdItem,
  ThresholdsPage,
  ThresholdsQuery,
  WatchList,
  WatchOutcome,
} from '#contract/thresholds.ts';
import type { CheckFrequency, Settings } from '#contract/users.ts';
import type { Target, Threshold, ThresholdDraft, ThresholdPatch } from '#domain/threshold.ts';
import { baseApi } from './base-api.ts';
import {
  conflictError,
  type EditResult,
  editThreshold,
  type Send,
  thresholdsUrl,
} from './edit-threshold.ts';
import { largestPage } from './largest-page.ts';
import { showOptimistically } from './show-optimistically.ts';

/** Filters and order of the list; paging is internal. */
export type ListQuery = Omit<ThresholdsQuery, 'cursor' | 'limit' | 'format'>;

/** Its match joins the watched ones, where the plan has room, unless `watch` is false. */
type Creation = Extract<ThresholdChange, { kind: 'create' }>;
type Edit = Parameters<typeof editThreshold>[1];
type Created = ThresholdItem & { readonly watch: WatchOutcome };

export interface FrequencyChange {
  readonly seconds: number;
  /** The settings as they were read. */
  readonly seen: Settings;
}

// A single change refetches the settings: with their version comes what another device has changed.
export const thresholdsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getThresholds: build.infiniteQuery<ThresholdsPage, ListQuery, string | null>({
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
    createThreshold: build.mutation<Created, Creation>({
      queryFn: (creation, _api, _options, send) => createThreshold(send, creation),
      onQueryStarted: ({ id, threshold }, lifecycle) =>
        showOptimistically(
          lifecycle,
          (settings) => setThreshold(settings, id, threshold),
          (settings, created) => {
            setItem(settings, created);
            const { partidos } = settings.configuracion;
            const { matchId, watch } = created;
            if (watch === 'added' && !partidos.includes(matchId)) partidos.push(matchId);
          },
        ),
      invalidatesTags: (created) => [
        ...(created ? (['Settings', 'Thresholds', 'WatchedCollectibles'] as const) : []),
        ...(created?.watch === 'added' ? (['WatchedMatches'] as const) : []),
      ],
    }),
    updateThreshold: build.mutation<ThresholdItem, Edit & { readonly patch: ThresholdPatch }>({
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
    deleteThreshold: build.mutation<ThresholdItem, Omit<Edit, 'patch'>>({
      queryFn: (deletion, _api, _options, send) =>
        editThreshold(send, { ...deletion, patch: null }),
      onQueryStarted: ({ id }, lifecycle) =>
        showOptimistically(lifecycle, (settings) => removeThreshold(settings, id)),
      invalidatesTags: (item) => (item ? ['Thresholds', 'WatchedCollectibles', 'Settings'] : []),
    }),
    changeThresholds: build.mutation<Settings, readonly ThresholdChange[]>({
      query: (changes) => ({ url: `${thresholdsUrl}/batch`, method: 'POST', body: { changes } }),
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
    changeFrequency: build.mutation<CheckFrequency, FrequencyChange>({
      queryFn: (change, _api, _options, send) => changeFrequency(send, change),
      onQueryStarted: ({ seconds }, lifecycle) =>
        showOptimistically(
          lifecycle,
          ({ configuracion }) => {
            configuracion.frecuencia = seconds;
          },
          (settings, { frecuencia, version }) => {
            settings.configuracion.frecuencia = frecuencia;
            settings.version = version;
          },
        ),
      invalidatesTags: (saved) => (saved ? ['Settings'] : []),
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

/** Repeated with the same id after a lost answer, it creates one. */
async function createThreshold(
  send: Send,
  { id, threshold, watch = true }: Creation,
): Promise<EditResult<Created>> {
  const answer = (await send({
    url: thresholdsUrl,
    method: 'POST',
    body: { id, ...threshold, ...(watch ? {} : { watch }) },
  })) as EditResult<Created>;
  // The lost answer was to another rule, which has been stored.
  if (!('error' in answer) || answer.error.stored === undefined) return answer;
  const { threshold: remote } = answer.error.stored as ThresholdItem;
  return conflictError({ of: 'threshold', id, local: threshold, remote });
}

/** Of the settings another tab may have changed something else. */
async function changeFrequency(
  send: Send,
  { seconds, seen }: FrequencyChange,
): Promise<EditResult<CheckFrequency>> {
  const save = async (version: number) =>
    (await send({
      url: 'api/users/config',
      method: 'PATCH',
      headers: { 'if-match': `"${version}"` },
      body: { frecuencia: seconds },
    })) as EditResult<CheckFrequency>;
  const answer = await save(seen.version);
  if (!('error' in answer) || answer.error.stored === undefined) return answer;
  const { frecuencia, version } = answer.error.stored as CheckFrequency;
  return [seen.configuracion.frecuencia, seconds].includes(frecuencia)
    ? save(version)
    : conflictError({ of: 'frecuencia' });
}

const watchesMatch = (change: ThresholdChange): boolean =>
  change.kind === 'create' && change.watch !== false;

const hasMoved = ({ target }: ThresholdPatch, seen: Threshold | undefined): boolean =>
  target !== undefined && targetText(target) !== (seen && targetText(seen.target));

const targetText = (target: Target): string => JSON.stringify(target, ['kind', 'id', 'category']);

function applyChange(settings: Settings, change: ThresholdChange): void {
  if (change.kind === 'create') setThreshold(settings, change.id, change.threshold);
  else if (change.kind === 'change') patchThreshold(settings, change.id, change.patch);
  else removeThreshold(settings, change.id);
}

function setItem({ configuracion, states }: Settings, { id, threshold, state }: ThresholdItem) {
  configuracion.umbrales[id] = threshold;
  states[id] = state;
}

function removeThreshold({ configuracion, states }: Settings, id: string): void {
  delete configuracion.umbrales[id];
  delete states[id];
}

function patchThreshold(settings: Settings, id: string, patch: ThresholdPatch): void {
  const before = settings.configuracion.umbrales[id];
  if (before !== undefined) setThreshold(settings, id, { ...before, ...patch });
}

/** The expected answer, with placeholders for what only the server knows. */
function setThreshold(
  { configuracion, states }: Settings,
  id: string,
  input: ThresholdDraft,
): void {
  const before = configuracion.umbrales[id];
  const { version = 0, createdAt = new Date().toISOString(), etag = '' } = before ?? {};
  const after: Threshold = { ...input, version, createdAt, etag };
  configuracion.umbrales[id] = after;
  const status =
    after.pause !== null ? 'paused' : after.snoozedUntil !== null ? 'snoozed' : 'starting';
  states[id] = { status, armed: true, base: null, episode: states[id]?.episode ?? 0 };
}
