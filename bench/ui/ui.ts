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
import { type Browser, chromium, type Page } from 'playwright-core';
import type { MatchDetail } from '#contract/monitoring.ts';
import { register } from '#tests/support/account.ts';
import { startVigia } from '#tests/support/local-app.ts';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { median } from '../median.ts';
import { report } from '../report.ts';
import { bigMatch, type PriceStream, startPriceStream } from './big-market.ts';
import { serveNaive } from './naive/serve.ts';
import { framesPerSecond, heapBytes, installProbe, type ProbeSample, readProbe } from './probe.ts';
import { exerciseList, scrollList, typeInSearch } from './user-actions.ts';

const seconds = Number(process.env.BENCH_UI_SECONDS ?? 60);
const heapSeconds = Number(process.env.BENCH_UI_HEAP_SECONDS ?? 600);
const heapSamples = 20;
const naiveSeconds = Number(process.env.BENCH_UI_NAIVE_SECONDS ?? 20);
/** Time in which every price changes at least once, so that caches are filled. */
const settlingSeconds = 12;
/** On a busy machine the naive list may never respond; then there is no reference. */
const naiveLimitMs = 240_000;
const what = 'ui, 10,000 rows, 1,000 changes/s';

interface ListResult {
  readonly scrolling: ProbeSample;
  /** null when the list did not respond to the interactions. */
  readonly interacting: ProbeSample | null;
  /** Interactions made, including those too quick to be recorded. */
  readonly interactionCount: number;
}

const executablePath = (await findBrowser()) ?? undefined;
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const vigia = await startVigia();
try {
  const page = await newPage(browser);
  await register(page, vigia.origin, 'banco@correo.example');
  const { detail, stream } = await openBigMatch(page, vigia.origin);
  await delay(settlingSeconds * 1_000);
  const product = await measureList(page, seconds, () => exerciseList(page));
  const growth = await heapGrowth(page);
  await page.close();
  reportProduct(product, growth);
  reportComparison(product, await measureNaiveInTime(detail, stream));
  stream.stop();
} finally {
  await browser.close();
  await vigia.stop();
}

async function newPage(chrome: Browser): Promise<Page> {
  const context = await chrome.newContext({
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await installProbe(page);
  return page;
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
  await page.locator('.price.is-up, .price.is-down').first().waitFor();
  if (detail === undefined) throw new Error('the match was never requested');
  return { detail, stream };
}

/** Scrolls for `forSeconds`, then interacts; what was recorded while loading is discarded. */
async function measureList(
  page: Page,
  forSeconds: number,
  interact: () => Promise<number>,
): Promise<ListResult> {
  await readProbe(page);
  await scrollList(page, forSeconds);
  const scrolling = await readProbe(page);
  const interactionCount = await interact();
  if (interactionCount === 0) return { scrolling, interacting: null, interactionCount };
  // An interaction is recorded after the paint that shows it.
  await delay(500);
  return { scrolling, interacting: await readProbe(page), interactionCount };
}

/** Per cent from the minimum of the first quarter to that of the last; single samples include up to a fifth of garbage. */
async function heapGrowth(page: Page): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0; sample < heapSamples; sample += 1) {
    await scrollList(page, heapSeconds / heapSamples);
    await readProbe(page);
    samples.push(await heapBytes(page));
  }
  const megabytes = samples.map((bytes) => (bytes / 1e6).toFixed(1));
  process.stderr.write(`heap, MB: ${megabytes.join(' ')}\n`);
  const quarter = heapSamples / 4;
  const before = Math.min(...samples.slice(0, quarter));
  return (Math.min(...samples.slice(-quarter)) / before - 1) * 100;
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

function reportProduct(product: ListResult, growth: number): void {
  const { scrolling, interacting, interactionCount } = product;
  const rates = framesPerSecond(scrolling.frames);
  report({
    what: `${what}: frames, median second`,
    unit: '/s',
    value: median(rates),
    goal: { min: 55 },
    note: `slowest second ${Math.min(...rates)}, over ${rates.length} s of scrolling`,
  });
  const tasks = [...scrolling.longTasks, ...(interacting?.longTasks ?? [])];
  report({
    what: `${what}: tasks over 50 ms`,
    unit: 'tasks',
    value: tasks.length,
    goal: { max: 0 },
    note: `longest ${Math.round(Math.max(0, ...tasks))} ms; ${scrolling.longTasks.length} of them while scrolling`,
  });
  report({
    what: `${what}: interaction to next paint, p95`,
    unit: 'ms',
    value: p95(product),
    goal: { max: 100 },
    note: `${interactionCount} interactions; the browser measures in steps of 8 ms, those below 16 ms count as 16`,
  });
  report({
    what: `${what}: heap, growth over ${heapSeconds} s`,
    unit: '%',
    value: growth,
    goal: { max: 10 },
  });
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

function p95({ interacting, interactionCount }: ListResult): number | null {
  if (interacting === null) return null;
  const { interactions } = interacting;
  const quick = Array.from(
    { length: Math.max(0, interactionCount - interactions.length) },
    () => 16,
  );
  const sorted = [...quick, ...interactions].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}
