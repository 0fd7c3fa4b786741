/** Steps on a match's chart: create thresholds, locate a line's handle. */
import type { Locator, Page } from '@playwright/test';
import { callApi } from './settings-page.ts';

interface Item {
  readonly id: string;
  readonly matchId: string;
  readonly currency: string;
  readonly floorCents: number | null;
  readonly low30dCents: number | null;
}

export interface CreatedLine {
  readonly path: string;
  readonly item: Item;
  readonly value: number;
}

export const lineName = /^Línea de .*: avísame si baja de$/;

/** Creates one threshold below and one above every price of the last month, on the match that kicks off last. */
export async function createLines(page: Page): Promise<CreatedLine> {
  const matches = await callApi<{ items: { id: string; kickoffAt: string | null }[] }>(
    page,
    '/api/monitoring/matches?limit=500',
  );
  const latest = matches.items.toSorted((a, b) =>
    (b.kickoffAt ?? '').localeCompare(a.kickoffAt ?? ''),
  )[0];
  const { items } = await callApi<{ items: Item[] }>(
    page,
    `/api/monitoring/raw?match=${latest?.id}`,
  );
  const item = items.find(({ floorCents }) => floorCents !== null);
  if (item?.low30dCents == null) throw new Error('nothing is on sale for the last match');
  const value = Math.round((item.low30dCents * 0.8) / 100) * 100;
  const threshold = {
    target: { kind: 'collectible', id: item.id },
    condition: 'below',
    value,
    currency: item.currency,
  };
  const far = { ...threshold, condition: 'above', value: item.low30dCents * 100 };
  await callApi(page, '/api/users/config', {
    partidos: [],
    umbrales: { line: threshold, lejos: far },
    frecuencia: 60,
  });
  return { path: `/dashboard/partidos/${item.matchId}?c=${item.id}`, item, value };
}

/** Centre of a line's handle, and a tenth of the chart's height, in CSS pixels. */
export async function locateHandle(page: Page, line: Locator) {
  // Not only into view: on a phone bars cover the edges of the screen.
  await line.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const [handle, chart] = [await line.boundingBox(), await page.locator('.chart').boundingBox()];
  if (handle === null || chart === null) throw new Error('the chart is not shown');
  return {
    x: handle.x + handle.width / 2,
    y: handle.y + handle.height / 2,
    tenth: chart.height / 10,
  };
}
