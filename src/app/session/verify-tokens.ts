/**
 * Asks the backend about each token, at the start and after every renewal: a session ended by the server is noticed
 * without waiting for the user's next click, and a profile that has changed elsewhere is fetched again.
 */
import { baseApi } from '#store/api/base-api.ts';
import type { AppStore } from '#store/app-store.ts';
import type { SessionActor } from './create-session-port.ts';

/** @returns function that stops it */
export function verifyTokens(session: SessionActor, store: Pick<AppStore, 'dispatch'>): () => void {
  let asked: string | null = null;
  const follow = (snapshot: ReturnType<SessionActor['getSnapshot']>) => {
    const token = snapshot.hasTag('authenticated') ? snapshot.context.session?.token : undefined;
    if (token === undefined || token === asked) return;
    asked = token;
    const options = { forceRefetch: true, subscribe: false };
    void store.dispatch(baseApi.endpoints.verify.initiate(undefined, options));
  };
  const { unsubscribe } = session.subscribe(follow);
  // subscribe() reports changes only, not the current snapshot.
  follow(session.getSnapshot());
  return unsubscribe;
}
