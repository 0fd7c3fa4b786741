/** Kinds of channel that wait because our key is refused, shared by all processes: /health answers in one, another delivers. */
import type { ChannelKind } from '#domain/channels.ts';
import type { Database } from '../pool.ts';

/** Longer than the interval of the probes and an exchange: an older refusal is no longer repeated. */
const currentForSeconds = 90;

export async function storeChannelHold(db: Database, kind: ChannelKind): Promise<void> {
  await db.query(
    `insert into channel_holds (kind, refused_at) values ($1, now())
     on conflict (kind) do update set refused_at = excluded.refused_at`,
    [kind],
  );
}

export async function clearChannelHold(db: Database, kind: ChannelKind): Promise<void> {
  await db.query('delete from channel_holds where kind = $1', [kind]);
}

export async function listHeldKinds(db: Database): Promise<ChannelKind[]> {
  const { rows } = await db.query<{ kind: ChannelKind }>(
    'select kind from channel_holds where refused_at > now() - make_interval(secs => $1) order by kind',
    [currentForSeconds],
  );
  return rows.map(({ kind }) => kind);
}
