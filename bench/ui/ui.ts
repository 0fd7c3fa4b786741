/**
 * The list of a match with ten thousand collectibles in a real browser, a thousand price changes a second, while somebody
 * rolls through it; beside it the same list as people first write it: no virtualisation, one dispatch for each price.
 * The page is the product's own, behind its real sign-in; the match and the stream are the bench's, so that no server
 * takes the processor the browser is measured on.
 *
 *     npm run bench -- ui, or node bench/ui/ui.ts
 *     UI_SECONDS=60 (frames), UI_HEAP_SECONDS=600 (heap), UI_NAIVE_SECONDS=20
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
import { framesPerSecond, heapBytes, install, type Noted, take } from './probe.ts';
import { exerciseList, scrollList, typeInSearch } from './user-actions.ts';

const seconds = Number(process.env.UI_SECONDS ?? 60);
const heapSeconds = Number(process.env.UI_HEAP_SECONDS ?? 600);
const heapLooks = 20;
const naiveSeconds = Number(process.env.UI_NAIVE_SECONDS ?? 20);
/** After which every price has come once, and what is kept of it is kept. */
const settlingSeconds = 12;
/** On a crowded machine the naive list may never answer: then there is nothing to compare with. */
const naiveLimitMs = 240_000;
const what = 'ui, 10,000 rows, 1,000 changes/s';

interface Seen {
  readonly watched: Noted;
  /** null when it did not answer whoever used it. */
  readonly used: Noted | null;
  /** Interactions made, among them those too quick to be noted. */
  readonly made: number;
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
  const ours = await see(page, seconds, () => exerciseList(page));
  const growth = await heapGrowth(page);
  await page.close();
  tellOurs(ours, growth);
  compare(ours, await seeNaiveInTime(detail, stream));
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
  await install(page);
  return page;
}

async function openBigMatch(page: Page, origin: string) {
  await page.goto(`${origin}/dashboard/partidos`);
  const link = page.locator('main a[href^="/dashboard/partidos/"]').first();
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
  if (detail === undefined) throw new Error('the match was never asked for');
  return { detail, stream };
}

/** Looks for so long, then uses it; what was noted while it loaded is left out. */
async function see(page: Page, forSeconds: number, use: () => Promise<number>): Promise<Seen> {
  await take(page);
  await scrollList(page, forSeconds);
  const watched = await take(page);
  const made = await use();
  if (made === 0) return { watched, used: null, made };
  // An interaction is noted after the paint that shows it.
  await delay(500);
  return { watched, used: await take(page), made };
}

/** From the first quarter to the last, of each the least: a single look finds up to a fifth more that is about to go. */
async function heapGrowth(page: Page): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < heapLooks; look += 1) {
    await scrollList(page, heapSeconds / heapLooks);
    await take(page);
    looks.push(await heapBytes(page));
  }
  const megabytes = looks.map((bytes) => (bytes / 1e6).toFixed(1));
  process.stderr.write(`heap, MB: ${megabytes.join(' ')}\n`);
  const quarter = heapLooks / 4;
  const before = Math.min(...looks.slice(0, quarter));
  return (Math.min(...looks.slice(-quarter)) / before - 1) * 100;
}

/** @returns null when it did not answer in time, or not at all */
async function seeNaiveInTime(detail: MatchDetail, stream: PriceStream): Promise<Seen | null> {
  const seen = seeNaive(detail, stream).catch((error: unknown) => {
    process.stderr.write(`the naive list did not answer: ${String(error)}\n`);
    return null;
  });
  return Promise.race([seen, delay(naiveLimitMs, null, { ref: false })]);
}

async function seeNaive(detail: MatchDetail, stream: PriceStream): Promise<Seen> {
  const served = await serveNaive(detail, stream);
  const page = await newPage(browser);
  // It is busy for longer than anybody would wait.
  page.setDefaultTimeout(90_000);
  try {
    await page.goto(served.url);
    await page.getByRole('row').first().waitFor();
    await delay(settlingSeconds * 1_000);
    // A few letters: each may take seconds.
    return await see(page, naiveSeconds, () =>
      typeInSearch(page, 'ab').catch((error: unknown) => {
        process.stderr.write(`the naive list took no letters: ${String(error)}\n`);
        return 0;
      }),
    );
  } finally {
    await page.close();
    served.stop();
  }
}

function tellOurs(ours: Seen, growth: number): void {
  const rates = framesPerSecond(ours.watched.frames);
  report({
    what: `${what}: frames, median second`,
    unit: '/s',
    ours: median(rates),
    goal: { least: 55 },
    note: `slowest second ${Math.min(...rates)}, over ${rates.length} s of rolling`,
  });
  const tasks = [...ours.watched.longTasks, ...(ours.used?.longTasks ?? [])];
  report({
    what: `${what}: tasks over 50 ms`,
    unit: 'tasks',
    ours: tasks.length,
    goal: { most: 0 },
    note: `longest ${Math.round(Math.max(0, ...tasks))} ms; ${ours.watched.longTasks.length} of them while rolling`,
  });
  report({
    what: `${what}: interaction to next paint, p95`,
    unit: 'ms',
    ours: p95(ours),
    goal: { most: 100 },
    note: `${ours.made} interactions; the browser tells in steps of 8 ms, those below 16 ms count as 16`,
  });
  report({
    what: `${what}: heap, growth over ${heapSeconds} s`,
    unit: '%',
    ours: growth,
    goal: { most: 10 },
  });
}

function compare(ours: Seen, naive: Seen | null): void {
  const name = 'naive list';
  report({
    what: `${what}: frames, median second`,
    unit: '/s',
    ours: median(framesPerSecond(ours.watched.frames)),
    theirs: { name, value: naive && median(framesPerSecond(naive.watched.frames)) },
  });
  report({
    what: `${what}: longest task`,
    unit: 'ms',
    ours: Math.max(0, ...ours.watched.longTasks),
    theirs: { name, value: naive && Math.max(0, ...naive.watched.longTasks) },
  });
  report({
    what: `${what}: interaction to next paint, p95`,
    unit: 'ms',
    ours: p95(ours),
    theirs: { name, value: naive && p95(naive) },
  });
}

function p95({ used, made }: Seen): number | null {
  if (used === null) return null;
  const quick = Array.from({ length: Math.max(0, made - used.interactions.length) }, () => 16);
  const sorted = [...quick, ...used.interactions].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}
