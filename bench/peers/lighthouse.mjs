// Runs Lighthouse with its defaults: mobile, simulated slow 4G, a new browser for each audit.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { prepareTabs } from './prepare-tabs.mjs';

/** @returns {Promise<import('lighthouse').Result>} */
export async function audit(url, chromePath, { emptyScripts = [], localStorage = [] }) {
  const chrome = await launch({
    chromePath,
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
    ],
  });
  try {
    const stop = await prepareTabs(chrome.port, { emptyScripts, localStorage });
    const result = await lighthouse(url, { port: chrome.port, logLevel: 'error', output: 'json' });
    stop();
    return result.lhr;
  } finally {
    await chrome.kill();
  }
}
