/** In-page performance probe: frame times, long tasks, interaction-to-next-paint; and heap size. */
import type { Page } from 'playwright-core';

interface Probe {
  /** When each frame began: milliseconds of the page's clock. */
  readonly frames: number[];
  /** Milliseconds of every task over 50 ms. */
  readonly longTasks: number[];
  /** Milliseconds from input to next paint, of each interaction over 16 ms. */
  readonly interactions: Map<number, number>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Adds the probe as an init script; call before navigating. */
export const installProbe = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const probe: Probe = { frames: [], longTasks: [], interactions: new Map() };
    window.probe = probe;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) probe.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & {
        interactionId: number;
      })[]) {
        const longest = Math.max(entry.duration, probe.interactions.get(entry.interactionId) ?? 0);
        if (entry.interactionId > 0) probe.interactions.set(entry.interactionId, longest);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    const frame = (atMs: number) => {
      probe.frames.push(atMs);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

/** @returns what was recorded since the last call; clears it in the page */
export const readProbe = (page: Page) =>
  page.evaluate(() => {
    const { frames, longTasks, interactions } = window.probe;
    const sample = {
      frames: frames.splice(0),
      longTasks: longTasks.splice(0),
      interactions: [...interactions.values()],
    };
    interactions.clear();
    return sample;
  });

/** Heap bytes in use after a garbage collection. */
export async function heapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize;
}
