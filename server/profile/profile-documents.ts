/** Client of the Firestore document `users/{uid}`. Only address and key differ locally. */
import { Firestore, Timestamp } from '@google-cloud/firestore';
import { GoogleAuth, PassThroughClient } from 'google-auth-library';
import type { Configuracion } from '#contract/users.ts';
import type { PlanName } from '#domain/plans.ts';
import type { AccountState } from '#domain/profile.ts';
import { settleWithin } from '../base/worker-loop/settle-within.ts';
import { withinDeadline } from '../base/worker-loop/within-deadline.ts';

interface DocumentSettings {
  readonly projectId: string;
  /** null = Google's own. */
  readonly host: string | null;
  readonly ssl: boolean;
  /** Bearer for servers; null = the machine's default credentials. */
  readonly serverToken: string | null;
}

/** Fields the server owns and projects into the document. */
export interface Projection {
  readonly email: string;
  readonly configuracion: Configuracion;
  readonly plan: PlanName;
  readonly estado: AccountState;
}

/** Every method throws {@link DocumentsUnavailable} when the database fails or times out. */
export type ProfileDocuments = ReturnType<typeof createProfileDocuments>;

const timeoutMs = 8_000;
const closeTimeoutMs = 1_000;

/** The database failed or did not answer within the timeout. */
export class DocumentsUnavailable extends Error {
  constructor(cause: unknown) {
    super('the document database is unreachable', { cause });
    this.name = 'DocumentsUnavailable';
  }
}

export function createProfileDocuments(settings: DocumentSettings) {
  const firestore = connect(settings);
  const document = (uid: string) => firestore.collection('users').doc(encodeURIComponent(uid));
  const write = (uid: string, fields: Record<string, unknown>): Promise<'written' | 'missing'> =>
    withTimeout(document(uid).update(fields)).then(
      () => 'written',
      (error: DocumentsUnavailable) => {
        if (isMissing(error.cause)) return 'missing';
        throw error;
      },
    );
  return {
    /** @returns the fields the browser owns; null when it has not created the document yet */
    async read(uid: string) {
      const snapshot = await withTimeout(document(uid).get());
      if (!snapshot.exists) return null;
      const username: unknown = snapshot.get('username');
      const onboarding: unknown = snapshot.get('onboardingCompletado');
      const createdAt: unknown = snapshot.get('createdAt');
      return {
        username: typeof username === 'string' ? username : null,
        onboardingCompletado: typeof onboarding === 'boolean' ? onboarding : null,
        createdAt: createdAt instanceof Timestamp ? createdAt.toDate() : null,
      };
    },
    /** The same write as the browser's, for a new name or a finished onboarding. */
    update: (
      uid: string,
      change: { username?: string | undefined; onboardingCompletado?: boolean | undefined },
    ) => write(uid, change),
    project: (uid: string, projection: Projection) => write(uid, { ...projection }),
    /** Idempotent. */
    async remove(uid: string) {
      await withTimeout(document(uid).delete());
    },
    /** The whole document as plain JSON, for the data export; null when there is none. */
    async export(uid: string) {
      const data = (await withTimeout(document(uid).get())).data();
      return data === undefined ? null : toJson(data);
    },
    // It would wait for calls that are never answered.
    close: () => settleWithin(firestore.terminate(), closeTimeoutMs),
  };
}

function connect({ projectId, host, ssl, serverToken }: DocumentSettings): Firestore {
  const address = host === null ? {} : { host, ssl, protocol: ssl ? 'https' : 'http' };
  const credentials = serverToken === null ? {} : credentialsOf(serverToken, projectId);
  return new Firestore({
    projectId,
    preferRest: true,
    ignoreUndefinedProperties: true,
    ...address,
    ...credentials,
  });
}

function credentialsOf(token: string, projectId: string) {
  class FixedBearer extends PassThroughClient {
    override async getRequestHeaders(): Promise<Headers> {
      return new Headers({ authorization: `Bearer ${token}` });
    }
  }
  const authClient = new FixedBearer();
  return { authClient, auth: new GoogleAuth({ authClient, projectId }) };
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await withinDeadline(work, timeoutMs);
  } catch (cause) {
    throw new DocumentsUnavailable(cause);
  }
}

/** NOT_FOUND of gRPC, or 404 over REST. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 5 || error.code === 404);
}

/** Converts timestamps to ISO 8601; everything else is JSON already. */
function toJson(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate().toISOString();
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toJson(field)]));
}
