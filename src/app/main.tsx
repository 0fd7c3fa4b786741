/** Starts the app: reads its configuration from the page, builds the runtime, and shows the first route. */
import './style-nonce.ts';
import '#src/styles/index.css';
import { enqueueSnackbar, SnackbarProvider } from 'notistack';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import * as z from 'zod/mini';
import { type ClientConfig, clientConfig, clientConfigElementId } from '#contract/client-config.ts';
import { applyStoredTheme } from '#src/components/theme-switch.tsx';
import { createIdentityService } from '#src/services/firebase.ts';
import { createProfileDocuments } from '#src/services/profile-documents.ts';
import { createNotifier } from './notifier.ts';
import { createRouter } from './routes.tsx';
import { createRuntime } from './runtime.ts';
import { SessionProvider } from './session-provider.tsx';
import { errorToastMs, maxToasts, successToastMs } from './toasts.ts';

applyStoredTheme();
const config = readConfig();
const identity = createIdentityService(config);
const runtime = createRuntime({
  config,
  identity,
  documents: createProfileDocuments(identity.app, config),
  notifier: createNotifier((message, variant) => {
    const autoHideDuration = variant === 'error' ? errorToastMs : successToastMs;
    enqueueSnackbar(message, { variant, autoHideDuration });
  }),
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Provider store={runtime.store}>
      <SessionProvider runtime={runtime}>
        <RouterProvider router={createRouter()} />
        <SnackbarProvider
          maxSnack={maxToasts}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        />
      </SessionProvider>
    </Provider>
  </StrictMode>,
);

function readConfig(): ClientConfig {
  const text = document.getElementById(clientConfigElementId)?.textContent ?? 'null';
  return z.parse(clientConfig, JSON.parse(text));
}
