/** A double of the settings' endpoints for component and store tests: thresholds one by one, in batches, and watched matches. */
import { HttpResponse, http, type PathParams } from 'msw';
import type { Umbral, UmbralInput } from '#contract/threshold.ts';
import type {
  ThresholdChange,
  ThresholdCreation,
  ThresholdItem,
  WatchOutcome,
} from '#contract/thresholds.ts';
import type { ConfiguracionInput, Settings } from '#contract/users.ts';
import { errorResponse, server } from './screen-harness.tsx';
import { umbralSample } from './threshold-samples.ts';

const api = 'https://vigia.example/api/users';

export const settingsSample = (
  umbrales: Record<string, Umbral> = {},
  partidos: string[] = [],
): Settings => ({
  configuracion: { partidos, umbrales, frecuencia: 60 },
  version: 1,
  estados: Object.fromEntries(
    Object.keys(umbrales).map((id) => [
      id,
      { status: 'vigilando', armed: true, base: null, episode: 0 },
    ]),
  ),
});

/** The answer of one threshold; its ETag is its content. */
export function thresholdItemSample(
  id: string,
  umbral: Umbral,
  part: Partial<ThresholdItem> = {},
): ThresholdItem {
  return {
    id,
    umbral,
    estado: {
      status: umbral.pausa === null ? 'vigilando' : 'pausado',
      armed: true,
      base: null,
      episode: 0,
    },
    partidoId: 'm1',
    partido: 'España – Uruguay',
    partidoEmpiezaEn: null,
    local: null,
    visitante: null,
    parte: 'Categoría 1',
    categoria: '1',
    valorActual: 20_000,
    distanciaBp: 1_000,
    ultimaAlerta: null,
    etag: `"${btoa(JSON.stringify([id, umbral]))}"`,
    ...part,
  };
}

/** @returns the stored settings, which a test may change as another tab would, and the changes made, in words */
export function mockSettingsBackend(initial: Settings) {
  const backend = {
    settings: initial,
    sent: [] as string[],
    /** What becomes of the match of a new threshold. */
    watchOutcome: 'ya' as WatchOutcome,
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
  const set = (id: string, umbral: UmbralInput) => {
    const { canales, nota, caducaEn, ...fields } = umbral;
    const { canales: _canales, nota: _nota, caducaEn: _caducaEn, ...before } = umbrales()[id] ?? {};
    return store({
      umbrales: {
        ...umbrales(),
        [id]: umbralSample({
          ...before,
          ...fields,
          ...(canales && { canales }),
          ...(nota && { nota }),
          ...(caducaEn && { caducaEn }),
          pausa: umbral.pausa ?? null,
          silenciadoHasta: umbral.silenciadoHasta ?? null,
          version: 1,
          creadoEn: '2026-01-01T00:00:00.000Z',
        }),
      },
    });
  };
  const remove = (id: string) => {
    const { [id]: _removed, ...others } = umbrales();
    store({ umbrales: others });
  };
  const one =
    (name: string, answer: (id: string, before: Umbral, request: Request) => Promise<Response>) =>
    async ({ params, request }: { params: PathParams; request: Request }) => {
      const id = String(params.id);
      const before = umbrales()[id];
      if (name !== 'read') backend.sent.push(`${name} ${id}`);
      if (before === undefined) return errorResponse(404, 'not_found', 'Ese umbral no existe.');
      const ifMatch = request.headers.get('if-match');
      if (ifMatch !== null && ifMatch !== thresholdItemSample(id, before).etag)
        return errorResponse(409, 'conflict', 'Cambió.');
      return answer(id, before, request);
    };
  const itemOf = (id: string) =>
    HttpResponse.json(thresholdItemSample(id, umbrales()[id] ?? umbralSample()));
  server.use(
    http.get(`${api}/config`, () => HttpResponse.json(backend.settings)),
    http.put(`${api}/config`, async ({ request }) => {
      const sent = (await request.json()) as ConfiguracionInput;
      if (request.headers.get('if-match') !== `"${backend.settings.version}"`)
        return errorResponse(409, 'conflict', 'Cambió.');
      backend.sent.push(`replace all, every ${sent.frecuencia} s`);
      store(sent as Settings['configuracion']);
      return HttpResponse.json(backend.settings);
    }),
    http.post(`${api}/thresholds`, async ({ request }) => {
      const sent = (await request.json()) as ThresholdCreation & { id: string };
      const { id, vigilar = true, ...umbral } = sent;
      backend.sent.push(vigilar ? `create ${id}` : `create ${id}, its match not watched`);
      const before = umbrales()[id];
      if (before !== undefined && before.valor !== umbral.valor)
        return errorResponse(409, 'conflict', 'Ya tienes otro umbral con ese id.');
      set(id, umbral);
      const item = thresholdItemSample(id, umbrales()[id] ?? umbralSample());
      return HttpResponse.json({ ...item, vigilancia: vigilar ? backend.watchOutcome : 'no' });
    }),
    http.post(`${api}/thresholds/batch`, async ({ request }) => {
      const { cambios } = (await request.json()) as { cambios: ThresholdChange[] };
      backend.sent.push(`batch ${cambios.map(({ tipo, id }) => `${tipo} ${id}`).join(', ')}`);
      for (const change of cambios) {
        const before = umbrales()[change.id];
        if (change.tipo === 'borrar') remove(change.id);
        else if (change.tipo === 'crear') set(change.id, change.umbral);
        else if (before !== undefined) set(change.id, { ...before, ...change.cambio });
      }
      return HttpResponse.json(backend.settings);
    }),
    http.get(
      `${api}/thresholds/:id`,
      one('read', async (id) => itemOf(id)),
    ),
    http.patch(
      `${api}/thresholds/:id`,
      one('update', async (id, before, request) => {
        set(id, { ...before, ...((await request.json()) as Partial<UmbralInput>) });
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
