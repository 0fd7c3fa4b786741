/** Code that the first screen can do without: fetched when it is wanted, or beforehand while the browser idles. */

const afterFirstFramesMs = 500;

/** What the identity SDK says when there is no network; the session knows what to do about it. */
const offlineCode = 'auth/network-request-failed';

/** Loads once, whoever asks; a failed load is tried again by the next one. */
export function lazyOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | null = null;
  return () => {
    part ??= load().catch((cause: unknown) => {
      part = null;
      throw Object.assign(new Error('a part of the app did not arrive', { cause }), {
        code: offlineCode,
      });
    });
    return part;
  };
}

/** Runs once something is on the screen, or at once where nobody looks. */
export function afterFirstPaint(task: () => void): void {
  if (document.hidden) {
    task();
    return;
  }
  const observer = new PerformanceObserver((painted) => {
    if (painted.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    task();
  });
  observer.observe({ type: 'paint', buffered: true });
}

/** Runs when the page has been shown and has nothing better to do; what fails here is asked for again when it is needed. */
export function whenIdle(tasks: readonly (() => Promise<unknown>)[]): void {
  const run = () => {
    for (const task of tasks) task().catch(() => {});
  };
  // The page and its first frames belong to the screen; Safari has no idle callback.
  const waitForIdle = () =>
    setTimeout(() => {
      if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 3_000 });
      else run();
    }, afterFirstFramesMs);
  if (document.readyState === 'complete') waitForIdle();
  else window.addEventListener('load', waitForIdle, { once: true });
}
