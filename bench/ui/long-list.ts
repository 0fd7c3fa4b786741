/**
 * A list of ten thousand rows in a real browser, while a thousand of their prices change per second: the collectibles of a match.
 * Scrolled, then used, then scrolled for the heap. The page is the product's own, behind its real sign-in; rows and stream are
 * the bench's, so that no server uses the CPU the browser is measured on. Other lists have the same grid and fewer changes.
 *
 *     npm run bench -- ui      BENCH_SECONDS=60 (frames) BENCH_HEAP_SECONDS=600
 */
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import type { Match, MatchDetail } from '#contract/monitoring.ts';
import { register } from '#tests/support/account.ts';
import { startVigia } from '#tests/support/local-app.ts';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { median, percentile } from '../median.ts';
import { report } from '../report.ts';
import { bigMatch, rows, startPriceStream } from './big-market.ts';
import { heapBytes, installProbe, readProbe } from './probe.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const heapSeconds = Number(process.env.BENCH_HEAP_SECONDS ?? 600);
const heapSamples = 20;
/** Time in which every price changes at least once, so that caches are filled. */
const settlingSeconds = 12;

const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? '',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const vigia = await startVigia();
try {
  const page = await browser.newPage({
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1280, height: 900 },
  });
  await installProbe(page);
  await register(page, vigia.origin, 'banco@correo.example');
  const stream = await openList(page);
  await delay(settlingSeconds * 1_000);
  await measure(page);
  stream.stop();
} finally {
  await browser.close();
  await vigia.stop();
}

async function openList(page: Page) {
  const answer = page.waitForResponse(/\/api\/monitoring\/matches\?/);
  await page.goto(`${vigia.origin}/dashboard/partidos`);
  const { items } = (await (await answer).json()) as { items: Match[] };
  const [match] = items;
  if (match === undefined) throw new Error('there is no match');
  const stream = await startPriceStream(match.id);
  await page.route('**/api/monitoring/match?*', async (route) => {
    const { match } = (await (await route.fetch()).json()) as MatchDetail;
    await route.fulfill({ json: bigMatch(match) });
  });
  await page.route('**/api/monitoring/stream*', (route) =>
    route.continue({ url: `${stream.origin}/stream` }),
  );
  await page.goto(`${vigia.origin}/dashboard/partidos/${match.id}`);
  await page.locator(`[role=grid][aria-rowcount="${rows + 1}"]`).waitFor();
  await page.locator('[class*="flashing-price_is-"]').first().waitFor();
  return stream;
}

async function measure(page: Page): Promise<void> {
  const what = `${rows.toLocaleString('en')} rows, 1,000 changes/s`;
  // What was recorded while loading.
  await readProbe(page);
  await scroll(page, seconds);
  const scrolling = await readProbe(page);
  const count = await use(page);
  // An interaction is recorded after the paint that shows it.
  await delay(500);
  const using = await readProbe(page);
  const [first = 0] = scrolling.frames;
  const rates = Array.from(
    { length: seconds - 1 },
    (_, second) =>
      scrolling.frames.filter((atMs) => Math.floor((atMs - first) / 1_000) === second).length,
  );
  report({
    what: `${what}: frames, median second`,
    unit: '/s',
    value: median(rates),
    goal: { min: 55 },
    note: `slowest second ${Math.min(...rates)}`,
  });
  const tasks = [...scrolling.longTasks, ...using.longTasks];
  report({
    what: `${what}: tasks over 50 ms`,
    unit: 'tasks',
    value: tasks.length,
    goal: { max: 0 },
    note: `longest ${Math.round(Math.max(0, ...tasks))} ms; ${scrolling.longTasks.length} of them while scrolling`,
  });
  const quick = Array<number>(Math.max(0, count - using.interactions.length)).fill(16);
  report({
    what: `${what}: interaction to next paint, p95`,
    unit: 'ms',
    value: percentile([...quick, ...using.interactions], 95),
    goal: { max: 100 },
    note: `${count} interactions; the browser measures in steps of 8 ms, those below 16 ms count as 16`,
  });
  // Of a quarter of the samples the least: a single one includes up to a fifth of garbage.
  const heap: number[] = [];
  for (let sample = 0; sample < heapSamples; sample += 1) {
    await scroll(page, heapSeconds / heapSamples);
    await readProbe(page);
    heap.push(await heapBytes(page));
  }
  const quarter = heapSamples / 4;
  const growth = Math.min(...heap.slice(-quarter)) / Math.min(...heap.slice(0, quarter)) - 1;
  report({
    what: `${what}: heap, growth over ${heapSeconds} s`,
    unit: '%',
    value: growth * 100,
    goal: { max: 10 },
  });
}

/** Down and back up with the mouse wheel, without pause. */
async function scroll(page: Page, forSeconds: number): Promise<void> {
  const untilMs = performance.now() + forSeconds * 1_000;
  await page.mouse.move(640, 500);
  for (let step = 0; performance.now() < untilMs; step += 1) {
    await page.mouse.wheel(0, step % 100 < 50 ? 90 : -90);
    await delay(100);
  }
}

/** Walks through the rows, sorts and searches. @returns number of interactions */
async function use(page: Page): Promise<number> {
  let made = 0;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await delay(100);
    made += 1;
  };
  const keys = { ArrowDown: 25, PageDown: 20, End: 2, PageUp: 15, Home: 2 };
  await page.getByRole('grid').getByRole('row').nth(2).getByRole('button').first().focus();
  for (const [key, times] of Object.entries(keys))
    for (let time = 0; time < times; time += 1) await press(key);
  for (const name of ['Precio mínimo', '24 h', 'En venta', 'Categoría']) {
    const control = page.getByRole('columnheader', { name }).getByRole('button');
    for (let time = 0; time < 4; time += 1) {
      await control.click();
      await delay(150);
      made += 1;
    }
  }
  await page.getByRole('searchbox').last().focus();
  const words = 'bloque 123';
  for (const key of [...words, ...Array.from(words, () => 'Backspace')]) await press(key);
  return made;
}
