/**
 * Google's sign-in window, made ready after the first screen instead of before it. On phones and Safari, where a window
 * opened long after the tap is blocked, the SDK loads Google's code before it says who is signed in, and everyone waits.
 * The two members below are internal to the SDK, whose version is pinned; `tests/journeys/phone-sign-in.spec.ts` watches over them.
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
  /** Loads what the window needs, in browsers that would otherwise block it. */
  prepare(auth: Auth): Promise<void>;
}

export function createGooglePopup(): GooglePopup {
  let made: ResolverInternals | null = null;
  let isNeededEarly = false;
  class PatientResolver extends SdkResolver {
    constructor() {
      super();
      isNeededEarly = this._shouldInitProactively;
      Object.defineProperty(this, '_shouldInitProactively', { value: false });
      made = this;
    }
  }
  return {
    resolver: PatientResolver,
    async prepare(auth) {
      // The SDK makes its resolver on the way to the first answer.
      await auth.authStateReady();
      if (isNeededEarly) await made?._initialize(auth);
    },
  };
}
