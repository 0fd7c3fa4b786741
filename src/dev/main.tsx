/** Entry point of development and QA builds: the app with its machines inspected, or the workbench at /dev/machines. */
import '#src/app/page/style-nonce.ts';
import '#src/styles/index.css';
import { tolerateForeignDom } from '#src/app/page/tolerant-dom.ts';
import { startApp } from '#src/app/start-app.tsx';
import { createControllableClock } from './probe/controllable-clock.ts';
import { createProbe } from './probe/probe.ts';

tolerateForeignDom(document);
// No top-level await: an imported chunk may import this file, and would deadlock.
if (/^\/dev\/machines\/?$/.test(window.location.pathname)) {
  void import('./workbench/workbench.tsx').then(({ startWorkbench }) => startWorkbench());
} else {
  void startInspectedApp();
}

async function startInspectedApp(): Promise<void> {
  const probe = createProbe(crypto.randomUUID(), createControllableClock(), () =>
    window.location.reload(),
  );
  window.addEventListener('pagehide', probe.close);
  const inspectors = [probe.actorOptions.inspect];
  if (new URLSearchParams(window.location.search).has('inspect')) {
    const { openStatelyInspector } = await import('./probe/stately.ts');
    inspectors.push(openStatelyInspector(window));
  }
  startApp({
    clock: probe.actorOptions.clock,
    inspect: (report) => {
      for (const inspect of inspectors) inspect(report);
    },
  });
}
