/** A registration while other tabs of Vigía are open: the profile gets the typed name, whatever the order of events. */
import type { BrowserContext, Page, Route } from '@playwright/test';
import { splashCopy } from '#src/copy/splash.ts';
import { submitRegistration as submitRegistrationOf } from '#tests/support/account.ts';
import { newEmail } from '#tests/support/identity.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { fetchProfileDocument } from '#tests/support/profile-document.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
// Answers are cut off on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

/** What src/app/runtime.test.ts says of two tabs in one document. */
const release = { tag: '@release' };

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

const submitRegistration = (page: Page) =>
  submitRegistrationOf(page, vigia.origin, username, newEmail());

const hasStoredUser = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    Object.keys(localStorage).some((key) => key.startsWith('firebase:authUser:')),
  );

async function storedName(page: Page): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  return (await fetchProfileDocument(vigia.origin, token)).username;
}

for (const path of ['/login', '/how-it-works', '/register', '/support']) {
  const title = `a second tab at ${path} leaves the profile to the tab that registers`;
  test(title, path === '/login' ? {} : release, async ({ page, context }) => {
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

test(
  'a tab opened in the middle of a registration waits for the profile',
  release,
  async ({ page, context }) => {
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
  },
);

test(
  'a profile that is slow to be created keeps the typed name, with a second tab open',
  release,
  async ({ page, context }) => {
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
  },
);

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
