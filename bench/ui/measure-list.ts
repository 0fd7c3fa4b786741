/** Measures a list of a real browser: frames, long tasks, interactions, heap growth; and reports them. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { median } from '../median.ts';
import { report } from '../report.ts';
import { framesPerSecond, heapBytes, installProbe, type ProbeSample, readProbe } from './probe.ts';
import { scrollList } from './user-actions.ts';

export const seconds = Number(process.env.BENCH_UI_SECONDS ?? 60);
const heapSeconds = Number(process.env.BENCH_UI_HEAP_SECONDS ?? 600);
const heapSamples = 20;
/** Time in which every price changes at least once, so that caches are filled. */
export const settlingSeconds = 12;

export interface ListResult {
  readonly scrolling: ProbeSample;
  /** null when the list did not respond to the interactions. */
  readonly interacting: ProbeSample | null;
  /** Interactions made, including those too quick to be recorded. */
  readonly interactionCount: number;
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = (await findBrowser()) ?? undefined;
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

export async function newPage(chrome: Browser): Promise<Page> {
  const context = await chrome.newContext({
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await installProbe(page);
  return page;
}

/** Scrolls for `forSeconds`, then interacts; what was recorded while loading is discarded. */
export async function measureList(
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
export async function heapGrowth(page: Page): Promise<number> {
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

export function reportList(what: string, product: ListResult, growth: number): void {
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
