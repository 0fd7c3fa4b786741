/** Starts the app: reads the configuration from the page, creates the runtime, renders the first route. */
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { ClientConfig } from '#contract/client-config.ts';
import { clientConfigElementId } from '#contract/client-config-element.ts';
import { applyStoredTheme } from '#src/components/theme-switch.tsx';
import { storeInstallPrompt } from '#src/features/install/install-prompt.ts';
import type { ActorEnvironment } from '#src/features/session/session-context.ts';
import { App } from './app.tsx';
import { SignedInAnnouncer } from './live/signed-in-announcer.tsx';
import { lazyOnce, whenIdle } from './page/lazy-load.ts';
import { preloadOn } from './page/preload.ts';
import { registerServiceWorker } from './page/register-service-worker.ts';
import { replayEarlyClick } from './page/replay-early-click.ts';
import { preloadRoute, routeLoadersBelow } from './routing/lazy-screen.tsx';
import { createRoutes } from './routing/routes.tsx';
import { createRuntime } from './runtime.ts';
import { createLazyIdentityService } from './session/lazy-identity-service.ts';
import { SessionProvider } from './session/session-provider.tsx';
import { createSessionToasts } from './session/session-toasts.ts';
import { createLazyToaster } from './toasts/lazy-toaster.ts';

/**
 * @param actorEnvironment clock and inspector of every machine; {} in the product
 * @returns ends it
 * @throws when the page has no #root
 */
export function startApp(actorEnvironment: ActorEnvironment): () => void {
  applyStoredTheme();
  storeInstallPrompt();
  const config = parseConfig();
  const identity = createLazyIdentityService(config);
  const toaster = lazyOnce(() => import('./toasts/toaster.tsx'));
  const showToast = createLazyToaster(toaster);
  const profileInitializer = lazyOnce(async () => {
    const { createProfileInitializer } = await import('#src/services/profile-initializer.ts');
    return createProfileInitializer(await identity.app(), config);
  });
  const runtime = createRuntime({
    config,
    identity,
    profileInitializer: {
      ensure: async (session, username) => (await profileInitializer()).ensure(session, username),
      update: async (uid, change) => (await profileInitializer()).update(uid, change),
    },
    sessionToasts: createSessionToasts(showToast),
    showToast,
    actorEnvironment,
  });
  const loadAnnouncer = lazyOnce(async () => {
    const [{ createAlertAnnouncer }, { store }] = await Promise.all([
      import('./live/create-alert-announcer.tsx'),
      runtime.loadSignedInRuntime(),
    ]);
    return createAlertAnnouncer(store);
  });
  const routes = createRoutes(runtime);
  const screen = preloadRoute(routes, window.location.pathname);

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const app = (
    <StrictMode>
      <SessionProvider runtime={runtime} showToast={showToast}>
        <BrowserRouter>
          <App routes={routes} />
          <SignedInAnnouncer load={loadAnnouncer} />
        </BrowserRouter>
      </SessionProvider>
    </StrictMode>
  );
  let unmount = () => {};
  if (root.firstChild === null) {
    const reactRoot = createRoot(root);
    reactRoot.render(app);
    unmount = () => reactRoot.unmount();
    replayEarlyClick();
  } else {
    // A prerendered page stays as it is until its screen is loaded, then it is hydrated.
    void screen.then(() => {
      const reactRoot = hydrateRoot(root, app);
      unmount = () => reactRoot.unmount();
      replayEarlyClick();
    });
  }
  preloadOn(runtime.session, [
    { tags: ['public'], loaders: [toaster, profileInitializer, identity.prepareGoogle] },
    {
      tags: ['busy'],
      loaders: [
        runtime.loadSignedInRuntime,
        () => import('#src/screens/dashboard/dashboard-layout.tsx'),
        () => import('#src/screens/overview/overview-screen.tsx'),
      ],
    },
    // Signed in, all screens are preloaded so that navigation works offline, and the worker makes a reload work, too.
    // Not before the present screen has what it shows: on a slow network they would delay it.
    {
      tags: ['authenticated'],
      after: async () => {
        await screen;
        // Shown by then: it has sent its requests.
        await new Promise<void>((resolve) => whenIdle([async () => resolve()]));
        await (await runtime.loadSignedInRuntime()).answered();
      },
      loaders: [
        toaster,
        ...routeLoadersBelow(routes, 'dashboard'),
        () => import('#src/components/virtual-rows.tsx'),
        runtime.ensureProfile,
        () => registerServiceWorker(showToast),
      ],
    },
  ]);
  return () => {
    unmount();
    runtime.stop();
  };
}

/** Written and validated by the server (server/http/spa.ts). */
function parseConfig(): ClientConfig {
  return JSON.parse(document.getElementById(clientConfigElementId)?.textContent ?? 'null');
}
