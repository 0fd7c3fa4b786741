/** What every row of the suite stands on: one Vigía and one signed-in person for them all, and pages that are only looked at. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { test as base } from '#tests/support/journey.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { password, register } from './people.ts';

export { expect } from '@playwright/test';

export type Who = 'nobody' | 'someone';
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface World {
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

/** A page opened once and shared by the rows that only look at it. */
export type StillPages = (route: string, as: Who) => Promise<Page>;

interface WorkerFixtures {
  readonly vigia: RunningVigia;
  readonly someone: Someone;
  readonly still: StillPages;
}

const spanish = { locale: 'es-ES', timezoneId: 'Europe/Madrid' };

export const test = base.extend<object, WorkerFixtures>({
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
  still: [
    async ({ browser, vigia, someone }, use) => {
      const pages = new Map<string, Promise<Page>>();
      await use(async (route, as) => {
        const key = `${as} ${route}`;
        const opened =
          pages.get(key) ?? openStill(browser, `${vigia.origin}${route}`, storageOf(as, someone));
        pages.set(key, opened);
        return opened;
      });
      for (const opened of pages.values()) await (await opened).context().close();
    },
    { scope: 'worker' },
  ],
});

async function openStill(
  browser: Browser,
  address: string,
  storageState: StorageState | undefined,
): Promise<Page> {
  const context = await browser.newContext({
    ...spanish,
    ...(storageState === undefined ? {} : { storageState }),
  });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const storageOf = (as: Who, { storage }: Someone): StorageState | undefined =>
  as === 'someone' ? storage : undefined;
