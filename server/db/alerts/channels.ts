/** Rows of channels: what a user is sent alerts by beside mail. `settings` is encrypted by server/delivery/secret-box.ts. */
import { type ChannelState, mailChannelId } from '#contract/channels.ts';
import type { ChannelKind } from '#domain/channels.ts';
import {
  endDeliveriesOfInactiveChannels,
  reopenAlertsOfChannel,
} from '../deliveries/reopen-alerts.ts';
import type { Database } from '../pool.ts';
import { endQuietHold, retryWaitingAlerts } from '../users/waiting-alerts.ts';
import { wakeUp } from '../wake-ups.ts';

/** `address`: the account's address was confirmed or changed after the channel was added. */
export type ChannelPauseReason = 'user' | 'plan' | 'link' | 'address';

export interface Channel {
  readonly id: string;
  readonly uid: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly state: ChannelState;
  readonly pauseReason: ChannelPauseReason | null;
  readonly stopReason: string | null;
  readonly settings: Buffer;
  /** Deliveries in a row that did not arrive. */
  readonly failures: number;
  /** What the other side said to the last test, when that did not arrive. */
  readonly failedTest: string | null;
  /** When the last test arrived; null where none has, or a later one did not. */
  readonly testedAt: Date | null;
  readonly ignoresQuietHours: boolean;
  readonly lastDeliveryAt: Date | null;
  readonly createdAt: Date;
}

const columns = `
  id, uid, kind, name, state, pause_reason as "pauseReason", stop_reason as "stopReason", settings, failures,
  failed_test as "failedTest", tested_at as "testedAt", ignores_quiet_hours as "ignoresQuietHours",
  last_delivery_at as "lastDeliveryAt", created_at as "createdAt"`;

/** Oldest first. */
export async function listChannels(db: Database, uid: string): Promise<Channel[]> {
  const { rows } = await db.query<Channel>(
    `select ${columns} from channels where uid = $1 order by created_at, id`,
    [uid],
  );
  return rows;
}

/** With the one that every account has. */
export async function listChannelIds(db: Database, uid: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>('select id from channels where uid = $1', [uid]);
  return new Set([mailChannelId, ...rows.map(({ id }) => id)]);
}

/** @param id any text @returns null when the user has no such channel */
export async function findChannel(db: Database, uid: string, id: string): Promise<Channel | null> {
  const { rows } = await db.query<Channel>(
    `select ${columns} from channels where uid = $1 and id::text = $2`,
    [uid, id],
  );
  return rows[0] ?? null;
}

export type ActiveChannel = Pick<Channel, 'id' | 'uid' | 'kind' | 'ignoresQuietHours'>;

/** Of these users, `for key share`: none is deleted before the transaction ends. */
export async function lockActiveChannels(
  db: Database,
  uids: readonly string[],
): Promise<ActiveChannel[]> {
  const { rows } = await db.query<ActiveChannel>(
    `select id, uid, kind, ignores_quiet_hours as "ignoresQuietHours" from channels where uid = any($1) and state = 'active'
      order by id for key share`,
    [uids],
  );
  return rows;
}

export interface NewChannel {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly settings: Buffer;
  /** Of a channel that its user has still to link; null = active at once. */
  readonly linkCode: { readonly hash: Buffer; readonly lifetimeSeconds: number } | null;
}

export async function insertChannel(
  db: Database,
  uid: string,
  { id, kind, name, settings, linkCode }: NewChannel,
): Promise<void> {
  await db.query(
    `insert into channels (id, uid, kind, name, settings, state, pause_reason, link_code_hash, link_code_expires_at)
     values ($1, $2, $3, $4, $5, case when $6::bytea is null then 'active' else 'paused' end,
             case when $6::bytea is not null then 'link' end, $6, now() + make_interval(secs => $7))`,
    [id, uid, kind, name, settings, linkCode?.hash ?? null, linkCode?.lifetimeSeconds ?? null],
  );
  if (linkCode === null) await retryWaitingAlerts(db, uid);
}

/** By an unexpired code, `for update`. */
export async function lockChannelToLink(db: Database, codeHash: Buffer): Promise<Channel | null> {
  const { rows } = await db.query<Channel>(
    `select ${columns} from channels
      where link_code_hash = $1 and link_code_expires_at > now() for update`,
    [codeHash],
  );
  return rows[0] ?? null;
}

/** In a transaction. Ends the code, and starts the channel unless something else pauses it. */
export async function linkChannel(db: Database, id: string, settings: Buffer): Promise<void> {
  const { rows } = await db.query<{ uid: string }>(
    `update channels set settings = $2, link_code_hash = null, link_code_expires_at = null, activated_at = now(),
       state = case when pause_reason = 'link' then 'active' else state end,
       pause_reason = case when pause_reason <> 'link' then pause_reason end
     where id = $1 returning uid`,
    [id, settings],
  );
  for (const { uid } of rows) await retryWaitingAlerts(db, uid);
}

/** `for update`. */
export async function lockPushChannel(db: Database, id: string): Promise<Channel | null> {
  const { rows } = await db.query<Channel>(
    `select ${columns} from channels where id = $1 and kind = 'push' for update`,
    [id],
  );
  return rows[0] ?? null;
}

/** Another address of the same receiver: nothing is held against it, and what waited is due at once. */
export async function renewChannelSettings(
  db: Database,
  id: string,
  settings: Buffer,
): Promise<void> {
  await db.query(
    `update channels set settings = $2, failures = 0, rejections = 0, failed_test = null, tested_at = null, activated_at = now() where id = $1`,
    [id, settings],
  );
  await db.query(
    `update deliveries set next_attempt_at = now() where channel_id = $1 and state = 'pending'`,
    [id],
  );
  wakeUp(db, 'vigia_deliveries');
}

export async function renameChannel(
  db: Database,
  uid: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await db.query('update channels set name = $3 where uid = $1 and id = $2', [uid, id, name]);
}

/** In a transaction that has locked its owner; what quiet hours hold is looked at again. */
export async function setIgnoresQuietHours(
  db: Database,
  uid: string,
  { id, ignores }: { readonly id: string; readonly ignores: boolean },
): Promise<void> {
  await db.query('update channels set ignores_quiet_hours = $3 where uid = $1 and id = $2', [
    uid,
    id,
    ignores,
  ]);
  await endQuietHold(db, uid);
  await retryWaitingAlerts(db, uid);
}

/** @param answer what the other side said; null when the test arrived */
export async function recordTest(db: Database, id: string, answer: string | null): Promise<void> {
  await db.query(
    'update channels set failed_test = $2, tested_at = case when $2::text is null then now() end where id = $1',
    [id, answer],
  );
}

/** In a transaction that has locked its owner: a check gives it nothing meanwhile. */
export async function pauseChannel(db: Database, uid: string, id: string): Promise<void> {
  await db.query(
    `update channels set state = 'paused', pause_reason = 'user', stop_reason = null
      where uid = $1 and id = $2 and state <> 'paused'`,
    [uid, id],
  );
  await endDeliveriesOfInactiveChannels(db, uid);
}

/** All of a user's; a link that waits for its chat ends. */
export async function pauseChannelsForAddress(db: Database, uid: string): Promise<void> {
  await db.query(
    `update channels set state = 'paused', stop_reason = null, link_code_hash = null, link_code_expires_at = null,
       pause_reason = case when pause_reason = 'link' then 'link' else 'address' end
      where uid = $1`,
    [uid],
  );
  await endDeliveriesOfInactiveChannels(db, uid);
}

/** Also ends a stop; what it still holds is due at once, and what had no way left at the next check. */
export async function resumeChannel(db: Database, uid: string, id: string): Promise<void> {
  await db.query(
    `update channels set state = 'active', pause_reason = null, stop_reason = null, failures = 0, rejections = 0,
       activated_at = case when state = 'active' then activated_at else now() end
      where uid = $1 and id = $2`,
    [uid, id],
  );
  await db.query(
    `update deliveries set next_attempt_at = now()
      where uid = $1 and channel_id = $2 and state = 'pending'`,
    [uid, id],
  );
  await retryWaitingAlerts(db, uid);
  wakeUp(db, 'vigia_deliveries');
}

/**
 * In a transaction; what waited for it is due again.
 * @param settings of a push subscription that ended; null = whichever it has
 * @returns false when the browser has renewed it meanwhile
 */
export async function deleteChannel(
  db: Database,
  { id, uid }: { readonly id: string; readonly uid: string },
  settings: Buffer | null,
): Promise<boolean> {
  await reopenAlertsOfChannel(db, id);
  const { rowCount } = await db.query(
    'delete from channels where uid = $1 and id = $2 and settings = coalesce($3, settings)',
    [uid, id, settings],
  );
  return rowCount === 1;
}

/** Pauses what a plan does not include, and resumes what it includes again. */
export async function fitChannelsToKinds(
  db: Database,
  uid: string,
  kinds: readonly ChannelKind[],
): Promise<void> {
  await db.query(
    `update channels set
       state = case when kind = any($2) then 'active' else 'paused' end,
       pause_reason = case when kind <> all($2) then 'plan' end,
       activated_at = case when kind = any($2) then now() else activated_at end
     where uid = $1 and (state = 'active' and kind <> all($2) or pause_reason = 'plan' and kind = any($2))`,
    [uid, kinds],
  );
  await endDeliveriesOfInactiveChannels(db, uid);
  await retryWaitingAlerts(db, uid);
}

/**
 * In a transaction that has locked its owner: a check gives it nothing meanwhile.
 * @returns false when it was not active any more: paused, stopped or deleted meanwhile
 */
export async function stopChannel(
  db: Database,
  { id, uid }: { readonly id: string; readonly uid: string },
  reason: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update channels set state = 'stopped', stop_reason = $2 where id = $1 and state = 'active'`,
    [id, reason.slice(0, 200)],
  );
  await endDeliveriesOfInactiveChannels(db, uid);
  return rowCount === 1;
}
