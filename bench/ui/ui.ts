/**
 * Rendering performance of a list of ten thousand collectibles in a real browser.
 * A thousand prices change per second while it is scrolled; compared with a naive list (no virtualisation, one dispatch
 * per price). The page is the product's own, behind its real sign-in; match and stream are the bench's, so that no
 * server uses the CPU the browser is measured on.
 *
 *     npm run bench -- ui, or node bench/ui/ui.ts
 *     BENCH_UI_SECONDS=60 (frames), BENCH_UI_HEAP_SECONDS=600 (heap), BENCH_UI_NAIVE_SECONDS=20
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { MatchDetail } from '#contract/monitoring.ts';
import { register } from '#tests/support/account.ts';
import { startVigia } from '#tests/support/local-app.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';
import { bigMatch, type PriceStream, startPriceStream } from './big-market.ts';
import {
  heapGrowth,
  type ListResult,
  launchBrowser,
  measureList,
  newPage,
  p95,
  reportList,
  seconds,
  settlingSeconds,
} from './measure-list.ts';
import { serveNaive } from './naive/serve.ts';
import { framesPerSecond } from './probe.ts';
import { exerciseList, typeInSearch } from './user-actions.ts';

const naiveSeconds = Number(process.env.BENCH_UI_NAIVE_SECONDS ?? 20);
/** On a busy machine the naive list may never respond; then there is no reference. */
const naiveLimitMs = 240_000;
const what = 'ui, 10,000 rows, 1,000 changes/s';

const browser = await launchBrowser();
const vigia = await startVigia();
try {
  const page = await newPage(browser);
  await register(page, vigia.origin, 'banco@correo.example');
  const { detail, stream } = await openBigMatch(page, vigia.origin);
  await delay(settlingSeconds * 1_000);
  const product = await measureList(page, seconds, () => exerciseList(page));
  const growth = await heapGrowth(page);
  await page.close();
  reportList(what, product, growth);
  reportComparison(product, await measureNaiveInTime(detail, stream));
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
  if (detail === undefined) throw new Error('the match was never requested');
  return { detail, stream };
}

/** @returns null when it did not respond in time, or not at all */
async function measureNaiveInTime(
  detail: MatchDetail,
  stream: PriceStream,
): Promise<ListResult | null> {
  const result = measureNaive(detail, stream).catch((error: unknown) => {
    process.stderr.write(`the naive list did not respond: ${String(error)}\n`);
    return null;
  });
  return Promise.race([result, delay(naiveLimitMs, null, { ref: false })]);
}

async function measureNaive(detail: MatchDetail, stream: PriceStream): Promise<ListResult> {
  const served = await serveNaive(detail, stream);
  const page = await newPage(browser);
  // It blocks for longer than the default timeout.
  page.setDefaultTimeout(90_000);
  try {
    await page.goto(served.url);
    await page.getByRole('row').first().waitFor();
    await delay(settlingSeconds * 1_000);
    // Two characters only: each may take seconds.
    return await measureList(page, naiveSeconds, () =>
      typeInSearch(page, 'ab').catch((error: unknown) => {
        process.stderr.write(`the naive list accepted no input: ${String(error)}\n`);
        return 0;
      }),
    );
  } finally {
    await page.close();
    served.stop();
  }
}

function reportComparison(product: ListResult, naive: ListResult | null): void {
  const name = 'naive list';
  report({
    what: `${what}: frames, median second`,
    unit: '/s',
    value: median(framesPerSecond(product.scrolling.frames)),
    reference: { name, value: naive && median(framesPerSecond(naive.scrolling.frames)) },
  });
  report({
    what: `${what}: longest task`,
    unit: 'ms',
    value: Math.max(0, ...product.scrolling.longTasks),
    reference: { name, value: naive && Math.max(0, ...naive.scrolling.longTasks) },
  });
  report({
    what: `${what}: interaction to next paint, p95`,
    unit: 'ms',
    value: p95(product),
    reference: { name, value: naive && p95(naive) },
  });
}
