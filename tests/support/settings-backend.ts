/** A double of the settings' endpoints for component and store tests: thresholds one by one, in batches, and watched matches. */
import { HttpResponse, http, type PathParams } from 'msw';
import type * as z from 'zod/mini';
import type { ThresholdItem, thresholdBatch, WatchOutcome } from '#contract/thresholds.ts';
import type { CheckFrequency, Settings } from '#contract/users.ts';
import type { Threshold, ThresholdDraft } from '#domain/threshold.ts';
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

/** @returns the stored settings, which a test may change as another tab would, and the changes made, in words */
export function mockSettingsBackend(initial: Settings) {
  const backend = {
    settings: initial,
    sent: [] as string[],
    /** What becomes of the match of a new threshold. */
    watchOutcome: 'already' as WatchOutcome,
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
  const one =
    (
      name: string,
      answer: (id: string, before: Threshold, request: Request) => Promise<Response>,
    ) =>
    async ({ params, request }: { params: PathParams; request: Request }) => {
      const id = String(params.id);
      const before = umbrales()[id];
      if (before === undefined) return errorResponse(404, 'not_found', 'Ese umbral no existe.');
      const ifMatch = request.headers.get('if-match');
      if (ifMatch !== null && ifMatch !== before.etag)
        return errorResponse(409, 'conflict', 'Cambió.', thresholdItemSample(id, before));
      backend.sent.push(`${name} ${id}`);
      return answer(id, before, request);
    };
  const itemOf = (id: string) =>
    HttpResponse.json(thresholdItemSample(id, umbrales()[id] ?? umbralSample()));
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
    http.post(`${api}/thresholds`, async ({ request }) => {
      const sent = (await request.json()) as ThresholdDraft & { id: string; watch?: boolean };
      const { id, watch = true, ...threshold } = sent;
      backend.sent.push(watch ? `create ${id}` : `create ${id}, its match not watched`);
      const before = umbrales()[id];
      if (before !== undefined && before.value !== threshold.value)
        return errorResponse(
          409,
          'conflict',
          'Ya tienes otro umbral con ese id.',
          thresholdItemSample(id, before),
        );
      set(id, threshold);
      const item = thresholdItemSample(id, umbrales()[id] ?? umbralSample());
      return HttpResponse.json({ ...item, watch: watch ? backend.watchOutcome : 'none' });
    }),
    http.post(`${api}/thresholds/batch`, async ({ request }) => {
      const { changes, unwatch = [] } = (await request.json()) as z.infer<typeof thresholdBatch>;
      const words = changes.map(({ kind, id }) => `${kind} ${id}`);
      backend.sent.push(`batch ${[...words, ...unwatch.map((id) => `unwatch ${id}`)].join(', ')}`);
      for (const change of changes) {
        const before = umbrales()[change.id];
        if (change.kind === 'delete') remove(change.id);
        else if (change.kind === 'create') set(change.id, change.threshold);
        else if (before !== undefined) set(change.id, { ...before, ...change.patch });
      }
      return HttpResponse.json(backend.settings);
    }),
    http.patch(
      `${api}/thresholds/:id`,
      one('update', async (id, before, request) => {
        set(id, { ...before, ...((await request.json()) as Partial<ThresholdDraft>) });
        return itemOf(id);
      }),
    ),
    http.delete(
      `${api}/thresholds/:id`,
      one('delete', async (id, before) => {
        remove(id);
        return HttpResponse.json(thresholdItemSample(id, before));
      }),
    ),
    ...(['put', 'delete'] as const).map((method) =>
      http[method](`${api}/watched/:id`, ({ params }) => {
        const id = String(params.id);
        backend.sent.push(`${method === 'put' ? 'watch' : 'unwatch'} ${id}`);
        const others = backend.settings.configuracion.partidos.filter((other) => other !== id);
        store({ partidos: method === 'put' ? [...others, id] : others });
        const { configuracion, version } = backend.settings;
        return HttpResponse.json({ partidos: configuracion.partidos, version });
      }),
    ),
  );
  return backend;
}
