/** Registers the service worker, and says when it has brought a new version of the app. */
import { serviceWorkerPath, shellPath } from '#domain/service-worker-paths.ts';
import { updateCopy } from '#src/copy/update.ts';
import type { ShowToast } from '#src/features/session/session-context.ts';
import { onPageResume } from '../effects/page-resume.ts';

/** Once, for a signed-in user: without one there is nothing to show without a network. */
export async function registerServiceWorker(showToast: ShowToast): Promise<void> {
  // Development has no worker, and private windows of some browsers have none either.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', async () => {
    if (await isOfThisBuild()) return;
    showToast(updateCopy.updated, 'success', {
      label: updateCopy.reload,
      run: () => window.location.reload(),
    });
  });
  const registration = await serviceWorker.register(serviceWorkerPath, { updateViaCache: 'none' });
  registration.active?.postMessage('opened');
  // A page may be open for days: an update is looked for whenever it is looked at.
  onPageResume(() => {
    serviceWorker.getRegistration().then(
      (current) => current?.update(),
      () => {},
    );
  });
}

/** Whether the worker that took over has this page's code; if not, it is the worker of another build. */
async function isOfThisBuild(): Promise<boolean> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    // The newest build's alone (src/service-worker/app-shell.ts).
    const hasShell = (await cache.match(shellPath, { ignoreVary: true })) !== undefined;
    if (hasShell) return (await cache.match(import.meta.url, { ignoreVary: true })) !== undefined;
  }
  return true;
}
