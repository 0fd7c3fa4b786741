/** Entry point of development and QA builds: the app with its machines inspected, or the workbench at /dev/machines. */
import '#src/app/page/style-nonce.ts';
import '#src/styles/index.css';
import { tolerateForeignDom } from '#src/app/page/tolerant-dom.ts';
import { startApp } from '#src/app/start-app.tsx';
import type { RealTime } from './probe/controllable-clock.ts';
import { createControllableClock } from './probe/controllable-clock.ts';
import { createProbe } from './probe/probe.ts';

tolerateForeignDom(document);
// No top-level await: an imported chunk may import this file, and would deadlock.
if (/^\/dev\/machines\/?$/.test(window.location.pathname)) {
  void import('./workbench/start.tsx').then(({ startWorkbench }) => startWorkbench());
} else {
  void startInspectedApp();
}

async function startInspectedApp(): Promise<void> {
  const probe = createProbe({
    tab: crypto.randomUUID(),
    clock: createControllableClock(createBrowserTime()),
    restart: () => window.location.reload(),
  });
  window.addEventListener('pagehide', probe.close);
  const { clock, inspect } = probe.actorOptions;
  if (!new URLSearchParams(window.location.search).has('inspect')) {
    startApp({ clock, inspect });
    return;
  }
  const { openStatelyInspector } = await import('./probe/stately.ts');
  const inspectInStately = openStatelyInspector(window);
  startApp({
    clock,
    inspect: (report) => {
      inspect(report);
      inspectInStately(report);
    },
  });
}

/**
 * Constant within a task, so that a machine's step and the timers it starts have the same instant in the trace.
 * Otherwise a replay would start those timers at a different time.
 */
function createBrowserTime(): RealTime {
  let frozenNow: number | null = null;
  return {
    now() {
      if (frozenNow === null) {
        frozenNow = performance.now();
        queueMicrotask(() => {
          frozenNow = null;
        });
      }
      return frozenNow;
    },
    setTimeout: (callback, ms) => window.setTimeout(callback, ms),
    clearTimeout: (id) => window.clearTimeout(id as number),
  };
}
