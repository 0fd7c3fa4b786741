/** Playwright fixtures of the suite: per worker one Vigía, one signed-in user, and shared pages for read-only rows. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { password } from '#tests/support/identity.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { test as base } from '#tests/support/playwright-test.ts';
import { register } from './users.ts';

export { expect } from '@playwright/test';

export type Visitor = 'anonymous' | 'signedIn';
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface Fixtures {
  readonly page: Page;
  readonly vigia: RunningVigia;
  /** The user of rows with `as: 'signedIn'`. */
  readonly user: SignedInUser;
}

export interface SignedInUser {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  /** Cookies and local storage of their browser. */
  readonly storage: StorageState;
}

/** Returns the page shared by rows that leave it as they found it. */
export type SharedPages = (route: string, as: Visitor) => Promise<Page>;

interface WorkerFixtures {
  readonly user: SignedInUser;
  readonly sharedPages: SharedPages;
}

const spanish = { locale: 'es-ES', timezoneId: 'Europe/Madrid', reducedMotion: 'reduce' } as const;

export const test = base.extend<object, WorkerFixtures>({
  // Animations make three hundred pages a sixth slower.
  contextOptions: spanish,
  user: [
    async ({ browser, vigia }, use) => {
      const newUser = { email: 'alguien@correo.example', username: 'alguien', password };
      const context = await browser.newContext(spanish);
      const page = await context.newPage();
      await register(page, vigia.origin, newUser);
      await page.waitForURL('**/dashboard');
      const storage = await context.storageState();
      await context.close();
      await use({ ...newUser, storage });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sharedPages: [
    async ({ browser, vigia, user }, use) => {
      // One page per visitor: a user may have only three live streams.
      const pages = new Map<Visitor, Page>();
      await use(async (route, as) => {
        const page = pages.get(as) ?? (await newPage(browser, as, user));
        pages.set(as, page);
        const address = `${vigia.origin}${route}`;
        if (page.url() !== address) await page.goto(address);
        return page;
      });
      for (const page of pages.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
});

async function newPage(browser: Browser, as: Visitor, { storage }: SignedInUser): Promise<Page> {
  const context = await browser.newContext({
    ...spanish,
    ...(as === 'signedIn' ? { storageState: storage } : {}),
  });
  return context.newPage();
}
