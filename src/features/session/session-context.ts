/** What screens may know and ask of the session. src/app provides it; screens never see the token. */
import { createContext, useContext } from 'react';
import type { ActorOptions, AnyActorLogic } from 'xstate';
import type { SessionOperation } from '#machines/auth-session.machine.ts';
import type { passwordResetMachine } from '#machines/password-reset.machine.ts';

export interface SessionView {
  /** `unknown`: only the splash shows. */
  readonly status: 'unknown' | 'public' | 'authenticated';
  /** The first answer is taking more than ten seconds. */
  readonly isSlow: boolean;
  /** A sign-in, signup or sign-out is under way: forms are disabled. */
  readonly busy: SessionOperation | null;
  /** Of the last operation asked for here; null after a new attempt. */
  readonly failure: { readonly operation: SessionOperation; readonly code: string } | null;
  /** Signed out by choice, here or in another tab: the next sign-in starts at the beginning. */
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
  /** Asks the identity service anew, after a slow start. */
  retry(): void;
}

/** The person's own sign-in, at the identity service. Failures carry its `code`. */
export interface AccountCredentials {
  /** Whoever came with Google has none. */
  hasPassword(): boolean;
  /** Proves who is here: by the password or, without one, in Google's window; then call it within the click. */
  confirm(password: string): Promise<void>;
  changePassword(change: { readonly current: string; readonly next: string }): Promise<void>;
}

/** `alert`: a line was crossed; stays until it is put away, or until the next one. */
export type ToastVariant = 'success' | 'error' | 'info' | 'alert';
/** What a toast offers; it then stays long enough to be taken. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
export type ShowToast = (message: string, variant: ToastVariant, action?: ToastAction) => void;

/** By which clock machines run, and who watches them. Nothing in the product: the browser's clock, and nobody. */
export type ActorEnvironment = Pick<ActorOptions<AnyActorLogic>, 'clock' | 'inspect'>;

export interface SessionContextValue {
  readonly session: SessionView;
  readonly actions: SessionActions;
  /** The reset flow with its actor provided; the screen runs it with `useMachine`. */
  readonly passwordReset: typeof passwordResetMachine;
  /** Its code comes with the first screen that asks. */
  readonly ownSignIn: () => Promise<AccountCredentials>;
  readonly showToast: ShowToast;
  /** For the machines that screens run themselves. */
  readonly surroundings: ActorEnvironment;
  /** Public configuration screens show. */
  readonly site: { readonly landingUrl: string; readonly supportEmail: string };
}

export const SessionContext = createContext<SessionContextValue | null>(null);

export function useSession(): SessionContextValue {
  const value = useContext(SessionContext);
  if (value === null) throw new Error('useSession needs the provider of src/app');
  return value;
}
