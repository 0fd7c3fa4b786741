/** Where development and QA builds begin: the same app, its machines watched; or, under /dev/machines, the workbench. */
import '#src/app/style-nonce.ts';
import '#src/styles/index.css';
import { startApp } from '#src/app/start.tsx';
import { createProbe } from './probe/probe.ts';
import { createSteeredClock } from './probe/steered-clock.ts';

if (/^\/dev\/machines\/?$/.test(window.location.pathname)) {
  const { startWorkbench } = await import('./workbench/start.tsx');
  startWorkbench();
} else {
  await startWatchedApp();
}

async function startWatchedApp(): Promise<void> {
  const probe = createProbe({
    tab: crypto.randomUUID(),
    clock: createSteeredClock({
      now: () => performance.now(),
      setTimeout: (ring, ms) => window.setTimeout(ring, ms),
      clearTimeout: (id) => window.clearTimeout(id as number),
    }),
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
