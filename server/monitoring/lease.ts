/**
 * One process writes for a source. It holds a session lock, which dies with it, so that a successor need not
 * wait; and a fencing number checked in every commit, so that one who only seemed dead cannot write any more.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createClient, type Database } from '../db/pool.ts';

export interface Lease {
  readonly source: string;
  readonly fencing: number;
  /** Rejects when the session behind the lease is lost. */
  readonly lost: Promise<never>;
  release(): Promise<void>;
}

/** Another process took over: whatever was in hand must not be written. */
export class FencingLost extends Error {}

/** After so long without a commit or a renewal another process may take over, even from a live session. */
const leaseSeconds = 15;
const renewEveryMs = 4_000;
const retryEveryMs = 500;
/** First half of the lock's key; the second is the source's. */
const lockSpace = 715_043;

/**
 * Waits until the source is ours.
 * @param onWait called after each refusal, while another process holds it
 * @throws the signal's reason when aborted
 */
export async function takeLease(
  databaseUrl: string,
  source: string,
  signal: AbortSignal,
  onWait: () => Promise<void>,
): Promise<Lease> {
  const session = createClient(databaseUrl);
  const lost = new Promise<never>((_, reject) => {
    session.on('error', reject);
    session.on('end', () => reject(new Error('The lease’s session ended.')));
  });
  // Whoever holds the lease races against it; until then nobody may be surprised.
  lost.catch(() => {});
  await session.connect();
  try {
    for (;;) {
      signal.throwIfAborted();
      const fencing = await tryToTake(session, source);
      if (fencing !== null) return heldLease(session, source, fencing, lost);
      await onWait();
      await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
    }
  } catch (error) {
    await session.end().catch(() => {});
    throw error;
  }
}

async function tryToTake(session: pg.Client, source: string): Promise<number | null> {
  const { rows: locks } = await session.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as locked',
    [lockSpace, source],
  );
  const { rows } = await session.query<{ fencing: number }>(
    `update sources
        set fencing = fencing + 1, lease_holder = $2, lease_until = now() + make_interval(secs => $3)
      where name = $1 and ($4 or lease_until is null or lease_until < now())
      returning fencing`,
    [source, `${process.pid}:${randomUUID()}`, leaseSeconds, locks[0]?.locked === true],
  );
  return rows[0]?.fencing ?? null;
}

function heldLease(
  session: pg.Client,
  source: string,
  fencing: number,
  lost: Promise<never>,
): Lease {
  const renewal = setInterval(() => {
    session
      .query(
        `update sources set lease_until = now() + make_interval(secs => $3)
          where name = $1 and fencing = $2`,
        [source, fencing, leaseSeconds],
      )
      // A lost session is reported through `lost`.
      .catch(() => {});
  }, renewEveryMs);
  return {
    source,
    fencing,
    lost,
    async release() {
      clearInterval(renewal);
      await session.end().catch(() => {});
    },
  };
}

/**
 * Must be the first statement of every transaction that writes for the source: it holds the row until the
 * commit, so nobody can take over in between.
 * @throws FencingLost
 */
export async function assertLease(db: Database, lease: Lease): Promise<void> {
  const { rowCount } = await db.query(
    'select 1 from sources where name = $1 and fencing = $2 for update',
    [lease.source, lease.fencing],
  );
  if (rowCount !== 1) throw new FencingLost(`Another process reads ${lease.source} now.`);
}
