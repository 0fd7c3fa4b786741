/** Creates the Firestore document `users/{uid}` with its initial values when it is missing. Reads from the server first. */
import type { FirebaseApp } from 'firebase/app';
import {
  connectFirestoreEmulator,
  doc,
  getDoc,
  getFirestore,
  serverTimestamp,
  setDoc,
} from 'firebase/firestore/lite';
import type { ClientConfig } from '#contract/client-config.ts';
import {
  initialAccountState,
  initialPlan,
  initialSettings,
  maxUsernameLength,
  minUsernameLength,
} from '#domain/profile.ts';
import type { Session } from '#machines/auth-session.machine.ts';

export interface ProfileInitializer {
  /** Idempotent: does nothing when the document exists. */
  ensure(session: Session, username: string): Promise<void>;
}

export function createProfileInitializer(
  app: FirebaseApp,
  config: ClientConfig,
): ProfileInitializer {
  const firestore = getFirestore(app);
  if (config.documents !== null) {
    const [host = '', port = ''] = config.documents.host.split(':');
    connectFirestoreEmulator(firestore, host, Number(port || (config.documents.ssl ? 443 : 80)));
  }
  return {
    async ensure(session, username) {
      const document = doc(firestore, 'users', session.uid);
      const snapshot = await getDoc(document);
      if (snapshot.exists()) return;
      await setDoc(document, {
        email: session.email,
        username: usernameFor(session, username),
        createdAt: serverTimestamp(),
        estado: initialAccountState,
        plan: initialPlan,
        onboardingCompletado: false,
        configuracion: initialSettings,
      });
    },
  };
}

/** The requested name, Google's, or the local part of the e-mail: the first that fits the username rules. */
export function usernameFor(
  { displayName, email }: Pick<Session, 'displayName' | 'email'>,
  requestedName: string,
): string {
  const candidates = [requestedName, displayName ?? '', email.split('@')[0] ?? ''];
  const fitting = candidates
    .map((name) =>
      name
        .replaceAll(/[\p{Cc}<>]/gu, '')
        .trim()
        .slice(0, maxUsernameLength),
    )
    .find((name) => name.length >= minUsernameLength);
  return fitting ?? 'coleccionista';
}
