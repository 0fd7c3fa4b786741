/** Vigía's processes in a soak: all roles in one, or one per role, as where there are many streams (docs/operations.md, Roles). */
import { projectId } from '#standins/start-local.ts';
import { nodeEnvironment, startNode } from './cluster-node.ts';
import { type CrashHarness, kill } from './crash-harness.ts';

export interface SoakProcess {
  /** Its role. */
  readonly name: string;
  readonly origin: string;
}

export interface SoakProcesses {
  readonly all: readonly SoakProcess[];
  /** Of the one that serves streams. */
  readonly apiOrigin: string;
  /** Of the one with the stand-in of the identity service. */
  readonly identityOrigin: string;
  /** @throws when a log contains personal data or a secret */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export type StartProcesses = (
  harness: CrashHarness,
  env: Record<string, string>,
) => Promise<SoakProcesses>;

/** With the stand-ins of the hosted services: that of identity is asked about each session every thirty seconds. */
const startInOne: StartProcesses = async (harness, env) => {
  const vigia = await harness.start(env);
  return {
    all: [{ name: 'all', origin: vigia.origin }],
    apiOrigin: vigia.origin,
    identityOrigin: vigia.origin,
    stop: () => vigia.stop({ keepData: true }),
    kill: () => kill(vigia),
  };
};

/** The stand-ins are beside `mail`, which nobody waits for at a screen. */
const startByRole: StartProcesses = async (harness, env) => {
  const mail = await harness.start({ ...env, ROLE: 'mail' });
  const services = `127.0.0.1:${new URL(mail.origin).port}`;
  const shared = {
    ...nodeEnvironment,
    ...harness.variables(),
    ...env,
    DATABASE_URL: await harness.databaseUrl(),
    SMTP_REQUIRE_TLS: '0',
    FIREBASE_PROJECT_ID: projectId,
    IDENTITY_ORIGIN: `http://${services}`,
    IDENTITY_JWKS_URL: `http://${services}/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com`,
    FIRESTORE_HOST: services,
    FIRESTORE_ADMIN_TOKEN: 'owner',
    // Their start is announced at this level.
    LOG_LEVEL: 'info',
  };
  const worker = await startNode({ ...shared, ROLE: 'worker' });
  const api = await startNode({ ...shared, ROLE: 'api' });
  return {
    all: [
      { name: 'api', origin: api.origin },
      { name: 'worker', origin: worker.origin },
      { name: 'mail', origin: mail.origin },
    ],
    apiOrigin: api.origin,
    identityOrigin: mail.origin,
    async stop() {
      await Promise.all([api.stop(), worker.stop()]);
      await mail.stop({ keepData: true });
    },
    async kill() {
      await Promise.all([api.kill(), worker.kill(), kill(mail)]);
    },
  };
};

export const startProcesses = { one: startInOne, roles: startByRole } as const;
