/** Reads what the tables hold without end on one user, for the data export: in pages, so that no account fills the memory. */
import type { UserExport } from '#contract/user-export.ts';
import type { Database } from '../pool.ts';
import { utc } from '../utc-column.ts';
import { chosenChannels } from './threshold-channels.ts';
import { targetOf } from './thresholds.ts';

interface Paging<Row, Key> {
  /** Below every key. */
  readonly first: Key;
  readonly size: number;
  /** Of the user's rows after a key the first, sorted by it. */
  readonly load: (after: Key, size: number) => Promise<{ readonly rows: readonly Row[] }>;
  readonly keyOf: (row: Row) => Key;
}

type Pages<Row> = AsyncGenerator<readonly Row[]>;

async function* iteratePages<Row, Key>({ first, size, load, keyOf }: Paging<Row, Key>): Pages<Row> {
  for (let after = first; ; ) {
    const { rows } = await load(after, size);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    after = keyOf(last);
  }
}

const lowestUuid = '00000000-0000-0000-0000-000000000000';

/** Oldest first, deleted ones until they are purged. */
export const iterateThresholds = (
  db: Database,
  uid: string,
): Pages<UserExport['thresholds'][number]> =>
  iteratePages({
    first: 0,
    size: 500,
    load: (after, size) =>
      db.query<UserExport['thresholds'][number]>(
        `select t.key, t.id, ${targetOf('t')} as target, t.match_id as "matchId", t.condition, t.value, t.currency,
         t.rearm_band_bp as "bandBp", t.pause_reason as pause, ${utc('t.snoozed_until')} as "snoozedUntil",
         t.version, ${utc('t.created_at')} as "createdAt", ${utc('t.active_from')} as "activeFrom",
         t.armed, t.base, t.episode, to_json(${chosenChannels}) as channels, t.note, ${utc('t.expires_at')} as "expiresAt",
         ${utc('t.deleted_at')} as "deletedAt",
         coalesce((
           select json_agg(json_build_object('action', c.action, 'version', c.version,
             'from', ${utc('c.due_at')}, 'createdAt', ${utc('c.created_at')},
             'appliedAt', ${utc('c.applied_at')}) order by c.seq)
           from threshold_commands c where c.threshold_key = t.key), '[]') as commands
       from thresholds t where t.uid = $1 and t.key > $2 order by t.key limit $3`,
        [uid, after, size],
      ),
    keyOf: ({ key }) => key,
  });

/** Oldest first. */
export const iterateAlerts = (db: Database, uid: string): Pages<UserExport['alerts'][number]> =>
  iteratePages({
    first: 0,
    size: 500,
    load: (after, size) =>
      db.query<UserExport['alerts'][number]>(
        `select id, threshold_key as "thresholdKey", version, episode, condition, rule_value as "ruleValue",
         rearm_band_bp as "bandBp", ${targetOf('a')} as target, collectible_id as "collectibleId", match_id as "matchId",
         value_cents as "valueCents", previous_cents as "previousCents", currency,
         ${utc('observed_at')} as "observedAt", already,
         ${utc('created_at')} as "createdAt", ${utc('read_at')} as "readAt", (
           select l.delivery_id from alert_deliveries l join deliveries d on d.id = l.delivery_id
            where l.alert_id = a.id and d.kind = 'mail' order by d.created_at desc limit 1) as "mailId"
       from alerts a where uid = $1 and id > $2 order by id limit $3`,
        [uid, after, size],
      ),
    keyOf: ({ id }) => id,
  });

/** Links of mails act without a session: who is sent the file gets none that does. */
const withoutTokens = (column: string) =>
  `regexp_replace(${column}, '([?&]token=)[\\w.-]+', '\\1…', 'g')`;

export const iterateMails = (db: Database, uid: string): Pages<UserExport['mails'][number]> =>
  iteratePages({
    first: lowestUuid,
    size: 100,
    load: (after, size) =>
      db.query<UserExport['mails'][number]>(
        `select id, cause as kind, to_address as "to", subject, ${withoutTokens('body_text')} as text,
         ${withoutTokens('body_html')} as html, ${withoutTokens('headers::text')}::jsonb as headers, state, attempts,
         ${utc('next_attempt_at')} as "nextAttemptAt", last_error as "lastError",
         ${utc('created_at')} as "createdAt", case when state = 'sent' then ${utc('ended_at')} end as "sentAt"
       from deliveries where uid = $1 and kind = 'mail' and id > $2 order by id limit $3`,
        [uid, after, size],
      ),
    keyOf: ({ id }) => id,
  });

export const iterateDeliveries = (
  db: Database,
  uid: string,
): Pages<UserExport['deliveries'][number]> =>
  iteratePages({
    first: lowestUuid,
    size: 100,
    load: (after, size) =>
      db.query<UserExport['deliveries'][number]>(
        `select id, channel_id as "channelId", kind, alerts,
         array(select alert_id from alert_deliveries l where l.delivery_id = d.id order by 1) as "alertIds",
         state, attempts, ${utc('next_attempt_at')} as "nextAttemptAt",
         last_error as "lastError", ${utc('created_at')} as "createdAt", ${utc('ended_at')} as "endedAt"
       from deliveries d where uid = $1 and kind <> 'mail' and id > $2 order by id limit $3`,
        [uid, after, size],
      ),
    keyOf: ({ id }) => id,
  });
