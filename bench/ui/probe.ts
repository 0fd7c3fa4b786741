/** What a page notes about itself while it is looked at: frames, long tasks, and how long interactions take to be seen. */
import type { Page } from 'playwright-core';

export interface Noted {
  /** When each frame began, in milliseconds of the page's clock. */
  readonly frames: readonly number[];
  /** Every task of more than 50 ms. */
  readonly longTasks: readonly number[];
  /** From the press to the next paint, of each interaction that took more than 16 ms. */
  readonly interactions: readonly number[];
}

interface Probe {
  readonly frames: number[];
  readonly longTasks: number[];
  readonly interactions: Map<number, number>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Before anything of the page runs. */
export const install = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const probe: Probe = { frames: [], longTasks: [], interactions: new Map() };
    window.probe = probe;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) probe.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId = 0, duration } = entry as PerformanceEventTiming & {
          interactionId?: number;
        };
        const longest = Math.max(duration, probe.interactions.get(interactionId) ?? 0);
        if (interactionId > 0) probe.interactions.set(interactionId, longest);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    const frame = (at: number) => {
      probe.frames.push(at);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

/** @returns what was noted since the last time, which is forgotten in the page */
export const take = (page: Page): Promise<Noted> =>
  page.evaluate(() => {
    const { frames, longTasks, interactions } = window.probe;
    const noted = {
      frames: frames.splice(0),
      longTasks: longTasks.splice(0),
      interactions: [...interactions.values()],
    };
    interactions.clear();
    return noted;
  });

/** Frames of each whole second. */
export function framesPerSecond(frames: readonly number[]): number[] {
  const start = frames[0] ?? 0;
  const seconds = Math.floor(((frames.at(-1) ?? 0) - start) / 1_000);
  const counts = Array.from({ length: seconds }, () => 0);
  for (const at of frames) {
    const second = Math.floor((at - start) / 1_000);
    if (second < seconds) counts[second] = (counts[second] ?? 0) + 1;
  }
  return counts;
}

/** Bytes in use once everything unreachable is gone. */
export async function heapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize;
}
