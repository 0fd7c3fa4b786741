/** What every row of the suite stands on: one Vigía and one signed-in person for them all, and pages that are only looked at. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { password } from '#tests/support/identity.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { test as base } from '#tests/support/playwright-test.ts';
import { register } from './people.ts';

export { expect } from '@playwright/test';

export type Who = 'nobody' | 'someone';
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface Fixtures {
  readonly page: Page;
  readonly vigia: RunningVigia;
  /** The person of `as: 'someone'`. */
  readonly someone: Someone;
}

export interface Someone {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  /** What their browser keeps. */
  readonly storage: StorageState;
}

/** A page shared by the rows that only look at it. */
export type StillPages = (route: string, as: Who) => Promise<Page>;

interface WorkerFixtures {
  readonly vigia: RunningVigia;
  readonly someone: Someone;
  readonly sharedPages: StillPages;
}

const spanish = { locale: 'es-ES', timezoneId: 'Europe/Madrid', reducedMotion: 'reduce' } as const;

export const test = base.extend<object, WorkerFixtures>({
  // Three hundred pages that glide and fade take a sixth longer, and prove nothing more.
  contextOptions: spanish,
  vigia: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const vigia = await startVigia();
      await use(vigia);
      await vigia.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  someone: [
    async ({ browser, vigia }, use) => {
      const person = { email: 'alguien@correo.example', username: 'alguien', password };
      const context = await browser.newContext(spanish);
      const page = await context.newPage();
      await register(page, vigia.origin, person);
      await page.waitForURL('**/dashboard');
      const storage = await context.storageState();
      await context.close();
      await use({ ...person, storage });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  sharedPages: [
    async ({ browser, vigia, someone }, use) => {
      // One page each: the backend grants a person few live streams.
      const pages = new Map<Who, Page>();
      await use(async (route, as) => {
        const page = pages.get(as) ?? (await newPage(browser, as, someone));
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

async function newPage(browser: Browser, as: Who, { storage }: Someone): Promise<Page> {
  const context = await browser.newContext({
    ...spanish,
    ...(as === 'someone' ? { storageState: storage } : {}),
  });
  return context.newPage();
}
