/**
 * Rendering performance of a list of ten thousand collectibles in a real browser.
 * A thousand prices change per second while it is scrolled. The page is the product's own, behind its real sign-in; match and stream are the bench's, so that no
 * server uses the CPU the browser is measured on.
 *
 *     npm run bench -- ui, or node bench/ui/ui.ts
 *     BENCH_UI_SECONDS=60 (frames), BENCH_UI_HEAP_SECONDS=600 (heap)
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { MatchDetail } from '#contract/monitoring.ts';
import { register } from '#tests/support/account.ts';
import { startVigia } from '#tests/support/local-app.ts';
import { bigMatch, startPriceStream } from './big-market.ts';
import {
  heapGrowth,
  launchBrowser,
  measureList,
  newPage,
  reportList,
  seconds,
  settlingSeconds,
} from './measure-list.ts';
import { exerciseList } from './user-actions.ts';

const what = 'ui, 10,000 rows, 1,000 changes/s';

const browser = await launchBrowser();
const vigia = await startVigia();
try {
  const page = await newPage(browser);
  await register(page, vigia.origin, 'banco@correo.example');
  const stream = await openBigMatch(page, vigia.origin);
  await delay(settlingSeconds * 1_000);
  const product = await measureList(page, seconds, () => exerciseList(page));
  const growth = await heapGrowth(page);
  await page.close();
  reportList(what, product, growth);
  stream.stop();
} finally {
  await browser.close();
  await vigia.stop();
}

async function openBigMatch(page: Page, origin: string) {
  await page.goto(`${origin}/dashboard/partidos`);
  const link = page.locator('[role=grid] a[href^="/dashboard/partidos/"]').first();
  const href = (await link.getAttribute('href')) ?? '';
  const stream = await startPriceStream(href.split('/').at(-1) ?? '');
  let detail: MatchDetail | undefined;
  await page.route('**/api/monitoring/match?*', async (route) => {
    detail ??= bigMatch(((await (await route.fetch()).json()) as MatchDetail).match);
    await route.fulfill({ json: detail });
  });
  await page.route('**/api/monitoring/stream*', (route) =>
    route.continue({ url: `${stream.origin}/stream` }),
  );
  await page.goto(`${origin}${href}`);
  await page.locator('[role=grid][aria-rowcount="10001"]').waitFor();
  await page.locator('[class*="flashing-price_is-"]').first().waitFor();
  return stream;
}
