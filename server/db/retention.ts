/** Deletes what is past its retention, a page at a time: bodies of mails, applied commands, deleted thresholds, expired keys, sales, pushed readings, deliveries to channels. */
import type { Database } from './pool.ts';

const pageSize = 1_000;
/** A delivery to a channel that was not accepted for so long is given up. */
export const deliveryLifetimeHours = 24;

/** Each deletes or empties one page of rows and skips those that others have locked. */
const pages = {
  /** The record of a mail stays. A failed mail without a body cannot be sent again. */
  mailBodies: `
    with old as (
      select id from deliveries
       where state in ('sent', 'failed') and body_text <> '' and created_at < now() - interval '30 days'
       order by created_at limit ${pageSize} for update skip locked)
    update deliveries o set body_text = '', body_html = '' from old where o.id = old.id`,
  commands: `
    with old as (
      select seq from threshold_commands where applied_at < now() - interval '1 day'
       order by applied_at limit ${pageSize} for update skip locked)
    delete from threshold_commands c using old where c.seq = old.seq`,
  /** Never one with an alert, which names its rule, nor one that a worker has still to stop. */
  thresholds: `
    with old as (
      select key from thresholds t
       where deleted_at < now() - interval '1 day'
         and not exists (select from alerts a where a.threshold_key = t.key)
         and not exists (select from threshold_commands c
                          where c.threshold_key = t.key and c.applied_at is null)
       order by deleted_at limit ${pageSize} for update skip locked)
    delete from thresholds t using old where t.key = old.key`,
  /** A week has one summary: no older week can be due again. */
  weeklySummaries: `
    with old as (
      select uid, monday from weekly_summaries where created_at < now() - interval '60 days'
       order by created_at limit ${pageSize} for update skip locked)
    delete from weekly_summaries s using old where s.uid = old.uid and s.monday = old.monday`,
  confirmationMails: `
    with old as (
      select address_hash, sent_at from confirmation_mails where sent_at < now() - interval '1 day'
       order by sent_at limit ${pageSize} for update skip locked)
    delete from confirmation_mails m using old
     where m.address_hash = old.address_hash and m.sent_at = old.sent_at`,
  /** Listed as expired until then. */
  apiKeys: `
    with old as (
      select id from api_keys where expires_at < now() - interval '30 days'
       order by expires_at limit ${pageSize} for update skip locked)
    delete from api_keys k using old where k.id = old.id`,
  /** Nothing attempts them: their time is over, or a process that died left them with a channel that is not active. */
  waitingDeliveries: `
    with old as (
      select id from deliveries d
       where kind <> 'mail' and state in ('pending', 'sending')
         and (created_at < now() - make_interval(hours => ${deliveryLifetimeHours})
              or exists (select from channels c where c.id = d.channel_id and c.state <> 'active'))
         and not (state = 'sending' and next_attempt_at > now())
       order by created_at limit ${pageSize} for update skip locked),
    ended as (
      update deliveries d set state = 'failed', ended_at = now(),
         last_error = coalesce(d.last_error, 'the channel was paused or stopped')
        from old where d.id = old.id returning d.id, d.uid)
    select reopen_alerts(array[id]) from ended order by uid`,
  sales: `
    with old as (
      select collectible_id, sold_at, sale_id from sales where sold_at < now() - interval '7 days'
       order by sold_at limit ${pageSize} for update skip locked)
    delete from sales s using old
     where (s.collectible_id, s.sold_at, s.sale_id) = (old.collectible_id, old.sold_at, old.sale_id)`,
  /** Until then, sent again they are the same. */
  pushedReadings: `
    with old as (
      select id from pushed_readings where taken_at < now() - interval '7 days'
       order by taken_at limit ${pageSize} for update skip locked)
    delete from pushed_readings r using old where r.id = old.id`,
  deliveries: `
    with old as (
      select id from deliveries where kind <> 'mail' and ended_at < now() - interval '30 days'
       order by ended_at limit ${pageSize} for update skip locked)
    delete from deliveries d using old where d.id = old.id`,
} as const;

export type RetainedRows = keyof typeof pages;
export const retainedRows = Object.keys(pages) as RetainedRows[];

/** @returns whether there may be more */
export async function deleteExpiredPage(db: Database, rows: RetainedRows): Promise<boolean> {
  const { rowCount } = await db.query(pages[rows]);
  return rowCount === pageSize;
}
