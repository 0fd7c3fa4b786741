/**
 * Identity service whose SDK is loaded lazily. The SDK is a fifth of the first page's code; when localStorage has no
 * Firebase session, signed out is reported at once and the first screen does not wait for the SDK.
 */
import type { ClientConfig } from '#contract/client-config.ts';
import type { IdentityService } from '#src/services/firebase-identity.ts';
import { afterFirstPaint, lazyOnce } from '../page/lazy-load.ts';

export type LazyIdentityService = Omit<IdentityService, 'app'> & {
  app(): Promise<IdentityService['app']>;
};

export function createLazyIdentityService(config: ClientConfig): LazyIdentityService {
  let startObserving = (_service: IdentityService) => {};
  let loaded: IdentityService | null = null;
  const loadService = lazyOnce(async () => {
    const { createIdentityService } = await import('#src/services/firebase-identity.ts');
    loaded = createIdentityService(config);
    startObserving(loaded);
    return loaded;
  });
  // Synchronous once loaded: a popup opened later than the click would be blocked.
  const withService = <Answer>(call: (service: IdentityService) => Promise<Answer>) =>
    loaded === null ? loadService().then(call) : call(loaded);
  return {
    app: async () => (await loadService()).app,
    observe(onEvent) {
      const hasSession = hasStoredSession(config);
      let hasReportedSignedOut = hasSession === false;
      // Asynchronous: the caller subscribes to the session only after this call.
      if (hasReportedSignedOut) queueMicrotask(() => onEvent({ type: 'PROVIDER.SIGNED_OUT' }));
      let isRestoring = hasSession === true;
      let stop = () => {};
      startObserving = (service) => {
        stop = service.observe((event) => {
          const isRefused = isRestoring && event.type === 'PROVIDER.SIGNED_OUT';
          isRestoring = false;
          if (isRefused) onEvent({ type: 'PROVIDER.REFUSED' });
          // The SDK's first report repeats the signed-out state.
          else if (event.type !== 'PROVIDER.SIGNED_OUT' || !hasReportedSignedOut) onEvent(event);
          hasReportedSignedOut = false;
        });
      };
      // A failed load is retried at the next sign-in, or with the stored session's token.
      const startLoading = () =>
        void loadService().catch(() => onEvent({ type: 'PROVIDER.UNREACHABLE' }));
      if (hasReportedSignedOut) afterFirstPaint(startLoading);
      else startLoading();
      return () => {
        startObserving = () => {};
        stop();
      };
    },
    signIn: (credentials) => withService((service) => service.signIn(credentials)),
    refresh: () => withService((service) => service.refresh()),
    current: () => withService((service) => service.current()),
    signOut: () => withService((service) => service.signOut()),
    sendPasswordReset: (email) => withService((service) => service.sendPasswordReset(email)),
    prepareGoogle: () => withService((service) => service.prepareGoogle()),
    loadCredentials: () => withService((service) => service.loadCredentials()),
  };
}

/**
 * Looks up the SDK's localStorage entry. A wrong guess shows the sign-in form until the SDK has reported.
 * @returns null when storage does not say
 */
function hasStoredSession({ firebase }: ClientConfig): boolean | null {
  try {
    return localStorage.getItem(`firebase:authUser:${firebase.apiKey}:[DEFAULT]`) !== null;
  } catch {
    return null;
  }
}
