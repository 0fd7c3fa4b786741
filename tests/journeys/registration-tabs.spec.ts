/** A registration while other tabs of Vigía are open: the profile gets the typed name, whatever the order of events. */
import type { BrowserContext, Page, Route } from '@playwright/test';
import { sessionTexts } from '#src/copy/auth-texts.ts';
import { splashCopy } from '#src/copy/splash.ts';
import { fetchProfile } from '#tests/conformance/support/profile-document.ts';
import * as users from '#tests/conformance/support/users.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { expectToast, shownToasts } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
// Answers are cut off on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

const displayNameUrl = '**/accounts:update?*';
const username = 'Anita la coleccionista';

/** Holds every request to the address until it is released. */
async function hold(context: BrowserContext, url: string) {
  const held: Route[] = [];
  let isOpen = false;
  await context.route(url, async (route) => {
    if (isOpen) await route.continue();
    else held.push(route);
  });
  return {
    waitForRequest: () => expect.poll(() => held.length).toBeGreaterThan(0),
    async release() {
      isOpen = true;
      for (const route of held.splice(0)) await route.continue();
    },
  };
}

/** Addresses of the document database's requests that change it, by this tab. */
function commitsOf(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (/\/documents:commit/.test(request.url())) urls.push(request.url());
  });
  return urls;
}

async function submitRegistration(page: Page): Promise<void> {
  await page.goto(`${vigia.origin}/register`);
  await users.fillRegistration(page, { ...users.newUser(), username });
  await users.submitRegistration(page);
}

const hasStoredUser = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    Object.keys(localStorage).some((key) => key.startsWith('firebase:authUser:')),
  );

const storedName = async (page: Page) => (await fetchProfile({ page, vigia } as never)).username;

for (const path of ['/how-it-works', '/login', '/register', '/support']) {
  test(`a second tab at ${path} leaves the profile to the tab that registers`, async ({
    page,
    context,
  }) => {
    const other = await context.newPage();
    const commits = commitsOf(other);
    const sdk = other.waitForResponse('**/assets/firebase-*.js');
    await other.goto(`${vigia.origin}${path}`);
    // The app is running there, not only its prerendered page.
    await (await sdk).finished();
    const displayName = await hold(context, displayNameUrl);
    await submitRegistration(page);
    await displayName.waitForRequest();
    // The session is in the browser, its name and its profile are not.
    expect(await hasStoredUser(other)).toBe(true);
    await displayName.release();
    await page.waitForURL('**/dashboard');
    await expect.poll(() => storedName(page)).toEqual({ stringValue: username });
    if (path === '/login' || path === '/register') await other.waitForURL('**/dashboard');
    else await other.goto(`${vigia.origin}/dashboard`);
    await expect(other.getByRole('button', { name: 'Cuenta', exact: true })).toBeVisible();
    expect(await storedName(other)).toEqual({ stringValue: username });
    expect(commits).toEqual([]);
  });
}

test('a tab opened in the middle of a registration waits for the profile', async ({
  page,
  context,
}) => {
  const displayName = await hold(context, displayNameUrl);
  await submitRegistration(page);
  await displayName.waitForRequest();
  const other = await context.newPage();
  const commits = commitsOf(other);
  await other.goto(`${vigia.origin}/dashboard`);
  await expect(other.getByRole('status')).toHaveText(splashCopy.checking);
  await displayName.release();
  await expect(other.getByRole('button', { name: 'Cuenta', exact: true })).toBeVisible();
  await page.waitForURL('**/dashboard');
  expect(await storedName(page)).toEqual({ stringValue: username });
  expect(commits).toEqual([]);
});

test('a profile that is slow to be created keeps the typed name, with a second tab open', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(`${vigia.origin}/login`);
  const commit = await hold(context, '**/documents:commit*');
  await submitRegistration(page);
  await commit.waitForRequest();
  await expect(other.getByRole('status')).toHaveText(splashCopy.checking);
  await commit.release();
  await page.waitForURL('**/dashboard');
  await other.waitForURL('**/dashboard');
  expect(await storedName(other)).toEqual({ stringValue: username });
});

test('a tab that closes while it registers leaves the account usable in the other', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(`${vigia.origin}/login`);
  const displayName = await hold(context, displayNameUrl);
  await submitRegistration(page);
  await displayName.waitForRequest();
  await expect(other.getByRole('status')).toHaveText(splashCopy.checking);
  await page.close();
  await other.waitForURL('**/dashboard');
  await expect(other.getByRole('button', { name: 'Cuenta', exact: true })).toBeVisible();
});

for (const [title, answer] of [
  ['is refused', (route: Route) => route.fulfill({ status: 503, json: {} })],
  ['finds no network', (route: Route) => route.abort('internetdisconnected')],
  ['is never answered', () => {}],
] as const) {
  test(`a display name that ${title} does not fail the signup`, async ({ page }) => {
    await page.clock.install();
    await page.route(displayNameUrl, answer);
    const asked = page.waitForRequest(displayNameUrl);
    await submitRegistration(page);
    await asked;
    await page.clock.runFor(6_000);
    await expectToast(page, sessionTexts.signedUp);
    await page.clock.runFor(1_000);
    await page.waitForURL('**/dashboard');
    expect(await shownToasts(page, 'error')).toEqual([]);
    expect(await storedName(page)).toEqual({ stringValue: username });
  });
}
