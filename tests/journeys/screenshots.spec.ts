/** /how-it-works shows its saved pictures without layout shift. */
import { maxBytes } from '#tests/screenshots/capture.ts';
import { pictureNames } from '#tests/screenshots/walkthrough.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

/** Each theme and each layout once. */
const views = [
  ['papel', 320],
  ['noche', 1440],
] as const;
for (const [theme, width] of views) {
  test(`/how-it-works shows every picture in ${theme} at ${width} px`, async ({ page, vigia }) => {
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
  });
}
