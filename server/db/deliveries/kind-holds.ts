/** Kinds whose deliveries all wait because we are refused, shared by all processes: /health answers in one, another delivers. */
import type { Database } from '../pool.ts';
import type { DeliveryKind } from './deliveries.ts';

/** Longer than the longest wait between two attempts: nothing is left to try. */
const currentForSeconds = 35 * 60;

export interface StoredHold {
  readonly kind: DeliveryKind;
  /** The other side's words, without addresses or secrets. */
  readonly reason: string;
}

export async function storeHold(db: Database, { kind, reason }: StoredHold): Promise<void> {
  await db.query(
    `insert into channel_holds (kind, reason, refused_at) values ($1, $2, now())
     on conflict (kind) do update set reason = excluded.reason, refused_at = excluded.refused_at`,
    [kind, reason],
  );
}

export async function clearHold(db: Database, kind: DeliveryKind): Promise<void> {
  await db.query('delete from channel_holds where kind = $1', [kind]);
}

export async function listHolds(db: Database): Promise<StoredHold[]> {
  const { rows } = await db.query<StoredHold>(
    `select kind, reason from channel_holds
      where refused_at > now() - make_interval(secs => $1) order by kind`,
    [currentForSeconds],
  );
  return rows;
}
