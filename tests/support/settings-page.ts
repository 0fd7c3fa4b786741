/** A person in the settings: what they hold, what the server holds, and a market's collectibles to watch. */
import type { Page } from '@playwright/test';
import { runAdmin } from '#server/admin-cli.ts';
import type { RunningVigia } from './local-app.ts';
import { expect } from './playwright-test.ts';

export const settingsPath = '/dashboard/configuracion';

export async function openSettings(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}${settingsPath}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Configuración' })).toBeVisible();
}

/** As another program of theirs would ask, with the token of this tab. */
export function askApi<Answer>(page: Page, path: string, body?: object): Promise<Answer> {
  return page.evaluate(
    async ([address, content]) => {
      const answer = await fetch(address, {
        ...(content !== null && { method: 'PUT', body: content }),
        headers: {
          authorization: `Bearer ${localStorage.getItem('authToken')}`,
          ...(content !== null && { 'content-type': 'application/json' }),
        },
      });
      return answer.json();
    },
    [path, body === undefined ? null : JSON.stringify(body)] as const,
  );
}

/** A threshold `umbral-1` far below the price, so that nothing crosses it meanwhile. */
export async function holdThreshold(page: Page): Promise<void> {
  const { items } = await askApi<{ items: { id: string; currency: string }[] }>(
    page,
    '/api/monitoring/raw?limit=1',
  );
  const [item] = items;
  if (item === undefined) throw new Error('the demo market is empty');
  const { id, currency: moneda } = item;
  const umbral = {
    objetivo: { tipo: 'coleccionable', id },
    condicion: 'por_debajo',
    valor: 100,
    moneda,
  };
  await askApi(page, '/api/users/config', {
    partidos: [],
    umbrales: { 'umbral-1': umbral },
    frecuencia: 60,
  });
}

/** The thresholds as the server holds them. */
export async function heldThresholds(page: Page) {
  const { configuracion } = await askApi<{
    configuracion: {
      umbrales: Record<
        string,
        { valor: number; pausa: string | null; silenciadoHasta: string | null }
      >;
    };
  }>(page, '/api/users/config');
  return configuracion.umbrales;
}

/** Alerts that wait for the person's check wait five seconds at most, instead of a minute. */
export async function checkOften(page: Page, vigia: RunningVigia, email: string): Promise<void> {
  const { configuracion } = await askApi<{ configuracion: object }>(page, '/api/users/config');
  await grantPlan(vigia, email, 'elite');
  await askApi(page, '/api/users/config', { ...configuracion, frecuencia: 5 });
}

export async function grantPlan(vigia: RunningVigia, email: string, plan: string): Promise<void> {
  const { exitCode } = await runAdmin(['plan', email, plan], { DATA_DIR: vigia.dataDir });
  expect(exitCode).toBe(0);
}
