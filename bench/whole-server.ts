/** A whole Vigía and its database, for benches that ask it as its users do. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPool } from '#server/db/pool.ts';
import { createIdentityAccount } from '#tests/support/identity.ts';
import { type StartOptions, startVigia } from '#tests/support/local-app.ts';

export async function openWholeServer(options: StartOptions = {}) {
  const vigia = await startVigia(options);
  // A bench that fails leaves none behind.
  process.once('exit', () => vigia.process.kill());
  const { origin, dataDir } = vigia;
  const url = (await readFile(join(dataDir, 'postgres-url'), 'utf8')).trim();
  // The server needs most of the connections that there are.
  const pool = createPool(url, { connections: 2 });
  return {
    pool,
    pid: vigia.process.pid ?? 0,
    /** With plan Elite. @returns a function that asks as this user */
    async signUp(email: string) {
      const { idToken, localId } = await createIdentityAccount(origin, email);
      const authorization = `Bearer ${idToken}`;
      const verified = await fetch(`${origin}/api/auth/verify`, { headers: { authorization } });
      if (!verified.ok) throw new Error(`the user was not verified: ${verified.status}`);
      await pool.query(`insert into plan_grants values ($1, 'elite', 'bench')`, [localId]);
      return (path: string, init: RequestInit = {}) => {
        const headers = { 'content-type': 'application/json', ...init.headers, authorization };
        return fetch(`${origin}${path}`, { ...init, headers });
      };
    },
    async close() {
      await pool.end();
      await vigia.stop();
    },
  };
}
