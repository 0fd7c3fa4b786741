/** The browser these tests may use: a system Chromium, or the one Playwright installed. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

export const chromiumPath: string | undefined = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
].find((file) => file && existsSync(file));

export function launchChromium(): Promise<Browser> {
  if (!chromiumPath) throw new Error('no Chromium on this computer');
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
}
