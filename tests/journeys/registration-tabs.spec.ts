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

test('a second tab leaves the profile to the tab that registers', async ({ page, context }) => {
  const other = await context.newPage();
  const commits = commitsOf(other);
  const sdk = other.waitForResponse('**/assets/firebase-*.js');
  await other.goto(`${vigia.origin}/login`);
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
  await other.waitForURL('**/dashboard');
  await expect(other.getByRole('button', { name: 'Cuenta', exact: true })).toBeVisible();
  expect(await storedName(other)).toEqual({ stringValue: username });
  expect(commits).toEqual([]);
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
