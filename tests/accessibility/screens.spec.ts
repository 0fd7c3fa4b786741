/**
 * In any state: nothing axe objects to (WCAG 2.2 A and AA) at 390 and 1440 px in both themes; nothing to be read
 * sideways at 320 px, which is 1280 px at 400 % zoom; and nothing that moves where motion is unwanted.
 */
import { register, type SavedSession } from '#tests/support/account.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { expectAccessible } from './expect-accessible.ts';
import { screenStates } from './states.ts';

let vigia: RunningVigia;
let session: SavedSession;
test.beforeAll(async ({ browser }) => {
  vigia = await startVigia();
  const context = await browser.newContext({ locale: 'es-ES' });
  await register(await context.newPage(), vigia.origin, 'axe@correo.example');
  session = await context.storageState();
  await context.close();
});
test.afterAll(() => vigia.stop());

test.describe.configure({ mode: 'parallel' });

for (const state of screenStates) {
  test(`everyone can use: ${state.name}`, async ({ browser }) => {
    const context = await browser.newContext({
      locale: 'es-ES',
      timezoneId: 'Europe/Madrid',
      // Colours are judged when they have settled.
      reducedMotion: 'reduce',
      ...(state.signedIn && { storageState: session }),
    });
    const page = await context.newPage();
    await page.goto(`${vigia.origin}${state.path}`);
    await state.reach?.(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    // A chart and a long list measure themselves anew a moment later.
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBe(320);
    expect.soft(await page.evaluate(movements)).toEqual([]);
    // Some states never answer, others have not yet had what they would alter.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
}

/** What is moving, in the page; what is there and then is not has not moved. */
function movements(): string[] {
  const isSteps = ({ effect }: Animation) =>
    effect instanceof KeyframeEffect &&
    effect.getKeyframes().every(({ easing }) => easing.startsWith('step'));
  return document
    .getAnimations()
    .filter((animation) => animation.playState === 'running' && !isSteps(animation))
    .map((animation) => ('animationName' in animation ? String(animation.animationName) : 'shift'));
}
