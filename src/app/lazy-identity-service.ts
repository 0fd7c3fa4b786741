/**
 * The identity service as the app starts with it. Its SDK is a fifth of the first page's code; where this browser keeps
 * nobody's session its answer is known, and the first screen does not wait for it.
 */
import type { ClientConfig } from '#contract/client-config.ts';
import type { IdentityService } from '#src/services/firebase-identity.ts';
import { afterFirstPaint, lazyOnce } from './lazy-load.ts';

export type LazyIdentityService = Omit<IdentityService, 'app'> & {
  app(): Promise<IdentityService['app']>;
};

export function createLazyIdentityService(config: ClientConfig): LazyIdentityService {
  let begin = (_service: IdentityService) => {};
  let arrived: IdentityService | null = null;
  const fetched = lazyOnce(async () => {
    const { createIdentityService } = await import('#src/services/firebase-identity.ts');
    arrived = createIdentityService(config);
    begin(arrived);
    return arrived;
  });
  // At once where it can be: a window opened later than the tap would be blocked.
  const ask = <Answer>(question: (service: IdentityService) => Promise<Answer>) =>
    arrived === null ? fetched().then(question) : question(arrived);
  return {
    app: async () => (await fetched()).app,
    observe(onSession) {
      let isTold = !mayKeepSession(config);
      // Not within the call: whoever starts the session listens to it only afterwards.
      if (isTold) queueMicrotask(() => onSession(null));
      let stop = () => {};
      begin = (service) => {
        stop = service.observe((session) => {
          // The SDK begins by saying the same.
          if (session !== null || !isTold) onSession(session);
          isTold = false;
        });
      };
      // What fails here is fetched again when somebody signs in.
      const fetch = () => void fetched().catch(() => {});
      if (isTold) afterFirstPaint(fetch);
      else fetch();
      return () => {
        begin = () => {};
        stop();
      };
    },
    signIn: (credentials) => ask((service) => service.signIn(credentials)),
    refresh: () => ask((service) => service.refresh()),
    current: () => ask((service) => service.current()),
    signOut: () => ask((service) => service.signOut()),
    sendPasswordReset: (email) => ask((service) => service.sendPasswordReset(email)),
    prepareGoogle: () => ask((service) => service.prepareGoogle()),
    ownAccount: () => ask((service) => service.ownAccount()),
  };
}

/** Where the SDK keeps who is signed in. A wrong guess shows the sign-in form for a moment, until the SDK speaks. */
function mayKeepSession({ firebase }: ClientConfig): boolean {
  try {
    return localStorage.getItem(`firebase:authUser:${firebase.apiKey}:[DEFAULT]`) !== null;
  } catch {
    return true;
  }
}
