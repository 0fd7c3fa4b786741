/** A double of the settings' endpoints for component and store tests: thresholds, watched matches and the check frequency. */
import { HttpResponse, http } from 'msw';
import type * as z from 'zod/mini';
import type { ThresholdChange, ThresholdItem, thresholdBatch } from '#contract/thresholds.ts';
import type { CheckFrequency, Settings } from '#contract/users.ts';
import {
  ruleOf,
  type Threshold,
  type ThresholdDraft,
  type ThresholdRule,
} from '#domain/threshold.ts';
import { errorResponse, server } from './screen-harness.tsx';
import { umbralSample } from './threshold-samples.ts';

const api = 'https://vigia.example/api/users';

export const settingsSample = (
  umbrales: Record<string, Threshold> = {},
  partidos: string[] = [],
): Settings => ({
  configuracion: { partidos, umbrales, frecuencia: 60 },
  version: 1,
  states: Object.fromEntries(
    Object.keys(umbrales).map((id) => [
      id,
      { status: 'watching', armed: true, base: null, episode: 0 },
    ]),
  ),
});

/** The answer of one threshold. */
export function thresholdItemSample(
  id: string,
  threshold: Threshold,
  part: Partial<ThresholdItem> = {},
): ThresholdItem {
  return {
    id,
    threshold,
    state: {
      status: threshold.pause === null ? 'watching' : 'paused',
      armed: true,
      base: null,
      episode: 0,
    },
    matchId: 'm1',
    matchName: 'España – Uruguay',
    kickoffAt: null,
    home: null,
    away: null,
    part: 'Categoría 1',
    category: '1',
    currentCents: 20_000,
    distanceBp: 1_000,
    lastAlertAt: null,
    ...part,
  };
}

/** Collectibles are `c1` of `m1`, and `m2-c1` of `m2`. */
const matchOf = ({ target }: Pick<Threshold, 'target'>): string =>
  target.kind === 'match' ? target.id : (/^(m\d+)-/.exec(target.id)?.[1] ?? 'm1');

/** @returns the stored settings, which a test may change as another tab would, and the changes made, in words */
export function mockSettingsBackend(initial: Settings) {
  const backend = {
    settings: initial,
    sent: [] as string[],
    /** Whether the plan has room for the match of a new threshold. */
    hasRoom: true,
  };
  const umbrales = () => backend.settings.configuracion.umbrales;
  const store = (configuracion: Partial<Settings['configuracion']>) => {
    const { settings } = backend;
    const merged = { ...settings.configuracion, ...configuracion };
    backend.settings = {
      ...settingsSample(merged.umbrales),
      configuracion: merged,
      version: settings.version + 1,
    };
  };
  const set = (id: string, threshold: ThresholdDraft) =>
    store({ umbrales: { ...umbrales(), [id]: umbralSample(threshold) } });
  const remove = (id: string) => {
    const { [id]: _removed, ...others } = umbrales();
    store({ umbrales: others });
  };
  const watch = (matchId: string) => {
    const { partidos } = backend.settings.configuracion;
    store({ partidos: [...new Set([...partidos, matchId])] });
  };
  const watchList = () => {
    const { configuracion, version } = backend.settings;
    return { partidos: configuracion.partidos, version };
  };
  /** The refusal of what another tab has changed, if any. */
  const refusalOf = (change: ThresholdChange, isOnly: boolean) => {
    const before = umbrales()[change.id];
    if (before === undefined)
      return isOnly && change.kind === 'change'
        ? errorResponse(404, 'not_found', 'Ese umbral no existe.')
        : undefined;
    const seen = change.kind === 'create' ? change.threshold : change.seen;
    const wanted = change.kind === 'change' && seen ? { ...seen, ...change.patch } : seen;
    const rule = (one: ThresholdRule) => JSON.stringify(ruleOf(one));
    return seen === undefined || [rule(seen), wanted && rule(wanted)].includes(rule(before))
      ? undefined
      : errorResponse(409, 'conflict', 'Cambió.', thresholdItemSample(change.id, before));
  };
  const frequency = (): CheckFrequency => {
    const { configuracion, version } = backend.settings;
    return { frecuencia: configuracion.frecuencia, version };
  };
  server.use(
    http.get(`${api}/config`, () => HttpResponse.json(backend.settings)),
    http.patch(`${api}/config`, async ({ request }) => {
      const { frecuencia } = (await request.json()) as CheckFrequency;
      backend.sent.push(`check every ${frecuencia} s`);
      store({ frecuencia });
      return HttpResponse.json(frequency());
    }),
    http.post(`${api}/thresholds/batch`, async ({ request }) => {
      const { changes, unwatch = [] } = (await request.json()) as z.infer<typeof thresholdBatch>;
      for (const change of changes) {
        const refusal = refusalOf(change, changes.length === 1);
        if (refusal !== undefined) return refusal;
      }
      const words = changes.map(
        (one) =>
          `${one.kind} ${one.id}${one.kind === 'create' && one.watch === false ? ', its match not watched' : ''}`,
      );
      backend.sent.push([...words, ...unwatch.map((id) => `unwatch ${id}`)].join(', '));
      for (const change of changes) {
        const before = umbrales()[change.id];
        if (change.kind === 'delete') remove(change.id);
        else if (change.kind === 'create') {
          set(change.id, change.threshold);
          if (change.watch !== false && backend.hasRoom) watch(matchOf(change.threshold));
        } else if (before !== undefined) set(change.id, { ...before, ...change.patch });
      }
      return HttpResponse.json(watchList());
    }),
    ...(['put', 'delete'] as const).map((method) =>
      http[method](`${api}/watched/:id`, ({ params }) => {
        const id = String(params.id);
        backend.sent.push(`${method === 'put' ? 'watch' : 'unwatch'} ${id}`);
        const others = backend.settings.configuracion.partidos.filter((other) => other !== id);
        store({ partidos: method === 'put' ? [...others, id] : others });
        return HttpResponse.json(watchList());
      }),
    ),
  );
  return backend;
}
