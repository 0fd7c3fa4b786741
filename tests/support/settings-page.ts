/** Steps on the settings screen, and API calls with the token of the page. */
import type { Page } from '@playwright/test';
import { runAdmin } from '#server/admin/admin-cli.ts';
import type { RunningVigia } from './local-app.ts';
import { expect } from './playwright-test.ts';

export const settingsPath = '/dashboard/configuracion';

export async function openSettings(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}${settingsPath}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Configuración' })).toBeVisible();
}

/** Calls the API with the token of this tab: GET, or PUT with a body. */
export function callApi<Answer>(page: Page, path: string, body?: object): Promise<Answer> {
  return page.evaluate(
    async ([address, content]) => {
      const answer = await fetch(address, {
        ...(content !== null && { method: 'PUT', body: content }),
        headers: {
          authorization: `Bearer ${localStorage.getItem('authToken')}`,
          ...(content !== null && { 'content-type': 'application/json' }),
        },
      });
      // An overloaded server says so; without this the caller would fail on a missing field.
      if (answer.status >= 500)
        throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    [path, body === undefined ? null : JSON.stringify(body)] as const,
  );
}

/** Creates the threshold `umbral-1` far below the price, so that it does not fire. */
export async function createThreshold(page: Page): Promise<void> {
  const { items } = await callApi<{ items: { id: string; currency: string }[] }>(
    page,
    '/api/monitoring/raw?limit=1',
  );
  const [item] = items;
  if (item === undefined) throw new Error('the demo market is empty');
  const { id, currency } = item;
  const threshold = {
    target: { kind: 'collectible', id },
    condition: 'below',
    value: 100,
    currency,
  };
  await callApi(page, '/api/users/config', {
    partidos: [],
    umbrales: { 'umbral-1': threshold },
    frecuencia: 60,
  });
}

/** The stored thresholds, by id. */
export async function fetchThresholds(page: Page) {
  const { configuracion } = await callApi<{
    configuracion: {
      umbrales: Record<
        string,
        { value: number; pause: string | null; snoozedUntil: string | null }
      >;
    };
  }>(page, '/api/users/config');
  return configuracion.umbrales;
}

/** The account is stored with its first request, which a page just opened may not have sent yet. */
export async function grantPlan(vigia: RunningVigia, email: string, plan: string): Promise<void> {
  await expect
    .poll(async () => (await runAdmin(['plan', email, plan], { DATA_DIR: vigia.dataDir })).exitCode)
    .toBe(0);
}
