/** Renders the public pages to HTML, signed out. Run by the build (vite.prerender.ts), never in a browser. */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { createActor } from 'xstate';
import { type PrerenderedPath, prerenderedPages } from '#domain/public-pages.ts';
import { contactModalMachine } from '#machines/contact-modal.machine.ts';
import { passwordResetMachine } from '#machines/password-reset.machine.ts';
import { SessionContext, type SessionContextValue } from '#src/features/session/session-context.ts';
import { App } from './app.tsx';
import { prerenderedRoutes } from './routing/prerendered-routes.tsx';
import { unknownSession } from './session/session-provider.tsx';

/** @param supportEmail written wherever the page shows it */
export async function prerenderPages(supportEmail: string): Promise<Map<PrerenderedPath, string>> {
  const pages = new Map<PrerenderedPath, string>();
  for (const path of prerenderedPages) pages.set(path, await renderPage(path, supportEmail));
  return pages;
}

async function renderPage(path: PrerenderedPath, supportEmail: string): Promise<string> {
  const routes = prerenderedRoutes(async () => createActor(contactModalMachine));
  const { prelude } = await prerender(
    <StrictMode>
      <SessionContext value={signedOutContext(supportEmail)}>
        <StaticRouter location={path}>
          <App routes={routes} />
        </StaticRouter>
      </SessionContext>
    </StrictMode>,
    {
      // Streamed chunks would need inline scripts to be put in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}

function signedOutContext(supportEmail: string): SessionContextValue {
  const noop = () => {};
  return {
    session: unknownSession,
    actions: {
      signIn: noop,
      signInWithGoogle: noop,
      register: noop,
      signOut: noop,
      retry: noop,
    },
    passwordReset: passwordResetMachine,
    loadAccountCredentials: () => Promise.reject(new Error('signed out')),
    loadUsername: () => Promise.reject(new Error('signed out')),
    showToast: noop,
    actorEnvironment: {},
    site: { supportEmail, landingUrl: '', localMailbox: null },
  };
}
