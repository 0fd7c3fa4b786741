/** Lazy loading of code: memoised on demand, after the first paint, or when the browser is idle. */

const idleDelayMs = 500;

/** The identity SDK's code for no network, which the session machine handles. */
const offlineCode = 'auth/network-request-failed';

/** Memoises a load; a failed one is retried by the next call. Rejects with `code` `auth/network-request-failed`. */
export function lazyOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | null = null;
  return () => {
    pending ??= load().catch((cause: unknown) => {
      pending = null;
      throw Object.assign(new Error('a lazy chunk failed to load', { cause }), {
        code: offlineCode,
      });
    });
    return pending;
  };
}

/** Runs after the first contentful paint, or at once in a hidden page. */
export function afterFirstPaint(task: () => void): void {
  if (document.hidden) {
    task();
    return;
  }
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    task();
  });
  observer.observe({ type: 'paint', buffered: true });
}

/** Runs the tasks when the loaded page is idle; failures are ignored, the code is loaded again when needed. */
export function whenIdle(tasks: readonly (() => Promise<unknown>)[]): void {
  const run = () => {
    for (const task of tasks) task().catch(() => {});
  };
  // After load and the first frames; Safari has no requestIdleCallback.
  const waitForIdle = () =>
    setTimeout(() => {
      if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 3_000 });
      else run();
    }, idleDelayMs);
  if (document.readyState === 'complete') waitForIdle();
  else window.addEventListener('load', waitForIdle, { once: true });
}
