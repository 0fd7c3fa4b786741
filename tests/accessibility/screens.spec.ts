/**
 * Every screen state: no axe violation (WCAG 2.2 A and AA), no horizontal scrolling in any layout at its narrowest,
 * 320 px (1280 px at 400 % zoom) the last, no animation with reduced motion, no error of ours on the console. The four
 * views of a screen, phone and desk in both themes, are spread over its states; before a release each state shows all.
 */
import type { Browser, Page } from '@playwright/test';
import { newEmail } from '#tests/conformance/support/users.ts';
import { register, type SavedSession } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { expectAccessible, type Theme } from './expect-accessible.ts';
import type { ScreenState } from './screen-state.ts';
import { screenStates } from './states.ts';

let vigia: RunningVigia;
let session: SavedSession;
test.beforeAll(async ({ browser, vigia: running }) => {
  vigia = running;
  const context = await browser.newContext({ locale: 'es-ES' });
  await register(await context.newPage(), vigia.origin, newEmail());
  session = await context.storageState();
  await context.close();
});
test.afterAll(async () => {
  for (const page of pages.values()) await page.context().close();
});

/** One for visitors and one for the user: a page that stays has loaded and compiled the code already. */
const pages = new Map<boolean, Page>();

async function openPage(browser: Browser, { signedIn }: ScreenState): Promise<Page> {
  const context = await browser.newContext({
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    // Transitions would change the colours axe measures.
    reducedMotion: 'reduce',
    // States replace answers of the server.
    serviceWorkers: 'block',
    ...(signedIn && { storageState: session }),
  });
  return context.newPage();
}

async function sharedPage(browser: Browser, state: ScreenState): Promise<Page> {
  const isSignedIn = state.signedIn ?? false;
  const page = pages.get(isSignedIn) ?? (await openPage(browser, state));
  pages.set(isSignedIn, page);
  return page;
}

/** Ends what the state left: replaced answers, requests, listeners, no network, a narrow window. */
async function leave(page: Page): Promise<void> {
  // Some routes never answer, others were not requested.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  await page.goto('about:blank');
  await page.setViewportSize({ width: 1280, height: 720 });
  page.removeAllListeners('pageerror');
  page.removeAllListeners('console');
}

/** Each layout at its narrowest, where what is too wide shows. */
const widths = [1181, 899, 761, 320];

const views: readonly (readonly [width: number, theme: Theme])[] = [
  [390, 'papel'],
  [1440, 'noche'],
  [390, 'noche'],
  [1440, 'papel'],
];

test.describe.configure({ mode: 'parallel' });

for (const [index, state] of screenStates.entries()) {
  const isShown = (view: unknown) => view === views[index % views.length];
  test(`${state.name} is accessible`, async ({ browser }) => {
    await inState(browser, state, async (page) => {
      for (const view of views.filter(isShown)) await expectAccessible(page, ...view);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 640 });
        // Charts and virtual lists resize a moment later.
        await expect
          .configure({ soft: true })
          .poll(() => page.evaluate(findOverflow), { message: `at ${width} px` })
          .toEqual([]);
      }
      expect.soft(await page.evaluate(runningAnimations)).toEqual([]);
    });
  });
  test(`${state.name} is accessible in the other views`, { tag: '@release' }, async ({
    browser,
  }) => {
    await inState(browser, state, async (page) => {
      for (const view of views) if (!isShown(view)) await expectAccessible(page, ...view);
    });
  });
}

/** Brings a page to the state, checks it, and leaves. */
async function inState(
  browser: Browser,
  state: ScreenState,
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await (state.ownPage ? openPage : sharedPage)(browser, state);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await state.mock?.(page);
  await page.goto(`${vigia.origin}${state.path}`);
  await state.reach?.(page);
  await check(page);
  await leave(page);
  // The browser itself reports every refused request.
  expect.soft(errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  if (state.ownPage) await page.context().close();
}

/** Runs in the page: what makes it scroll sideways, and team names of a scoreboard that leave their place. */
function findOverflow(): string[] {
  const page = document.documentElement;
  const isWide = page.scrollWidth > page.clientWidth;
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => isWide && element.getBoundingClientRect().right > page.clientWidth + 0.5,
  );
  const names = [...document.querySelectorAll('.score__team > *')].filter((name) => {
    const [inner, outer] = [
      name.getBoundingClientRect(),
      name.parentElement?.getBoundingClientRect(),
    ];
    return (
      outer !== undefined && (inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5)
    );
  });
  return [...wide, ...names].slice(0, 4).map(({ tagName, className }) => `${tagName} ${className}`);
}

/** Runs in the page: names of running animations and transitions, except stepped ones (blinking). */
function runningAnimations(): string[] {
  const isSteps = ({ effect }: Animation) =>
    effect instanceof KeyframeEffect &&
    effect.getKeyframes().every(({ easing }) => easing.startsWith('step'));
  return document
    .getAnimations()
    .filter((animation) => animation.playState === 'running' && !isSteps(animation))
    .map((animation) => ('animationName' in animation ? String(animation.animationName) : 'shift'));
}
