/** Starts the app: reads its configuration from the page, builds the runtime, and shows the first route. */
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { ClientConfig } from '#contract/client-config.ts';
import { clientConfigElementId } from '#contract/client-config-element.ts';
import { applyStoredTheme } from '#src/components/theme-switch.tsx';
import type { ActorEnvironment, ShowToast } from '#src/features/session/session-context.ts';
import { App } from './app.tsx';
import { createLazyIdentityService } from './lazy-identity-service.ts';
import { lazyOnce } from './lazy-load.ts';
import { preloadRoute, routeLoadersBelow } from './lazy-screen.tsx';
import { preloadOn } from './preload.ts';
import { replayEarlyClick } from './replay-early-click.ts';
import { createRoutes } from './routes.tsx';
import { createRuntime } from './runtime.ts';
import { SessionProvider } from './session-provider.tsx';
import { createSessionToasts } from './session-toasts.ts';

/** @param surroundings of every machine of the page */
export function startApp(surroundings: ActorEnvironment): void {
  applyStoredTheme();
  // Asked for before any text needs it, but after the code: a preload in the page would keep a slow phone's form waiting.
  void document.fonts.load('1em "Archivo Vigia"');
  const config = readConfig();
  const identity = createLazyIdentityService(config);
  const toaster = lazyOnce(() => import('./toaster.tsx'));
  const showToast: ShowToast = (...toast) => {
    void toaster().then((arrived) => arrived.showToast(...toast));
  };
  const documents = lazyOnce(async () => {
    const { createProfileDocuments } = await import('#src/services/profile-documents.ts');
    return createProfileDocuments(await identity.app(), config);
  });
  const runtime = createRuntime({
    config,
    identity,
    documents: {
      ensure: async (session, username) => (await documents()).ensure(session, username),
    },
    notifier: createSessionToasts(showToast),
    showToast,
    surroundings,
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
        </BrowserRouter>
      </SessionProvider>
    </StrictMode>
  );
  if (root.firstChild === null) {
    createRoot(root).render(app);
    replayEarlyClick();
  } else {
    // A page that came with its text is read as it is until its code is here, and then taken over.
    void screen.then(() => {
      hydrateRoot(root, app);
      replayEarlyClick();
    });
  }
  preloadOn(runtime.session, [
    { when: ['public', 'authenticated'], fetch: [toaster] },
    { when: ['public'], fetch: [documents, identity.prepareGoogle] },
    {
      when: ['busy', 'authenticated'],
      fetch: [
        runtime.memory,
        () => import('#src/screens/dashboard/dashboard-layout.tsx'),
        () => import('#src/screens/overview/overview-screen.tsx'),
      ],
    },
    // Whoever is in can go from screen to screen when the network goes.
    { when: ['authenticated'], fetch: routeLoadersBelow(routes, 'dashboard') },
  ]);
}

/** Written and checked by the server (server/http/spa.ts). */
function readConfig(): ClientConfig {
  return JSON.parse(document.getElementById(clientConfigElementId)?.textContent ?? 'null');
}
