/**
 * First load and second visit of the overview on a slow phone: 390 px, 1.6 Mbit/s, 150 ms, a quarter of a core. The first
 * beside `/login`, with nothing cached but a session; the second with the service worker, slow and without a network.
 * Medians of alternating rounds. Times move with the machine: the ratio to `/login` is what counts.
 *
 *     npm run bench -- first-load      BENCH_ROUNDS=5 BENCH_DISTS=dist,../before/dist
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { register } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/create-firing-thresholds.ts';
import { startVigia } from '#tests/support/local-app.ts';
import { observeLoad, readLoad } from '#tests/support/page-load.ts';
import { retryUntil } from '#tests/support/retry-until.ts';
import { callApi } from '#tests/support/settings-page.ts';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { median } from '../median.ts';
import { type Measurement, report } from '../report.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const dists = (process.env.BENCH_DISTS ?? 'dist').split(',');
const slow = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 94e3 };
const away = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
/** In which later paints and blocking tasks count. */
const settlingMs = 2_000;

type Load = Omit<Awaited<ReturnType<typeof readLoad>>, 'urls'> & { readonly requests: number };

const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? '',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const phone = { locale: 'es-ES', viewport: { width: 390, height: 844 }, isMobile: true } as const;
const builds: Awaited<ReturnType<typeof prepare>>[] = [];
try {
  for (const dist of dists) builds.push(await prepare(dist));
  for (let round = 0; round < rounds; round += 1)
    for (const { vigia, session, visitor, loads } of builds) {
      await inNewContext({ serviceWorkers: 'block' }, async (page) => {
        loads.login.push(await load(page, `${vigia.origin}/login`, slow));
      });
      await inNewContext({ serviceWorkers: 'block', storageState: session }, async (page) => {
        loads.overview.push(await load(page, `${vigia.origin}/dashboard`, slow));
      });
      for (const [name, network] of [
        ['again', slow],
        ['away', away],
      ] as const) {
        const page = await visitor.newPage();
        await visitor.setOffline(network.offline);
        loads[name].push(await load(page, `${vigia.origin}/dashboard`, network));
        await page.close();
      }
    }
  for (const { dist, loads } of builds) {
    const login = { name: '/login', value: median(loads.login.map(({ largestMs }) => largestMs)) };
    reportLoads(`${dist}: overview, nothing cached, largest paint`, loads.overview, 'largestMs', {
      reference: login,
      goal: { max: 1.5 },
    });
    for (const [name, network] of [
      ['again', 'slow network'],
      ['away', 'no network'],
    ] as const)
      reportLoads(`${dist}: second visit, ${network}, content`, loads[name], 'contentMs', {
        goal: { max: 1_200 },
      });
  }
} finally {
  await browser.close();
  await Promise.all(builds.map(({ vigia }) => vigia.stop()));
}

/** A user with three matches and a threshold on each, and a browser that has been here before. */
async function prepare(dist: string) {
  const vigia = await startVigia({ env: { DIST_DIR: dist } });
  const visitor = await browser.newContext({ ...phone, serviceWorkers: 'allow' });
  visitor.setDefaultTimeout(120_000);
  const page = await visitor.newPage();
  await register(page, vigia.origin, 'telefono@correo.example');
  // On a busy machine the demo market is not ready yet.
  const partidos = await retryUntil(() => createFiringThresholds(page, ['uno', 'dos', 'tres']));
  const { configuracion } = await callApi<{ configuracion: object }>(page, '/api/users/config');
  await callApi(page, '/api/users/config', { ...configuracion, partidos });
  await page.reload();
  await page.getByRole('grid').waitFor();
  // Playwright's own wait takes the promise of an asynchronous function as its answer.
  await retryUntil(async () => {
    const isReady = await page.evaluate(
      async () =>
        (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated' &&
        localStorage.getItem('vigia-last-prices')?.includes('sube de') === true,
    );
    if (!isReady) throw new Error('no worker, or no prices are stored');
  });
  await page.close();
  const session = await visitor.storageState();
  const loads: Record<'login' | 'overview' | 'again' | 'away', Load[]> = {
    login: [],
    overview: [],
    again: [],
    away: [],
  };
  return { dist, vigia, visitor, session, loads };
}

async function inNewContext(
  options: Parameters<typeof browser.newContext>[0],
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context: BrowserContext = await browser.newContext({ ...phone, ...options });
  await act(await context.newPage());
  await context.close();
}

async function load(page: Page, url: string, network: typeof slow): Promise<Load> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Loaded when the page is idle; a bench may have no internet.
  await page.route('https://apis.google.com/**', (route) => route.abort());
  await observeLoad(page, 'form, [role=grid], #last-prices');
  await page.goto(url, { waitUntil: 'commit' });
  const { urls, ...seen } = await readLoad(page, () => delay(settlingMs));
  return { ...seen, requests: urls.length + 1 };
}

function reportLoads(
  what: string,
  loads: readonly Load[],
  figure: 'largestMs' | 'contentMs',
  part: Pick<Measurement, 'reference' | 'goal'> = {},
): void {
  const middle = (name: keyof Load) => median(loads.map((each) => each[name]));
  const note = `first paint ${middle('firstMs').toFixed(0)} ms, content ${middle('contentMs').toFixed(0)}, largest ${middle('largestMs').toFixed(0)}, blocked ${middle('blockedMs').toFixed(0)}; ${middle('requests')} requests, ${middle('kilobytes').toFixed(0)} kB; shift ${middle('shift').toFixed(3)}`;
  report({ what, unit: 'ms', value: middle(figure), ...part, note });
}
