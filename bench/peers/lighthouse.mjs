// Lighthouse as people run it: mobile, simulated slow 4G, a browser of its own for each visit.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

/** @returns {Promise<import('lighthouse').Result>} */
export async function audit(url, chromePath) {
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
    const result = await lighthouse(url, { port: chrome.port, logLevel: 'error', output: 'json' });
    return result.lhr;
  } finally {
    await chrome.kill();
  }
}
