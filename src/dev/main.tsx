/** Where development and QA builds begin: the same app, its machines watched; or, under /dev/machines, the workbench. */
import '#src/app/style-nonce.ts';
import '#src/styles/index.css';
import { startApp } from '#src/app/start-app.tsx';
import { createBrowserTime } from './probe/browser-time.ts';
import { createControllableClock } from './probe/controllable-clock.ts';
import { createProbe } from './probe/probe.ts';

// Nothing is awaited at the top: what is fetched here may share this very file, and would wait for it in turn.
if (/^\/dev\/machines\/?$/.test(window.location.pathname)) {
  void import('./workbench/start.tsx').then(({ startWorkbench }) => startWorkbench());
} else {
  void startWatchedApp();
}

async function startWatchedApp(): Promise<void> {
  const probe = createProbe({
    tab: crypto.randomUUID(),
    clock: createControllableClock(createBrowserTime()),
    restart: () => window.location.reload(),
  });
  window.addEventListener('pagehide', probe.close);
  const { clock, inspect: tell } = probe.surroundings;
  if (!new URLSearchParams(window.location.search).has('inspect')) {
    startApp({ clock, inspect: tell });
    return;
  }
  const { openStatelyInspector } = await import('./probe/stately.ts');
  const show = openStatelyInspector(window);
  startApp({
    clock,
    inspect: (report) => {
      tell(report);
      show(report);
    },
  });
}
