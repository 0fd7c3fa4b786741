/**
 * The budget of a signed-in screen's first load: what is fetched before it shows its content, each answer once, nothing
 * of other screens, and nothing moves. How long that takes: `npm run bench -- first-load`.
 */
import type { Page } from '@playwright/test';
import { register, type SavedSession } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/create-firing-thresholds.ts';
import { observeLoad, readLoad } from '#tests/support/page-load.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

let origin: string;
let session: SavedSession;
test.beforeAll(async ({ browser, vigia }) => {
  ({ origin } = vigia);
  const context = await browser.newContext({ locale: 'es-ES' });
  const page = await context.newPage();
  await register(page, origin, 'primera@correo.example');
  await createFiringThresholds(page, ['uno', 'dos', 'tres']);
  session = await context.storageState();
  await context.close();
});
test.use({ viewport: { width: 390, height: 844 } });

const requestsTo = (urls: readonly string[], folder: string) =>
  urls.filter((url) => url.startsWith(`${origin}/${folder}/`)).sort();

/** Requests of the document's head whose answers no query has taken; null when they were thrown away. */
const untaken = (page: Page) =>
  page.evaluate(() => (window.earlyAnswers ? [...window.earlyAnswers.byUrl.keys()] : null));

for (const [path, chunk] of [
  ['', /overview-screen/],
  ['/partidos', /matches-screen/],
  ['/umbrales', /thresholds-screen/],
  ['/alertas', /alerts-screen/],
  ['/configuracion', /settings-screen/],
  ['/plan', /plan-screen/],
] as const)
  test(`/dashboard${path}`, async ({ page }) => {
    await page.context().setStorageState(session);
    await observeLoad(page, '#contenido h1');
    await page.goto(`${origin}/dashboard${path}`);
    const { urls, kilobytes, shift } = await readLoad(page);
    await expect.poll(() => untaken(page)).toEqual([]);
    const answers = requestsTo(urls, 'api');
    expect(answers).toEqual([...new Set(answers)]);
    expect(answers).toContain(`${origin}/api/users/profile`);
    const screens = requestsTo(urls, 'assets').filter((url) => /-screen-[^/]*\.js$/.test(url));
    expect(screens.filter((url) => !chunk.test(url))).toEqual([]);
    expect(urls.length).toBeLessThanOrEqual(38);
    expect(kilobytes).toBeLessThanOrEqual(345);
    expect(shift).toBeLessThanOrEqual(0.01);
  });

test('a token that has expired asks for nothing', async ({ page }) => {
  const [stored] = session.origins;
  const expired = `a.${btoa('{"exp":0}')}.c`;
  const localStorage = (stored?.localStorage ?? []).map(({ name, value }) => ({
    name,
    value: name === 'authToken' ? expired : value,
  }));
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
  const tokens: string[] = [];
  page.on('request', (request) => tokens.push(request.headers().authorization ?? ''));
  await observeLoad(page, '#contenido h1');
  await page.goto(`${origin}/dashboard`);
  await readLoad(page);
  expect(tokens).not.toContain(`Bearer ${expired}`);
});
