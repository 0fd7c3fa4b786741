/** While a screen fills, nothing on it moves from under a finger or a mouse, whichever answer comes first. */
import type { Page } from '@playwright/test';
import { register, type SavedSession } from '#tests/support/account.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { askApi } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
let session: SavedSession;
let matchId: string;
test.beforeAll(async ({ browser }) => {
  vigia = await startVigia();
  const context = await browser.newContext({ locale: 'es-ES' });
  const page = await context.newPage();
  await register(page, vigia.origin, 'quieta@correo.example');
  const { items } = await askApi<{ items: { id: string }[] }>(page, '/api/monitoring/matches');
  matchId = items[0]?.id ?? '';
  session = await context.storageState();
  await context.close();
});
test.afterAll(() => vigia?.stop());

const answers = [
  '/api/users/profile',
  '/api/users/config',
  '/api/users/alerts',
  '/api/monitoring/raw',
  '/api/monitoring/matches',
  '/api/monitoring/match',
];

/** Keeps these answers from arriving. @returns how to let those of one address come */
async function holdAnswers(page: Page): Promise<(path: string) => Promise<unknown>> {
  const gates = new Map(answers.map((path) => [path, Promise.withResolvers<void>()]));
  const answered = new Map<string, Promise<void>[]>();
  await page.route(
    ({ pathname }) => gates.has(pathname),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const answer = (async () => {
        const response = await route.fetch();
        await gates.get(pathname)?.promise;
        await route.fulfill({ response });
      })();
      answered.set(pathname, [...(answered.get(pathname) ?? []), answer]);
      await answer;
    },
  );
  return (path) => {
    gates.get(path)?.resolve();
    return Promise.all(answered.get(path) ?? []);
  };
}

/** A price that has grown by a figure pushes its own start: not what anybody presses. */
const hardlyAnything = 0.01;

/** Adds up what moves, as the browser weighs it (cumulative layout shift), from the first thing drawn on. */
const watchMovement = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, {
          moved: Reflect.get(window, 'moved') + Reflect.get(entry, 'value'),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });

const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

const screens = [
  {
    name: 'overview',
    path: () => '/dashboard',
    last: (page: Page) => page.getByRole('heading', { name: 'Primeros pasos' }),
  },
  {
    name: 'match',
    path: () => `/dashboard/partidos/${matchId}`,
    last: (page: Page) => page.getByRole('slider', { name: /en el tiempo$/ }),
  },
];

for (const { name, path, last } of screens) {
  for (const width of [390, 1440]) {
    for (const order of [answers, answers.toReversed()]) {
      test(`${name}, ${width} px wide, ${order[0]} first`, async ({ browser }) => {
        const context = await browser.newContext({
          locale: 'es-ES',
          storageState: session,
          viewport: { width, height: 900 },
        });
        const page = await context.newPage();
        await watchMovement(page);
        const release = await holdAnswers(page);
        await page.goto(`${vigia.origin}${path()}`);
        await expect(page.locator('main .sk').first()).toBeVisible();
        for (const address of order) {
          await release(address);
          await drawn(page);
        }
        await expect(last(page)).toBeVisible();
        await drawn(page);
        expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toBeLessThan(
          hardlyAnything,
        );
        // What was asked after its gate had opened may not be answered yet.
        await page.unrouteAll({ behavior: 'wait' });
        await context.close();
      });
    }
  }
}
