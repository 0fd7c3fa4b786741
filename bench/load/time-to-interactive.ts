/** Time to interactive on a slow phone (throttled CPU and network): an element is painted and enabled. */
import type { Browser } from 'playwright-core';

/** Lighthouse's mobile defaults, applied instead of simulated. */
const slowPhone = { rttMs: 150, kbps: 1_638.4, cpu: 4 };

/** @returns milliseconds from the start of the navigation to the frame that shows `selector`, enabled */
export async function timeToInteractive(
  browser: Browser,
  url: string,
  selector: string,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send('Network.enable');
    const bytesPerSecond = (slowPhone.kbps * 1_000) / 8;
    await protocol.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slowPhone.rttMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.cpu });
    await page.goto(url, { waitUntil: 'commit' });
    return await page.evaluate(async (wanted) => {
      const frame = () => new Promise((painted) => requestAnimationFrame(painted));
      for (;;) {
        const found = document.querySelector(wanted);
        if (found !== null && !found.matches(':disabled') && found.getClientRects().length > 0) {
          // The frame after the one that laid it out has it on the screen.
          await frame();
          return performance.now();
        }
        await frame();
      }
    }, selector);
  } finally {
    await context.close();
  }
}
