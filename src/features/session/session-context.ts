/** Session context for screens: state, actions and services. src/app provides it; no token in it. */
import { createContext, useContext } from 'react';
import type { ActorOptions, AnyActorLogic } from 'xstate';
import type { SessionFailure, SessionOperation } from '#machines/auth-session.machine.ts';
import type { passwordResetMachine } from '#machines/password-reset.machine.ts';

/**
 * `session`: no first session state after ten seconds. `network`: a stored session has expired, and the identity service
 * is unreachable.
 */
export type SessionDelay = 'session' | 'network';

export interface SessionView {
  /** `unknown`: only the splash screen shows. */
  readonly status: 'unknown' | 'public' | 'authenticated';
  /** What the splash has been waiting for too long; null = not for long yet. */
  readonly delay: SessionDelay | null;
  /** The network is being tried again. */
  readonly isRetrying: boolean;
  /** Operation in progress, during which forms are disabled. */
  readonly busy: SessionOperation | null;
  /** Failure of the last operation; null after a new attempt. */
  readonly failure: SessionFailure | null;
  /** The user signed out, here or in another tab: the next sign-in does not return to the last page. */
  readonly hasSignedOut: boolean;
  readonly user: { readonly email: string; readonly displayName: string | null } | null;
}

export interface SessionActions {
  signIn(credentials: { readonly email: string; readonly password: string }): void;
  signInWithGoogle(): void;
  register(account: {
    readonly username: string;
    readonly email: string;
    readonly password: string;
  }): void;
  signOut(): void;
  /** Reloads the page after a slow start; without a network, requests a token again. */
  retry(): void;
}

/** The user's credentials at the identity service. Rejections carry its `code`. */
export interface AccountCredentials {
  /** False for users who sign in with Google. */
  hasPassword(): boolean;
  /** Reauthenticates with the password or, without one, in Google's popup; then call it in a click handler. */
  reauthenticate(password: string): Promise<void>;
  changePassword(change: { readonly current: string; readonly next: string }): Promise<void>;
  /** Reauthenticates as above; the account has the new address once its link is opened, which ends every session. */
  requestEmailChange(change: { readonly password: string; readonly email: string }): Promise<void>;
}

/** `alert`: a threshold was crossed; stays until it is dismissed or replaced. */
export type ToastVariant = 'success' | 'error' | 'info' | 'alert';
/** Button of a toast; a toast with one stays longer. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
  /** A link beside the button, to the marketplace's page of what the toast is about. */
  readonly marketPage?: { readonly url: string; readonly target: string };
}
export type ShowToast = (message: string, variant: ToastVariant, action?: ToastAction) => void;

/** Clock and inspector of the XState actors. Empty in the product: the browser's clock, no inspector. */
export type ActorEnvironment = Pick<ActorOptions<AnyActorLogic>, 'clock' | 'inspect'>;

export interface SessionContextValue {
  readonly session: SessionView;
  readonly actions: SessionActions;
  /** Password reset machine with its actor provided; the screen runs it with `useMachine`. */
  readonly passwordReset: typeof passwordResetMachine;
  /** Loads the code of the service on first use. */
  readonly loadAccountCredentials: () => Promise<AccountCredentials>;
  /** Username of the signed-in user's profile; for screens outside the store. */
  readonly loadUsername: () => Promise<string>;
  readonly showToast: ShowToast;
  /** For machines that a screen runs itself. */
  readonly actorEnvironment: ActorEnvironment;
  /** Public configuration. */
  readonly site: {
    readonly landingUrl: string;
    readonly supportEmail: string;
    /** Path of the local mailbox; null in production. */
    readonly localMailbox: string | null;
  };
}

export const SessionContext = createContext<SessionContextValue | null>(null);

/** @throws Error outside the provider */
export function useSession(): SessionContextValue {
  const value = useContext(SessionContext);
  if (value === null) throw new Error('useSession needs the provider of src/app');
  return value;
}
