/**
 * Every screen state: no axe violation (WCAG 2.2 A and AA), no horizontal scrolling at 320 px (1280 px at 400 % zoom) and,
 * of each screen, in any layout at its narrowest, no animation with reduced motion, no error of ours on the console. The four
 * views of a screen, phone and desk in both themes, are spread over its states; before a release each state shows all.
 * States that follow one from the other are one test: opening a page costs more than checking it.
 */
import type { Browser, Page } from '@playwright/test';
import { register, type SavedSession } from '#tests/support/account.ts';
import { newEmail } from '#tests/support/identity.ts';
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

/** Ends what the states left: replaced answers, requests, listeners, no network. */
async function leave(page: Page): Promise<void> {
  // Some routes never answer, others were not requested.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  await page.goto('about:blank');
  page.removeAllListeners('pageerror');
  page.removeAllListeners('console');
}

/** Where each state is reached. */
const desk = { width: 1280, height: 720 };

/** Each layout at its narrowest, where what is too wide shows. */
const widths = [1181, 899, 761, 320];
/** The browser's own font setting, 16 px unless it was changed: sizes and breakpoints follow it alike. */
const largeFonts = [
  { px: 20, widths: [320] },
  { px: 24, widths: [320] },
  { px: 32, widths: [1440, 320] },
];

const views: readonly (readonly [width: number, theme: Theme])[] = [
  [390, 'papel'],
  [1440, 'noche'],
  [390, 'noche'],
  [1440, 'papel'],
];

test.describe.configure({ mode: 'parallel' });

const isShown = (view: unknown, state: ScreenState) =>
  view === views[screenStates.indexOf(state) % views.length];

/** Each with the states that follow from it. */
const opened: [ScreenState, ...ScreenState[]][] = [];
for (const state of screenStates) {
  if (state.path === undefined) opened.at(-1)?.push(state);
  else opened.push([state]);
}

for (const states of opened) {
  const [{ name }] = states;
  test(`${name} is accessible`, async ({ browser }) => {
    await inStates(browser, states, async (page, state) => {
      for (const view of views) if (isShown(view, state)) await expectAccessible(page, ...view);
      if (state !== states[0]) await expectNoOverflow(page, [320]);
      else {
        await expectNoOverflow(page, widths);
        for (const { px, widths: atWidths } of largeFonts) {
          await setFontSize(page, px);
          await expectNoOverflow(page, atWidths, `, font of ${px} px`);
        }
        await setFontSize(page, 16);
      }
      expect.soft(await page.evaluate(runningAnimations)).toEqual([]);
    });
  });
  test(`${name} is accessible in the other views`, { tag: '@release' }, async ({ browser }) => {
    await inStates(browser, states, async (page, state) => {
      for (const view of views) if (!isShown(view, state)) await expectAccessible(page, ...view);
    });
  });
}

async function expectNoOverflow(page: Page, atWidths: readonly number[], more = ''): Promise<void> {
  for (const width of atWidths) {
    await page.setViewportSize({ width, height: 640 });
    // Charts and virtual lists resize a moment later.
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate(findOverflow), { message: `at ${width} px${more}` })
      .toEqual([]);
  }
}

/** As in the settings of Chromium: it changes what a rem is in media queries too, which no style of the page does. */
async function setFontSize(page: Page, px: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: px } });
  await devTools.detach();
}

/** Brings a page to one state after the other, checks each, and leaves. */
async function inStates(
  browser: Browser,
  states: readonly [ScreenState, ...ScreenState[]],
  check: (page: Page, state: ScreenState) => Promise<void>,
): Promise<void> {
  const [{ ownPage }] = states;
  const page = await (ownPage ? openPage : sharedPage)(browser, states[0]);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  for (const state of states) {
    await test.step(state.name, async () => {
      await page.setViewportSize(desk);
      await state.mock?.(page);
      if (state.path !== undefined) await page.goto(`${vigia.origin}${state.path}`);
      await state.reach?.(page);
      await check(page, state);
    });
  }
  await leave(page);
  // The browser itself reports every refused request.
  expect.soft(errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  if (ownPage) await page.context().close();
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
