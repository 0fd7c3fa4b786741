/** Starts production servers with roles (api, worker) on one database. */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import type pg from 'pg';
import { createPool } from '#server/db/pool.ts';
import { firestoreStandin } from '#standins/firestore/plugin.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { signIdToken } from '#tests/support/id-token.ts';
import { type ServerProcess, spawnServer } from '#tests/support/server-process.ts';
import { stopProcess } from '#tests/support/stop-process.ts';

export type ClusterRole = 'api' | 'worker' | 'mail';

export interface Cluster {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** @param release folder of the code; absent = this one */
  start(role: ClusterRole, release?: string): Promise<ServerProcess>;
  /** Creates a user with the Elite plan and a confirmed address. */
  addUser(uid: string): Promise<void>;
  token(uid: string): Promise<string>;
  close(): Promise<void>;
}

const projectId = 'vigia-maquinas';

interface ClusterOptions {
  readonly smtpUrl?: string;
  /** The first process migrates the database. */
  readonly isEmpty?: boolean;
  /** Further variables of every process. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** @param files CSV texts of the market; workers replay it at maximum speed, paused at first */
export async function openCluster(
  files: { readonly prices: string; readonly collectibles: string },
  { smtpUrl, isEmpty = false, variables = {} }: ClusterOptions = {},
): Promise<Cluster> {
  const database = await createTestDatabase({ isEmpty });
  const pool = createPool(database.url, { connections: 3 });
  const dir = await mkdtemp(join(tmpdir(), 'vigia-machines-'));
  await writeFile(join(dir, 'prices.csv'), files.prices);
  await writeFile(join(dir, 'collectibles.csv'), files.collectibles);
  const keys = await loadSigningKeys(dir);
  const services = Fastify();
  services.get('/jwks', async () => keys.jwks);
  await services.register(firestoreStandin, { dataDir: dir, projectId, keys });
  const servicesUrl = await services.listen({ port: 0, host: '127.0.0.1' });
  const children: ChildProcess[] = [];

  const environment = {
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '3',
    ...(smtpUrl && { SMTP_URL: smtpUrl, SMTP_REQUIRE_TLS: '0' }),
    FIREBASE_PROJECT_ID: projectId,
    IDENTITY_JWKS_URL: `${servicesUrl}/jwks`,
    FIRESTORE_HOST: new URL(servicesUrl).host,
    FIRESTORE_ADMIN_TOKEN: 'owner',
    MARKET: 'replay',
    REPLAY_PRICES_FILE: join(dir, 'prices.csv'),
    REPLAY_COLLECTIBLES_FILE: join(dir, 'collectibles.csv'),
    MARKET_SPEED: 'max',
    MARKET_PAUSED: '1',
    ...variables,
  };

  return {
    pool,
    databaseUrl: database.url,
    async start(role, release) {
      const node = await spawnServer({ ...environment, ROLE: role }, release);
      children.push(node.process);
      await node.untilReady();
      return node;
    },
    async addUser(uid) {
      await pool.query(
        `with u as (insert into users (uid, email, username, email_confirmed_at)
                    values ($1, $1 || '@correo.example', $1, now()) returning uid)
         insert into plan_grants (uid, plan, granted_by) select uid, 'elite', 'test' from u`,
        [uid],
      );
    },
    token: (uid) => signIdToken(keys, projectId, { uid, email: `${uid}@correo.example` }),
    async close() {
      await Promise.all(children.map((child) => stopProcess(child, 'SIGKILL')));
      await services.close();
      await pool.end();
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
