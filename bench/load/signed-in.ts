/**
 * Lighthouse (mobile) on the signed-in screens, with `/login` of the same server beside them. The user watches three
 * matches, with thresholds that have alerted. Medians of interleaved rounds; no cache, only the session.
 *
 *     npm run bench -- signed-in
 */
import { chromium } from 'playwright-core';
import { register } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/create-firing-thresholds.ts';
import { startVigia } from '#tests/support/local-app.ts';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { median } from '../median.ts';
import { report } from '../report.ts';
import { type Audit, auditPage, googleLoader, printAudits } from './audit-page.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const minScore = 95;
/** As in `tests/journeys/layout-shift.spec.ts`. */
const maxShift = 0.01;

const executablePath = await findBrowser();
if (executablePath === null) throw new Error('no Chromium to measure with');
const vigia = await startVigia();
try {
  const { matchId, session } = await signUp();
  const screens = {
    overview: '/dashboard',
    matches: '/dashboard/partidos',
    match: `/dashboard/partidos/${matchId}`,
    thresholds: '/dashboard/umbrales',
    alerts: '/dashboard/alertas',
    settings: '/dashboard/configuracion',
    plan: '/dashboard/plan',
  };
  const audits = new Map<string, Audit[]>();
  const record = async (name: string, path: string, entries: typeof session) => {
    const found = await auditPage(`${vigia.origin}${path}`, executablePath, entries);
    audits.set(name, [...(audits.get(name) ?? []), found]);
  };
  for (let round = 0; round < rounds; round += 1) {
    await record('/login', '/login', []);
    for (const [name, path] of Object.entries(screens)) await record(name, path, session);
  }
  const loginLcp = median((audits.get('/login') ?? []).map(({ lcp }) => lcp));
  process.stdout.write(`${googleLoader} is answered with an empty script; baseline: /login.\n`);
  printAudits(audits, loginLcp);
  for (const [name, found] of audits) {
    report({
      what: `${name}, Lighthouse mobile performance`,
      unit: 'of 100',
      value: median(found.map(({ score }) => score.performance)),
      goal: { min: minScore },
    });
    report({
      what: `${name}, cumulative layout shift`,
      unit: '',
      value: median(found.map(({ cls }) => cls)),
      goal: { max: maxShift },
    });
  }
} finally {
  await vigia.stop();
}

/** A user with three thresholds that have alerted, as the browser stores the session. */
async function signUp() {
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ locale: 'es-ES' });
    const page = await context.newPage();
    await register(page, vigia.origin, 'audita@correo.example');
    const [matchId = ''] = await createFiringThresholds(page, ['uno', 'dos', 'tres']);
    await page.goto(`${vigia.origin}/dashboard/alertas`);
    await page
      .getByRole('button', { name: /^¿Por qué me llegó\? / })
      .first()
      .waitFor();
    const { origins } = await context.storageState();
    const session = origins.find(({ origin }) => origin === vigia.origin)?.localStorage ?? [];
    return { matchId, session };
  } finally {
    await browser.close();
  }
}
