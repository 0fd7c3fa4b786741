/** Stores what a large market has, without requests: users, their accounts, and thresholds that have been started. */
import { newAccount, openIdentityStore } from '#standins/identity/identity-store.ts';
import { nowSeconds } from '#standins/identity/sessions.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import { signIdToken } from '#standins/identity/tokens.ts';
import { projectId } from '#standins/start-local.ts';
import type { CrashHarness } from './crash-harness.ts';
import type { GeneratedMarket } from './generate-market.ts';
import { storeUsers } from './store-users.ts';

type Query = CrashHarness['query'];

const emailOf = (uid: string) => `${uid}@correo.example`;
const batch = 10_000;

/**
 * Distributes the market's thresholds over so many new users, who are checked every second. They are as a worker that
 * applied their commands before the first reading left them. Call while none runs, with the catalogue registered.
 */
export async function storeStartedThresholds(
  query: Query,
  { thresholds }: GeneratedMarket,
  users: number,
): Promise<void> {
  await storeUsers(query, users);
  for (let from = 0; from < thresholds.length; from += batch) {
    const page = thresholds.slice(from, from + batch);
    await query(
      `insert into thresholds (uid, id, target_kind, target_id, category, match_id, condition, value,
                               currency, rearm_band_bp, active_from)
       select n.uid, n.id, n.kind, n.target, n.category, coalesce(c.match_id, n.target), n.condition, n.value,
              'USD', n.band, 'epoch'
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::integer[])
              as n (uid, id, kind, target, category, condition, value, band)
         left join collectibles c on n.kind = 'collectible' and c.id = n.target`,
      [
        page.map((_, index) => `u${(from + index) % users}`),
        page.map(({ id }) => id),
        page.map(({ target }) => target.kind),
        page.map(({ target }) => target.id),
        page.map(({ target }) => (target.kind === 'match' ? target.category : null)),
        page.map(({ condition }) => condition),
        page.map(({ value }) => value),
        page.map(({ bandBp }) => bandBp),
      ],
    );
  }
  // Profile documents of all of them would be written at once, to a stand-in in the server's own memory.
  await query(`update projection_reconciliation set due_at = now() + interval '1 day'`);
  await query('analyze');
}

/** Accounts of the first users at the identity service, which must not be running. @returns their tokens */
export async function storeAccounts(dataDir: string, users: number): Promise<string[]> {
  const keys = await loadSigningKeys(dataDir);
  const store = await openIdentityStore(dataDir);
  const accounts = Array.from({ length: users }, (_, index) =>
    newAccount({ localId: `u${index}`, email: emailOf(`u${index}`), emailVerified: true }),
  );
  await store.accounts.transact(() => ({
    changes: new Map(accounts.map((account) => [account.localId, account])),
    result: undefined,
  }));
  await store.close();
  const authTime = nowSeconds();
  return Promise.all(
    accounts.map((account) =>
      signIdToken({ keys, projectId }, account, {
        localId: account.localId,
        provider: 'password',
        authTime,
        generation: account.generation,
      }),
    ),
  );
}
