/** Cumulative layout shift: while a screen loads nothing moves, in whatever order the answers arrive. */
import type { Page } from '@playwright/test';
import { matchesCopy } from '#src/copy/matches.ts';
import { onboardingCopy } from '#src/copy/onboarding.ts';
import { register, type SavedSession } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { observeLoad, readLoad } from '#tests/support/page-load.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { callApi } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
let session: SavedSession;
let matchId: string;
// Transitions could shift what is below them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.beforeAll(async ({ browser, vigia: running }) => {
  vigia = running;
  const context = await browser.newContext({ locale: 'es-ES' });
  const page = await context.newPage();
  await register(page, vigia.origin, 'quieta@correo.example');
  const { items } = await callApi<{ items: { id: string }[] }>(page, '/api/monitoring/matches');
  matchId = items[0]?.id ?? '';
  session = await context.storageState();
  await context.close();
});

const answers = [
  '/api/users/profile',
  '/api/users/config',
  '/api/users/alerts',
  '/api/monitoring/raw',
  '/api/monitoring/matches',
  '/api/monitoring/match',
  '/api/monitoring/discovery',
  '/api/users/thresholds',
];

/** Delays the answers of these paths. @returns a function that releases those of one path */
async function delayAnswers(page: Page): Promise<(path: string) => Promise<unknown>> {
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

/** Tolerates a price that grows by a digit and moves its own left edge. */
const maxShift = 0.01;

const nextFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

const screens = [
  {
    name: 'overview',
    path: () => '/dashboard',
    last: (page: Page) => page.getByRole('heading', { name: onboardingCopy.todoTitle }),
  },
  {
    name: 'match',
    path: () => `/dashboard/partidos/${matchId}`,
    last: (page: Page) => page.getByRole('slider', { name: /en el tiempo$/ }),
  },
  {
    name: 'matches',
    path: () => '/dashboard/partidos',
    last: (page: Page) => page.getByRole('grid', { name: matchesCopy.title }),
  },
  {
    name: 'thresholds',
    path: () => '/dashboard/umbrales',
    last: (page: Page) => page.getByRole('heading', { level: 3 }),
  },
];

/** Each screen once, narrow in one order or wide in the other. */
const loads = [
  { width: 390, paths: answers },
  { width: 1440, paths: answers.toReversed() },
] as const;

for (const [index, { name, path, last }] of screens.entries()) {
  const { width, paths } = loads[index % 2 === 0 ? 0 : 1];
  test(`${name}, ${width} px wide, ${paths[0]} first`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.context().setStorageState(session);
    await observeLoad(page, 'main');
    const release = await delayAnswers(page);
    await page.goto(`${vigia.origin}${path()}`);
    await expect(page.getByRole('main').getByTestId('skeleton').first()).toBeVisible();
    for (const address of paths) {
      await release(address);
      await nextFrames(page);
    }
    await expect(last(page)).toBeVisible();
    await nextFrames(page);
    expect((await readLoad(page)).shift).toBeLessThan(maxShift);
    // Requests made after the release may still be unanswered.
    await page.unrouteAll({ behavior: 'wait' });
  });
}
