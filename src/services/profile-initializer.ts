/** Creates the Firestore document `users/{uid}` with its initial values when it is missing, reading first; updates the user's own fields of it. */
import type { FirebaseApp } from 'firebase/app';
import {
  doc,
  getDoc,
  initializeFirestore,
  serverTimestamp,
  setDoc,
  setLogLevel,
  updateDoc,
} from 'firebase/firestore/lite';
import type { ClientConfig } from '#contract/client-config.ts';
import { defaultPlan } from '#domain/plans.ts';
import { initialAccountState, initialSettings } from '#domain/profile.ts';
import { cleanUsername, isLongEnough } from '#domain/username.ts';
import type { Session } from '#machines/auth-session.machine.ts';
import { withTimeout } from './with-timeout.ts';

/** Firestore's web SDK has no timeout of its own. */
const timeoutMs = 30_000;

export interface ProfileInitializer {
  /** Idempotent: does nothing when the document exists. Rejects after 30 s without an answer. */
  ensure(session: Session, username: string): Promise<void>;
  /** Rejects when the rules refuse the change, as for a suspended account, and without an answer in time. */
  update(uid: string, change: OwnFields): Promise<void>;
}

/** What firestore.rules let the user change. */
export interface OwnFields {
  readonly username?: string | undefined;
  readonly onboardingCompletado?: boolean | undefined;
}

const updateTimeoutMs = 5_000;

export function createProfileInitializer(
  app: FirebaseApp,
  config: ClientConfig,
): ProfileInitializer {
  // The caller gets every failure; offline the SDK would write each of them to the console too.
  setLogLevel('silent');
  // Not connectFirestoreEmulator(), which speaks no TLS.
  const firestore = initializeFirestore(app, config.documents ?? {});
  return {
    async ensure(session, username) {
      const document = doc(firestore, 'users', session.uid);
      const snapshot = await withTimeout(getDoc(document), timeoutMs);
      if (snapshot.exists()) return;
      const created = setDoc(document, {
        email: session.email,
        username: usernameFor(session, username),
        createdAt: serverTimestamp(),
        estado: initialAccountState,
        plan: defaultPlan,
        onboardingCompletado: false,
        configuracion: initialSettings,
      });
      await withTimeout(created, timeoutMs);
    },
    async update(uid, change) {
      const fields = Object.entries(change).filter(([, value]) => value !== undefined);
      const updated = updateDoc(doc(firestore, 'users', uid), Object.fromEntries(fields));
      await withTimeout(updated, updateTimeoutMs);
    },
  };
}

/** The requested name, Google's, or the local part of the e-mail: the first that fits the username rules. */
function usernameFor(
  { displayName, email }: Pick<Session, 'displayName' | 'email'>,
  requestedName: string,
): string {
  const candidates = [requestedName, displayName ?? '', email.split('@')[0] ?? ''];
  return candidates.map(cleanUsername).find(isLongEnough) ?? 'coleccionista';
}
