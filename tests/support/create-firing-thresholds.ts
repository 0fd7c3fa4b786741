/** Creates thresholds that fire at once. */
import type { Page } from '@playwright/test';
import { expect } from './playwright-test.ts';
import { callApi } from './settings-page.ts';

interface PricedCollectible {
  readonly id: string;
  readonly matchId: string;
  readonly currency: string;
  readonly floorCents: number | null;
}

interface StoredSettings {
  readonly configuracion: {
    readonly partidos: readonly string[];
    readonly umbrales: Readonly<Record<string, object>>;
    readonly frecuencia: number;
  };
}

/**
 * Creates `above` thresholds far below the price, one per name, each on a collectible of another match.
 * @param names ids of the thresholds
 * @returns ids of their matches, in the same order
 */
export async function createFiringThresholds(
  page: Page,
  names: readonly string[],
  part: { readonly frecuencia?: number } = {},
): Promise<string[]> {
  const { items } = await callApi<{ items: PricedCollectible[] }>(
    page,
    '/api/monitoring/raw?limit=500',
  );
  const byMatch = new Map(
    items.filter(({ floorCents }) => floorCents !== null).map((item) => [item.matchId, item]),
  );
  const chosen = [...byMatch.values()].slice(0, names.length);
  expect(chosen).toHaveLength(names.length);
  const { configuracion } = await callApi<StoredSettings>(page, '/api/users/config');
  const umbrales = chosen.map(({ id, currency }, index) => {
    const target = { kind: 'collectible', id };
    return [names[index], { target, condition: 'above', value: 100, currency }] as const;
  });
  await callApi(page, '/api/users/config', {
    ...configuracion,
    ...part,
    umbrales: { ...configuracion.umbrales, ...Object.fromEntries(umbrales) },
  });
  return chosen.map(({ matchId }) => matchId);
}
