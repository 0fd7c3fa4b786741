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
import { report } from '../report.ts';
import { type Audit, auditPage, googleLoader, printAudits } from './audit-page.ts';
import { serveBaseline } from './baseline.ts';
import { serveProduction } from './production.ts';
import { timeToInteractive } from './time-to-interactive.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const paths = ['/login', '/support', '/terms', '/how-it-works'];
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
    for (const { name, url } of pages) audits.get(name)?.push(await auditPage(url, executablePath));
    interactiveMs.baseline.push(await timeToInteractive(browser, baseline.origin, 'h1'));
    interactiveMs.login.push(
      await timeToInteractive(browser, `${production.origin}/login`, usableForm),
    );
  }
  const baselineLcp = median((audits.get('baseline') ?? []).map(({ lcp }) => lcp));
  process.stdout.write(`${googleLoader} is answered with an empty script.\n`);
  printAudits(audits, baselineLcp);
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
