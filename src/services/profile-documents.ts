/** The document `users/{uid}`: read server-first, created with its initial values when missing (specification, section 3). */
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

export interface ProfileDocuments {
  /** Does nothing when the document exists. */
  ensure(session: Session, username: string): Promise<void>;
}

export function createProfileDocuments(app: FirebaseApp, config: ClientConfig): ProfileDocuments {
  const firestore = getFirestore(app);
  if (config.documents !== null) {
    const [host = '', port = ''] = config.documents.host.split(':');
    connectFirestoreEmulator(firestore, host, Number(port || (config.documents.ssl ? 443 : 80)));
  }
  return {
    async ensure(session, username) {
      const document = doc(firestore, 'users', session.uid);
      const found = await getDoc(document);
      if (found.exists()) return;
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

/** The name asked for, Google's, or what stands before the @, brought within the rules of a username. */
export function usernameFor(
  { displayName, email }: Pick<Session, 'displayName' | 'email'>,
  asked: string,
): string {
  const candidates = [asked, displayName ?? '', email.split('@')[0] ?? ''];
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
