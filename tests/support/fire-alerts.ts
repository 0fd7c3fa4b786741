/** Alerts on demand: thresholds that are true the moment they are made. */
import type { Page } from '@playwright/test';
import { expect } from './playwright-test.ts';
import { askApi } from './settings-page.ts';

interface Priced {
  readonly id: string;
  readonly matchId: string;
  readonly currency: string;
  readonly floorCents: number | null;
}

interface Held {
  readonly configuracion: {
    readonly partidos: readonly string[];
    readonly umbrales: Readonly<Record<string, object>>;
    readonly frecuencia: number;
  };
}

/**
 * Draws a line far below the price of as many collectibles, each of another match, asking to be told above it.
 * @param names of the thresholds
 * @returns the matches they are of, in the same order
 */
export async function createFiringThresholds(
  page: Page,
  names: readonly string[],
  part: { readonly frecuencia?: number } = {},
): Promise<string[]> {
  const { items } = await askApi<{ items: Priced[] }>(page, '/api/monitoring/raw?limit=500');
  const byMatch = new Map(
    items.filter(({ floorCents }) => floorCents !== null).map((item) => [item.matchId, item]),
  );
  const chosen = [...byMatch.values()].slice(0, names.length);
  expect(chosen).toHaveLength(names.length);
  const { configuracion } = await askApi<Held>(page, '/api/users/config');
  const umbrales = chosen.map(({ id, currency: moneda }, at) => {
    const objetivo = { tipo: 'coleccionable', id };
    return [names[at], { objetivo, condicion: 'por_encima', valor: 100, moneda }] as const;
  });
  await askApi(page, '/api/users/config', {
    ...configuracion,
    ...part,
    umbrales: { ...configuracion.umbrales, ...Object.fromEntries(umbrales) },
  });
  return chosen.map(({ matchId }) => matchId);
}
