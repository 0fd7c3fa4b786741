/**
 * Google sign-in popup whose code is loaded after the first screen. On phones and Safari, which block popups opened long
 * after the tap, the SDK would load it before it reports the session, and delay the first screen.
 * The two members below are internal to the SDK, whose version is pinned; `tests/journeys/lazy-identity.spec.ts` checks them.
 */
import { type Auth, browserPopupRedirectResolver, type PopupRedirectResolver } from 'firebase/auth';

interface ResolverInternals {
  readonly _shouldInitProactively: boolean;
  _initialize(auth: Auth): Promise<unknown>;
}

const SdkResolver = browserPopupRedirectResolver as unknown as new () => ResolverInternals;

export interface GooglePopup {
  /** For `initializeAuth`. */
  readonly resolver: PopupRedirectResolver;
  /** Loads the popup's code, in browsers that would otherwise block the popup. */
  prepare(auth: Auth): Promise<void>;
}

export function createGooglePopup(): GooglePopup {
  let resolverInstance: ResolverInternals | null = null;
  let isNeededEarly = false;
  class DeferredResolver extends SdkResolver {
    constructor() {
      super();
      isNeededEarly = this._shouldInitProactively;
      Object.defineProperty(this, '_shouldInitProactively', { value: false });
      resolverInstance = this;
    }
  }
  return {
    resolver: DeferredResolver,
    async prepare(auth) {
      // The SDK constructs its resolver before its first report.
      await auth.authStateReady();
      if (isNeededEarly) await resolverInstance?._initialize(auth);
    },
  };
}
