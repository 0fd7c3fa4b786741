/**
 * Rendering performance of Umbrales with ten thousand thresholds in a real browser, while a thousand of their prices
 * change per second. The page is the product's own; settings, pages of thresholds and stream are the bench's.
 *
 *     npm run bench -- thresholds, or node bench/ui/thresholds.ts
 *     BENCH_UI_SECONDS=60 (frames), BENCH_UI_HEAP_SECONDS=600 (heap)
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Match } from '#contract/monitoring.ts';
import type { Settings } from '#contract/users.ts';
import { register } from '#tests/support/account.ts';
import { startVigia } from '#tests/support/local-app.ts';
import { rows, startPriceStream } from './big-market.ts';
import { BigThresholds } from './big-thresholds.ts';
import {
  heapGrowth,
  launchBrowser,
  measureList,
  newPage,
  reportList,
  seconds,
  settlingSeconds,
} from './measure-list.ts';
import { exerciseThresholds } from './user-actions.ts';

const browser = await launchBrowser();
const vigia = await startVigia();
try {
  const page = await newPage(browser);
  await register(page, vigia.origin, 'banco@correo.example');
  const stream = await openBigThresholds(page, vigia.origin);
  await delay(settlingSeconds * 1_000);
  const result = await measureList(page, seconds, () => exerciseThresholds(page));
  const growth = await heapGrowth(page);
  reportList('thresholds, 10,000 rows, 1,000 changes/s', result, growth);
  stream.stop();
} finally {
  await browser.close();
  await vigia.stop();
}

async function openBigThresholds(page: Page, origin: string) {
  const answer = page.waitForResponse(/\/api\/monitoring\/matches\?/);
  await page.goto(`${origin}/dashboard/partidos`);
  const { items } = (await (await answer).json()) as { items: Match[] };
  const [match] = items;
  if (match === undefined) throw new Error('there is no match');
  const thresholds = new BigThresholds(match);
  const stream = await startPriceStream(match.id);
  await page.route('**/api/users/config', async (route) =>
    route.fulfill({
      json: thresholds.settings((await (await route.fetch()).json()) as Settings),
    }),
  );
  await page.route('**/api/users/thresholds?*', (route) =>
    route.fulfill({ json: thresholds.page(new URL(route.request().url()).searchParams) }),
  );
  await page.route('**/api/monitoring/stream*', (route) =>
    route.continue({ url: `${stream.origin}/stream` }),
  );
  await page.goto(`${origin}/dashboard/umbrales`);
  await page.locator(`[role=grid][aria-rowcount="${rows + 1}"]`).waitFor();
  await page.locator('[class*="flashing-price_is-"]').first().waitFor();
  return stream;
}
