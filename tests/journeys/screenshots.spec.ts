/** The pictures of /how-it-works can still be taken, and the page shows the saved ones without layout shift. */

import { boxOf, maxBytes, themes, widths } from '#tests/screenshots/capture.ts';
import {
  pictureMarket,
  pictureNames,
  runWalkthrough,
  walkthroughEmail,
} from '#tests/screenshots/walkthrough.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { checkEveryFiveSeconds } from '#tests/support/settings-page.ts';

test.describe(() => {
  let vigia: RunningVigia;
  test.beforeAll(async () => {
    vigia = await startVigia({ env: pictureMarket });
  });
  test.afterAll(() => vigia?.stop());
  // A mail's HTML is sandboxed, so even the server's favicon counts as cross-origin.
  test.use({ expectedErrors: [/ERR_BLOCKED_BY_RESPONSE\.NotSameOrigin/], recordsToasts: false });

  // Only who takes the pictures anew meets its fault.
  test('the walkthrough still finds every region, at both widths', { tag: '@release' }, async ({
    page,
  }) => {
    // The market is stepped reading by reading until a price crosses a line: a thousand take minutes on busy cores.
    test.setTimeout(900_000);
    const names: string[] = [];
    await runWalkthrough(page, vigia.origin, async (name, region) => {
      names.push(name);
      for (const width of Object.values(widths)) {
        await page.setViewportSize({ width, height: 900 });
        const box = await boxOf(page, region);
        expect(box.width, `${name} at ${width}`).toBeGreaterThan(300);
        expect(box.width, `${name} at ${width}`).toBeLessThanOrEqual(width);
        expect(box.height, `${name} at ${width}`).toBeGreaterThan(100);
        expect(box.height, `${name} at ${width}`).toBeLessThan(900);
      }
      if (name === 'watching') await checkEveryFiveSeconds(page, vigia, walkthroughEmail);
    });
    expect(names).toEqual([...pictureNames]);
  });
});

for (const theme of themes) {
  for (const width of [320, 1440]) {
    // Each theme and each layout once; before a release in every pairing.
    const tag = (theme === 'papel') === (width === 320) ? [] : '@release';
    test(`/how-it-works shows every picture in ${theme} at ${width} px`, { tag }, async ({
      page,
      vigia,
    }) => {
      const files = new Map<string, Promise<Buffer>>();
      page.on('response', (response) => {
        const name = /([a-z]+-[a-z]+-[a-z]+)-[\w-]+\.webp$/.exec(response.url())?.[1];
        if (name !== undefined) files.set(name, response.body());
      });
      await page.addInitScript((name) => localStorage.setItem('vigia-theme', name), theme);
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${vigia.origin}/how-it-works`);
      await expect(page).toHaveTitle('Cómo funciona · Vigía');
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);

      const pictures = page.getByRole('img');
      await expect(pictures).toHaveCount(pictureNames.length);
      for (const picture of await pictures.all()) {
        const reserved = await picture.boundingBox();
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
          .toBeGreaterThan(0);
        const shown = await picture.boundingBox();
        expect([shown?.width, shown?.height]).toEqual([reserved?.width, reserved?.height]);
        expect(await picture.getAttribute('alt')).not.toBe('');
      }
      // Only the pictures of this theme and width are fetched.
      const variant = width > 1180 ? 'wide' : 'narrow';
      expect([...files.keys()].sort()).toEqual(
        pictureNames.map((name) => `${name}-${variant}-${theme}`).sort(),
      );
      for (const [name, body] of files) {
        expect((await body).length, name).toBeLessThanOrEqual(maxBytes);
      }

      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBe(width);
      expect(await axeViolations(page)).toEqual([]);
    });
  }
}
