/**
 * `npm run screenshots`: starts the real product on data of its own, runs the walkthrough in a real browser and
 * saves the pictures of /how-it-works. The demo's prices move with the clock, so they differ a little each time.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startVigia } from '../support/local-app.ts';
import {
  boxOf,
  hideBars,
  openBrowser,
  pixelRatio,
  setTheme,
  themes,
  toWebp,
  widths,
} from './capture.ts';
import { pictureMarket, runWalkthrough } from './walkthrough.ts';

const folder = fileURLToPath(new URL('../../src/screens/how-it-works/pictures/', import.meta.url));
await mkdir(folder, { recursive: true });
const browser = await openBrowser();
const vigia = await startVigia({ env: pictureMarket });
try {
  const context = await browser.newContext({
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    deviceScaleFactor: pixelRatio,
    viewport: { width: widths.wide, height: 900 },
  });
  const page = await context.newPage();
  const encoderPage = await context.newPage();
  const sizes: Record<string, Record<string, readonly [number, number]>> = {};
  await runWalkthrough(page, vigia.origin, async (name, region) => {
    const sizesOfOne: Record<string, readonly [number, number]> = {};
    sizes[name] = sizesOfOne;
    await hideBars(page);
    // So that nothing is hovered.
    await page.mouse.move(0, 0);
    for (const [width, windowWidth] of Object.entries(widths)) {
      await page.setViewportSize({ width: windowWidth, height: 900 });
      for (const theme of themes) {
        await setTheme(page, theme);
        const clip = await boxOf(page, region);
        const png = await page.screenshot({ clip, fullPage: true, animations: 'disabled' });
        const webp = await toWebp(encoderPage, png);
        await writeFile(`${folder}${name}-${width}-${theme}.webp`, webp);
        process.stdout.write(`${name}-${width}-${theme}: ${(webp.length / 1_000).toFixed(1)} kB\n`);
        sizesOfOne[width] = [clip.width, clip.height];
      }
    }
    await setTheme(page, 'papel');
    await page.setViewportSize({ width: widths.wide, height: 900 });
  });
  await writeFile(`${folder}sizes.json`, `${JSON.stringify(sizes, null, 2)}\n`);
} finally {
  await browser.close();
  await vigia.stop();
}
