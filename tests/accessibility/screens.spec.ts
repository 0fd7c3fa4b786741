/**
 * Every screen state: no axe violation (WCAG 2.2 A and AA) at 390 and 1440 px in both themes, no horizontal scrolling
 * at 320 px (1280 px at 400 % zoom), no animation with reduced motion, no error of ours on the console.
 */
import { newEmail } from '#tests/conformance/support/users.ts';
import { register, type SavedSession } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { expectAccessible } from './expect-accessible.ts';
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

test.describe.configure({ mode: 'parallel' });

for (const state of screenStates) {
  test(`${state.name} is accessible`, async ({ browser }) => {
    const context = await browser.newContext({
      locale: 'es-ES',
      timezoneId: 'Europe/Madrid',
      // Transitions would change the colours axe measures.
      reducedMotion: 'reduce',
      ...(state.signedIn && { storageState: session }),
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(`${vigia.origin}${state.path}`);
    await state.reach?.(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    // Charts and virtual lists resize a moment later.
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBe(320);
    expect.soft(await page.evaluate(runningAnimations)).toEqual([]);
    // The browser itself reports every refused request.
    expect.soft(errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
    // Some routes never answer, others were not requested.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
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
