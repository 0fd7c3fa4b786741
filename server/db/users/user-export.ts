/** Reads what the tables hold once or a few times on one user, for the data export (contract/user-export.ts). */
import type { UserExportBase } from '#contract/user-export.ts';
import type { Database } from '../pool.ts';
import { utc } from '../utc-column.ts';
import { notificationsOf } from './users.ts';

const selectAccount = `
  select
    json_build_object('uid', u.uid, 'email', u.email, 'emailConfirmedAt', ${utc('u.email_confirmed_at')},
      'username', u.username, 'estado', u.estado, 'onboardingCompletado', u.onboarding_completado,
      'createdAt', ${utc('u.created_at')}, 'closedAt', ${utc('u.closed_at')},
      'revokedAt', ${utc('u.revoked_after')}) as account,
    json_build_object('partidos', u.partidos, 'frecuencia', u.frecuencia,
      'version', u.settings_version) as configuracion,
    ${notificationsOf} as notifications,
    json_build_object('dueAt', ${utc('u.weekly_summary_due_at')},
      'weeks', coalesce((
        select json_agg(json_build_object('monday', w.monday, 'outcome', w.outcome,
          'decidedAt', ${utc('w.created_at')}) order by w.monday)
        from weekly_summaries w where w.uid = u.uid), '[]')) as "weeklySummaries",
    (select json_build_object('plan', s.plan, 'grantedBy', s.granted_by,
       'updatedAt', ${utc('s.updated_at')})
     from plan_grants s where s.uid = u.uid) as subscription,
    (select json_build_object('customerId', b.customer_id, 'customerSince', ${utc('b.created_at')},
       'nextReconciliation', ${utc('b.next_reconcile_at')},
       'subscription', (
         select json_build_object('id', bs.subscription_id, 'state', bs.state, 'stripeState', bs.stripe_state,
           'display', bs.display, 'syncSeq', bs.sync_seq, 'revision', bs.revision,
           'expiresAt', ${utc('bs.expires_at')}, 'updatedAt', ${utc('bs.updated_at')})
         from billing_subscriptions bs where bs.uid = u.uid),
       'invoices', coalesce((
         select json_agg(json_build_object('id', i.id, 'number', i.number,
           'issuedAt', ${utc('i.issued_at')}, 'cents', i.cents, 'taxCents', i.tax_cents,
           'status', i.status, 'paidAt', ${utc('i.paid_at')}, 'url', i.url) order by i.issued_at)
         from billing_invoices i where i.uid = u.uid), '[]'),
       'requests', coalesce((
         select json_agg(json_build_object('key', r.key, 'reason', r.operation,
           'createdAt', ${utc('r.created_at')}, 'completedAt', ${utc('r.completed_at')})
           order by r.created_at)
         from billing_idempotency_keys r where r.uid = u.uid), '[]'))
     from billing_customers b where b.uid = u.uid) as payments,
    (select json_build_object('dueAt', ${utc('p.due_at')})
     from pending_checks p where p.uid = u.uid) as "nextCheck",
    (select json_build_object('dueAt', ${utc('j.due_at')}, 'attempts', j.attempts)
     from projection_jobs j where j.uid = u.uid) as projection,
    coalesce((
      select json_agg(json_build_object('id', k.id, 'name', k.name, 'scope', k.scope, 'prefix', k.prefix,
        'createdAt', ${utc('k.created_at')}, 'usedAt', ${utc('k.last_used_at')},
        'expiresAt', ${utc('k.expires_at')}) order by k.created_at)
      from api_keys k where k.uid = u.uid), '[]') as keys,
    coalesce((
      select json_agg(json_build_object('id', h.id, 'kind', h.kind, 'name', h.name, 'state', h.state,
        'pause', h.pause_reason, 'reason', h.stop_reason, 'failures', h.failures, 'rejections', h.rejections, 'failedTest', h.failed_test,
        'testedAt', ${utc('h.tested_at')}, 'ignoresQuietHours', h.ignores_quiet_hours,
        'lastDeliveryAt', ${utc('h.last_delivery_at')}, 'linkExpiresAt', ${utc('h.link_code_expires_at')},
        'createdAt', ${utc('h.created_at')}) order by h.created_at)
      from channels h where h.uid = u.uid), '[]') as channels
  from users u where u.uid = $1`;

export async function findAccountData(db: Database, uid: string): Promise<UserExportBase | null> {
  const { rows } = await db.query<UserExportBase>(selectAccount, [uid]);
  return rows[0] ?? null;
}
