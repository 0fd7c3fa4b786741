/** Launches Chromium for the stand-in tests; the same executable as in the other browser tests. */
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/find-browser.mjs';

export const chromiumPath: string | null = await findBrowser();

/** @throws Error when there is no Chromium */
export function launchChromium(): Promise<Browser> {
  if (chromiumPath === null) throw new Error('no Chromium on this computer');
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
}
