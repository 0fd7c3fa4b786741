/**
 * Two users in the same state, with rows in every table: same address, same threshold ids, same instants. Ana's figures
 * contain 7070, Bruno's 8080, and their `t1` have different targets, so that a query that mixes them up shows it.
 */
import type pg from 'pg';
import { seedMarket } from '#tests/boundaries/api.harness.ts';

export interface SeededUser {
  readonly uid: 'ana' | 'bruno';
  readonly figure: 7070 | 8080;
  /** Collectible of `t1` and its alerts. */
  readonly target: 'c1' | 'c2';
  /** Engine keys of the thresholds `t1` (running), `t2` (deleted) and `t3` (paused by the plan). */
  readonly keys: readonly [number, number, number];
  /** Alerts of `t1`: unread and not mailed, read and its mail failed. */
  readonly alertIds: readonly [number, number];
  /** Mails: pending, sending (its first attempt), failed, sent. */
  readonly mailIds: readonly [string, string, string, string];
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly invoiceId: string;
  /** An open idempotency key of the operation `checkout premium`. */
  readonly idempotencyKey: string;
  readonly eventId: string;
  readonly apiKeyId: string;
  readonly apiKeyPrefix: string;
  /** A webhook and, waiting for its link, a Telegram chat. */
  readonly channelIds: readonly [string, string];
  /** Of the webhook: one being sent, with both alerts, and one behind it. */
  readonly deliveryIds: readonly [string, string];
}

const userOf = (uid: SeededUser['uid'], number: 1 | 2): SeededUser => {
  const uuid = (index: number) => `00000000-0000-4000-8000-0000000000${number}${index}`;
  return {
    uid,
    figure: number === 1 ? 7070 : 8080,
    target: number === 1 ? 'c1' : 'c2',
    keys: [number * 10 + 1, number * 10 + 2, number * 10 + 3],
    alertIds: [number * 100 + 1, number * 100 + 2],
    mailIds: [uuid(1), uuid(2), uuid(3), uuid(4)],
    customerId: `cus_${uid}`,
    subscriptionId: `sub_${uid}`,
    invoiceId: `in_${uid}`,
    idempotencyKey: uuid(9),
    eventId: `evt_${uid}`,
    apiKeyId: uuid(8),
    apiKeyPrefix: `vigia_${uid}`,
    channelIds: [uuid(5), uuid(6)],
    deliveryIds: [uuid(7), uuid(0)],
  };
};
export const ana = userOf('ana', 1);
export const bruno = userOf('bruno', 2);

/** One address, as in a family. */
export const sharedAddress = 'familia@correo.test';
/** Past due times, so that every queue has work for both. */
const due = `'2026-01-02T00:00:00Z'`;

/** Market of `seedMarket`, and both users. */
export async function seedTwoUsers(pool: pg.Pool): Promise<void> {
  await seedMarket(pool);
  await pool.query(`update matches set kickoff_at = null`);
  // Bruno first: of both users' rows a query without its uid finds his.
  for (const user of [bruno, ana]) await pool.query(rowsOf(user));
}

const rowsOf = (user: SeededUser): string => {
  const { uid, figure, target, keys, alertIds, mailIds } = user;
  const facts = { subscriptionId: user.subscriptionId, createdAtMs: figure, readAtMs: figure };
  const mailStates = [
    ['pending', 0],
    ['sending', 1],
    ['failed', 3],
    ['sent', 1],
  ] as const;
  return `
    insert into users (uid, email, username, email_confirmed_at, onboarding_completado, partidos, frecuencia,
                       settings_version, quiet_hours, weekly_summary_due_at, revoked_after, created_at)
      values ('${uid}', '${sharedAddress}', '${uid}', '2026-01-01Z', true, '{m1}', 60, ${figure},
              '{"from":"22:00","to":"08:00","zone":"Europe/Madrid"}', ${due}, '2026-01-01Z', '2026-01-01Z');
    insert into weekly_summaries (uid, monday, outcome, created_at) values ('${uid}', '2026-01-05', 'mailed', '2026-01-05Z');
    insert into plan_grants (uid, plan, granted_by, updated_at) values ('${uid}', 'premium', 'billing', '2026-01-01Z');
    insert into projection_jobs (uid, due_at, attempts) values ('${uid}', ${due}, 1);
    insert into pending_checks (uid, due_at) values ('${uid}', ${due});
    insert into thresholds (key, uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp,
                            pause_reason, version, created_at, active_from, deleted_at)
      overriding system value values
      (${keys[0]}, '${uid}', 't1', 'collectible', '${target}', 'm1', 'below', ${figure}, 'EUR', 300, null, 1, '2026-01-01Z', '2026-01-01Z', null),
      (${keys[1]}, '${uid}', 't2', 'collectible', 'c2', 'm1', 'below', ${figure}, 'EUR', 300, null, 1, '2026-01-01Z', null, '2026-01-01Z'),
      (${keys[2]}, '${uid}', 't3', 'match', 'm1', 'm1', 'below', ${figure}, 'EUR', 300, 'plan', 1, '2026-01-01Z', null, null);
    insert into threshold_commands (threshold_key, action, version, due_at, created_at, applied_at) values
      (${keys[0]}, 'start', 1, ${due}, '2026-01-01Z', '2026-01-03Z'), (${keys[0]}, 'start', 1, ${due}, '2026-01-01Z', null),
      (${keys[0]}, 'stop', 1, ${due}, '2026-01-01Z', null), (${keys[1]}, 'stop', 1, ${due}, '2026-01-01Z', null);
    ${mailStates
      .map(
        ([state, attempts], index) => `
    insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, state, attempts, next_attempt_at,
                        last_error, created_at)
      values ('${mailIds[index]}', '${uid}', 'alert', '${sharedAddress}', 'Asunto', 'Texto', '<p>${figure}</p>', '${state}',
              ${attempts}, ${due}, ${state === 'failed' ? `'550 no'` : 'null'}, '2026-01-01Z');`,
      )
      .join('')}
    insert into alerts (id, uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp, target_kind, target_id,
                        collectible_id, match_id, value_cents, currency, observed_at, already, created_at, read_at)
      overriding system value values
      (${alertIds[0]}, '${uid}', ${keys[0]}, 1, 1, 'below', ${figure}, 300, 'collectible', '${target}', '${target}', 'm1', ${figure}, 'EUR',
       '2026-01-01Z', false, '2026-01-01Z', null),
      (${alertIds[1]}, '${uid}', ${keys[0]}, 1, 2, 'below', ${figure}, 300, 'collectible', '${target}', '${target}', 'm1', ${figure}, 'EUR',
       '2026-01-01Z', false, '2026-01-01Z', '2026-01-02Z');
    insert into api_keys (id, uid, name, scope, prefix, hash, created_at)
      values ('${user.apiKeyId}', '${uid}', 'clave ${figure}', 'read', '${user.apiKeyPrefix}', sha256('${figure}'), '2026-01-01Z');
    insert into channels (id, uid, kind, name, state, pause_reason, settings, link_code_hash, link_code_expires_at, created_at) values
      ('${user.channelIds[0]}', '${uid}', 'webhook', 'canal ${figure}', 'active', null, sha256('${figure}'), null, null, '2026-01-01Z'),
      ('${user.channelIds[1]}', '${uid}', 'telegram', 'chat ${figure}', 'paused', 'link', sha256('${figure}'), sha256('${figure}'),
       now() + interval '1 hour', '2026-01-01Z');
    insert into deliveries (id, channel_id, uid, kind, alerts, state, attempts, next_attempt_at, created_at) values
      ('${user.deliveryIds[0]}', '${user.channelIds[0]}', '${uid}', 'webhook', '[{"figure":${figure}}]', 'sending', 1, ${due}, '2026-01-01Z'),
      ('${user.deliveryIds[1]}', '${user.channelIds[0]}', '${uid}', 'webhook', '[{"figure":${figure}}]', 'pending', 0, ${due}, '2026-01-02Z');
    insert into alert_deliveries values (${alertIds[0]}, '${user.deliveryIds[0]}'), (${alertIds[1]}, '${user.deliveryIds[0]}'),
      (${alertIds[1]}, '${mailIds[2]}');
    insert into billing_customers (uid, customer_id, created_at, next_reconcile_at)
      values ('${uid}', '${user.customerId}', '2026-01-01Z', ${due});
    insert into billing_subscriptions (uid, subscription_id, state, stripe_state, display, sync_seq, revision, expires_at, updated_at)
      values ('${uid}', '${user.subscriptionId}', 'cancelScheduled', '${JSON.stringify(facts)}', '{"itemId":"${figure}"}', 1, 1, ${due}, '2026-01-01Z');
    insert into billing_invoices (id, uid, number, issued_at, cents, tax_cents, status, paid_at)
      values ('${user.invoiceId}', '${uid}', 'V-${figure}', '2026-01-01Z', ${figure}, 1, 'paid', '2026-01-01Z');
    insert into billing_idempotency_keys (key, uid, operation, created_at)
      values ('${user.idempotencyKey}', '${uid}', 'checkout premium', now());
    insert into billing_jobs (kind, target, due_at, attempts) values
      ('cancel_subscription', '${user.subscriptionId}', ${due}, 0), ('schedule_cancellation', '${user.subscriptionId}', ${due}, 1);
    insert into billing_processed_events (id, type) values ('${user.eventId}', 'invoice.paid');
    insert into erasure_jobs (uid_digest, uid, erased_at, due_at, attempts)
      values (encode(sha256('${uid}'), 'hex'), '${uid}', '2026-01-01Z', ${due}, 1);`;
};
