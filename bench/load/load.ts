/**
 * First load: Lighthouse (mobile, simulated slow 4G) on the public pages and on the screens of a user with three thresholds that have
 * alerted. Medians of interleaved rounds; nothing is cached, only the session is stored.
 *
 *     npm run bench -- load      BENCH_ROUNDS=3 BENCH_PAGES=/login,/terms
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import * as z from 'zod';
import { register } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/create-firing-thresholds.ts';
import { freePort, startVigia } from '#tests/support/local-app.ts';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { median } from '../median.ts';
import { report } from '../report.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const lighthouse = fileURLToPath(
  new URL('../peers/node_modules/lighthouse/cli/index.js', import.meta.url),
);
const result = z.object({
  categories: z.object({ performance: z.object({ score: z.number() }) }),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
});

const executablePath = await findBrowser();
if (executablePath === null) throw new Error('no Chromium to measure with');
const folder = await mkdtemp(join(tmpdir(), 'vigia-load-'));
const vigia = await startVigia();
const port = await freePort();
const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
  executablePath,
  viewport: null,
  locale: 'es-ES',
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
});
try {
  // Without a session, for with one they are left for the overview.
  const open = ['/login', '/support', '/terms', '/how-it-works'];
  const isNamed = (path: string) => process.env.BENCH_PAGES?.split(',').includes(path) ?? true;
  await measure(open.filter(isNamed));
  const matchId = await signUp();
  const screens = ['', '/partidos', `/partidos/${matchId}`, '/umbrales', '/alertas', '/plan'];
  const paths = [...screens, '/configuracion'].map((path) => `/dashboard${path}`);
  await measure(paths.filter(isNamed));
} finally {
  await browser.close();
  await vigia.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(paths: readonly string[]): Promise<void> {
  const audits = new Map(paths.map((path) => [path, [] as z.infer<typeof result>[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const [path, found] of audits) found.push(await audit(`${vigia.origin}${path}`));
  for (const [path, found] of audits) {
    const [first, largest] = ['first', 'largest'].map((paint) =>
      median(found.map(({ audits }) => audits[`${paint}-contentful-paint`]?.numericValue ?? NaN)),
    );
    report({
      what: `${path}, Lighthouse mobile performance`,
      unit: 'of 100',
      value: median(found.map(({ categories }) => categories.performance.score * 100)),
      goal: { min: 95 },
      note: `first paint ${first?.toFixed(0)} ms, largest ${largest?.toFixed(0)} ms`,
    });
  }
}

async function audit(url: string): Promise<z.infer<typeof result>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...[lighthouse, url, `--port=${port}`, '--output=json', '--quiet'],
      '--only-categories=performance',
      // Loaded when the page is idle; a bench may have no internet.
      '--blocked-url-patterns=https://apis.google.com/*',
    ],
    { maxBuffer: 100_000_000 },
  );
  return result.parse(JSON.parse(stdout));
}

/** A user with three thresholds that have alerted. @returns the match of one */
async function signUp(): Promise<string> {
  const page = await browser.newPage();
  await register(page, vigia.origin, 'audita@correo.example');
  const [matchId = ''] = await createFiringThresholds(page, ['uno', 'dos', 'tres']);
  await page.goto(`${vigia.origin}/dashboard/alertas`);
  await page
    .getByRole('button', { name: /^¿Por qué me llegó\? / })
    .first()
    .waitFor();
  await page.close();
  return matchId;
}
