/** A match's chart in the browser: lines to grip, and where a price stands on it. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './playwright-test.ts';
import { askApi } from './settings-page.ts';

interface Item {
  readonly id: string;
  readonly matchId: string;
  readonly currency: string;
  readonly floorCents: number | null;
  readonly low30dCents: number | null;
}

export interface DrawnLine {
  readonly path: string;
  readonly item: Item;
  readonly valor: number;
}

export const lineName = /^Línea de .*: avísame si baja de$/;

/** Two lines below every price of the last month, on a match that does not begin meanwhile. */
export async function drawLines(page: Page): Promise<DrawnLine> {
  const matches = await askApi<{ items: { id: string; kickoffAt: string | null }[] }>(
    page,
    '/api/monitoring/matches?limit=500',
  );
  const latest = matches.items.toSorted((a, b) =>
    (b.kickoffAt ?? '').localeCompare(a.kickoffAt ?? ''),
  )[0];
  const { items } = await askApi<{ items: Item[] }>(
    page,
    `/api/monitoring/raw?match=${latest?.id}`,
  );
  const item = items.find(({ floorCents }) => floorCents !== null);
  if (item?.low30dCents == null) throw new Error('nothing is on sale for the last match');
  const valor = Math.round((item.low30dCents * 0.8) / 100) * 100;
  const umbral = {
    objetivo: { tipo: 'coleccionable', id: item.id },
    condicion: 'por_debajo',
    valor,
    moneda: item.currency,
  };
  const far = { ...umbral, condicion: 'por_encima', valor: item.low30dCents * 100 };
  await askApi(page, '/api/users/config', {
    partidos: [],
    umbrales: { linea: umbral, lejos: far },
    frecuencia: 60,
  });
  return { path: `/dashboard/partidos/${item.matchId}?c=${item.id}`, item, valor };
}

/** Where to grip a line, and how far to pull it: a tenth of the chart's height. */
export async function gripOf(page: Page, line: Locator) {
  await line.scrollIntoViewIfNeeded();
  const [handle, chart] = [await line.boundingBox(), await page.locator('.chart').boundingBox()];
  if (handle === null || chart === null) throw new Error('the chart is not shown');
  return {
    x: handle.x + handle.width / 2,
    y: handle.y + handle.height / 2,
    tenth: chart.height / 10,
  };
}

/** What a line says of itself, in cents. */
export async function centsOf(line: Locator): Promise<number> {
  await expect(line).toHaveAttribute('aria-valuenow', /\d/);
  return Math.round(Number(await line.getAttribute('aria-valuenow')) * 100);
}
