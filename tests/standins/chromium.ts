/** The browser of these tests: the one that every other test drives. */
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/find-browser.mjs';

export const chromiumPath: string | null = await findBrowser();

export function launchChromium(): Promise<Browser> {
  if (chromiumPath === null) throw new Error('no Chromium on this computer');
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
}
