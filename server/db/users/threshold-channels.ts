/** Channels that thresholds chose. A channel that is removed falls out of them; none left means all again. */
import { mailChannelId } from '#contract/channels.ts';
import type { Database } from '../pool.ts';

/** Of `thresholds t`: ids in their order, mail first; null = all. */
export const chosenChannels = `(
  select array_agg(coalesce(chosen.channel_id::text, '${mailChannelId}') order by chosen.channel_id nulls first)
    from threshold_channels chosen where chosen.threshold_key = t.key)`;

export interface ChannelChoice {
  /** Of the threshold. */
  readonly id: string;
  /** null = all. */
  readonly channels: readonly string[] | null;
}

/** Replaces the choices of these thresholds. A channel removed meanwhile is left out. */
export async function setThresholdChannels(
  db: Database,
  uid: string,
  choices: readonly ChannelChoice[],
): Promise<void> {
  if (choices.length === 0) return;
  // Channels before the choices, as whoever removes one locks them.
  await db.query(
    'select from channels where uid = $1 and id::text = any($2) order by id for key share',
    [uid, choices.flatMap(({ channels }) => channels ?? [])],
  );
  await db.query(
    `delete from threshold_channels c using thresholds t
      where t.key = c.threshold_key and t.uid = $1 and t.id = any($2) and t.deleted_at is null`,
    [uid, choices.map(({ id }) => id)],
  );
  await db.query(
    `insert into threshold_channels (threshold_key, channel_id)
     select t.key, h.id
       from jsonb_to_recordset($2::jsonb) as n (id text, channels text[])
       cross join unnest(n.channels) as channel
       join thresholds t on t.uid = $1 and t.id = n.id and t.deleted_at is null
       left join channels h on h.uid = $1 and h.id::text = channel
      where h.id is not null or channel = '${mailChannelId}'`,
    [uid, JSON.stringify(choices)],
  );
}
