/** Browser setup for screenshots, and their encoding as WebP below a size limit. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import type { Region } from './walkthrough.ts';

export const themes = ['papel', 'noche'] as const;
/** Window widths in CSS pixels: a phone's, and one whose column is as wide as the page's picture. */
export const widths = { narrow: 390, wide: 800 } as const;
export const pixelRatio = 2;
/** Size limit of a picture. */
export const maxBytes = 60_000;
/** Padding around a region, in CSS pixels. */
const paddingPx = 16;
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
    // Font hinting would round glyph widths to whole pixels.
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  });
}

export async function setTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
  // Mails follow the system's theme, the product its own switch.
  await page.emulateMedia({
    colorScheme: theme === 'noche' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}

/** Hides the fixed bars, which would lie across a picture taller than the window. */
export const hideBars = (page: Page): Promise<void> =>
  page.locator('.top, .tabbar').evaluateAll((bars) => {
    for (const bar of bars) if (bar instanceof HTMLElement) bar.style.visibility = 'hidden';
  });

/** A region's box on its page, padded, in CSS pixels. @throws if the region is not rendered */
export async function boxOf(page: Page, { from, to, across = from }: Region): Promise<Box> {
  await from.scrollIntoViewIfNeeded();
  const [first, last, wide] = await Promise.all(
    [from, to, across].map((locator) => locator.boundingBox()),
  );
  if (!first || !last || !wide) throw new Error('a region of the walkthrough is not on the screen');
  const scrolled = await page.evaluate(() => window.scrollY);
  const left = Math.max(0, Math.floor(wide.x) - paddingPx);
  const right = Math.min(page.viewportSize()?.width ?? Infinity, wide.x + wide.width + paddingPx);
  const top = Math.floor(first.y) - paddingPx / 2;
  return {
    x: left,
    y: top + scrolled,
    width: Math.floor(right) - left,
    height: Math.ceil(last.y + last.height + paddingPx / 2) - top,
  };
}

/** @param encoderPage a separate page that encodes the picture. @throws if no quality is below the size limit */
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
