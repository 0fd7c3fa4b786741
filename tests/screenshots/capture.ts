/** Photographs a sight at both widths and in both themes, and encodes it small. Chromium does both. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import type { Region } from './walkthrough.ts';

export const themes = ['papel', 'noche'] as const;
/** Window widths: a phone's, and one whose column is as wide as the page's picture. */
export const widths = { narrow: 390, wide: 800 } as const;
export const pixelRatio = 2;
/** No picture may weigh more. */
export const maxBytes = 60_000;
/** Around a picture, in CSS pixels. */
const air = 16;
const qualities = [0.86, 0.78, 0.7, 0.6, 0.5];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = (await findBrowser()) ?? undefined;
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // Else letters are rounded to whole pixels, and words touch as they do on nobody's screen.
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  });
}

export async function setTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
  // Mails follow the system, the product its own switch.
  await page.emulateMedia({
    colorScheme: theme === 'noche' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}

/** The bars that stay in place while a page is scrolled would lie across a picture taller than the window. */
export const hideBars = (page: Page): Promise<void> =>
  page.locator('.top, .tabbar').evaluateAll((bars) => {
    for (const bar of bars) if (bar instanceof HTMLElement) bar.style.visibility = 'hidden';
  });

/** Where a sight is on its page with a little air around it, in CSS pixels. */
export async function boxOf(page: Page, { from, to, across = from }: Region): Promise<Box> {
  await from.scrollIntoViewIfNeeded();
  const [first, last, wide] = await Promise.all(
    [from, to, across].map((locator) => locator.boundingBox()),
  );
  if (!first || !last || !wide) throw new Error('a sight of the walk is not on the screen');
  const scrolled = await page.evaluate(() => window.scrollY);
  const left = Math.max(0, Math.floor(wide.x) - air);
  const right = Math.min(page.viewportSize()?.width ?? Infinity, wide.x + wide.width + air);
  const top = Math.floor(first.y) - air / 2;
  return {
    x: left,
    y: top + scrolled,
    width: Math.floor(right) - left,
    height: Math.ceil(last.y + last.height + air / 2) - top,
  };
}

/** @param encoderPage a page of its own, where pictures are encoded */
export async function toWebp(encoderPage: Page, png: Buffer): Promise<Buffer> {
  for (const quality of qualities) {
    const encoded = await encoderPage.evaluate(
      async ({ base64, quality }) => {
        const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
        const bitmap = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
        const webp = await canvas.convertToBlob({ type: 'image/webp', quality });
        const bytes = new Uint8Array(await webp.arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      },
      { base64: png.toString('base64'), quality },
    );
    const webp = Buffer.from(encoded, 'base64');
    if (webp.length <= maxBytes) return webp;
  }
  throw new Error('a picture is too heavy however it is encoded');
}
