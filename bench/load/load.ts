/**
 * Load times of the public pages, compared with an empty React page in the same run: Lighthouse (mobile)
 * and time to interactive on a slow phone. Medians of interleaved rounds.
 *
 *     npm run bench -- load
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { median } from '../median.ts';
import { audit } from '../peers/lighthouse.mjs';
import { report } from '../report.ts';
import { serveBaseline } from './baseline.ts';
import { serveProduction } from './production.ts';
import { timeToInteractive } from './time-to-interactive.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const paths = ['/login', '/support', '/terms', '/how-it-works'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Loaded when the page is idle, so that Google's window opens within the tap; a bench may have no internet. */
const googleLoader = 'https://apis.google.com/*';
const usableForm = 'input[type="email"]';

const executablePath = await findBrowser();
if (executablePath === null) throw new Error('no Chromium to measure with');
const folder = await mkdtemp(join(tmpdir(), 'vigia-load-'));
await chmod(folder, 0o755);
const baseline = await serveBaseline(folder);
const production = await serveProduction(folder);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const pages = [
    { name: 'baseline', url: baseline.origin },
    ...paths.map((path) => ({ name: path, url: `${production.origin}${path}` })),
  ];
  const audits = new Map(pages.map(({ name }) => [name, [] as Audit[]]));
  const interactiveMs = { baseline: [] as number[], login: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, url } of pages) audits.get(name)?.push(await auditOf(url, executablePath));
    interactiveMs.baseline.push(await timeToInteractive(browser, baseline.origin, 'h1'));
    interactiveMs.login.push(
      await timeToInteractive(browser, `${production.origin}/login`, usableForm),
    );
  }
  const baselineLcp = median((audits.get('baseline') ?? []).map(({ lcp }) => lcp));
  process.stdout.write(`${googleLoader} is answered with an empty script.\n`);
  process.stdout.write('page            perf  a11y  best   seo    FCP    LCP  / baseline\n');
  for (const [name, found] of audits) {
    const scores = categories.map((id) => median(found.map(({ score }) => score[id])));
    const [fcp, lcp] = [median(found.map((a) => a.fcp)), median(found.map((a) => a.lcp))];
    const cells = [...scores, Math.round(fcp), Math.round(lcp)].map((n) => String(n).padStart(6));
    process.stdout.write(
      `${name.padEnd(14)}${cells.join('')}  ${(lcp / baselineLcp).toFixed(2)}\n`,
    );
    for (const id of new Set(found.flatMap(({ failures }) => failures)))
      process.stdout.write(`    ${id}\n`);
  }
  report({
    what: '/login, time to interactive on a slow phone',
    unit: 'ms',
    value: median(interactiveMs.login),
    reference: { name: 'empty React page', value: median(interactiveMs.baseline) },
    goal: { max: 1.7 },
  });
} finally {
  await browser.close();
  await production.close();
  await baseline.close();
  await rm(folder, { recursive: true, force: true });
}

interface Audit {
  readonly score: Readonly<Record<(typeof categories)[number], number>>;
  readonly fcp: number;
  readonly lcp: number;
  /** Ids of the weighted audits below 0.9. */
  readonly failures: readonly string[];
}

async function auditOf(url: string, chromePath: string): Promise<Audit> {
  const result = await audit(url, chromePath, [googleLoader]);
  const scoreOf = (id: string) => Math.round((result.categories[id]?.score ?? 0) * 100);
  const weighted = Object.values(result.categories).flatMap(({ auditRefs }) => auditRefs);
  return {
    score: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    fcp: result.audits['first-contentful-paint']?.numericValue ?? 0,
    lcp: result.audits['largest-contentful-paint']?.numericValue ?? 0,
    failures: weighted
      .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  };
}
