/** Reads what the tables hold once or a few times on one user, for the data export (contract/user-export.ts). */
import type { UserExportBase } from '#contract/user-export.ts';
import type { Database } from '../pool.ts';
import { utc } from '../utc-column.ts';

const selectAccount = `
  select
    json_build_object('uid', u.uid, 'email', u.email, 'emailConfirmadoEn', ${utc('u.email_confirmed_at')},
      'username', u.username, 'estado', u.estado, 'onboardingCompletado', u.onboarding_completado,
      'creadaEn', ${utc('u.created_at')}, 'cerradaEn', ${utc('u.closed_at')},
      'sesionesRevocadasEn', ${utc('u.revoked_after')}) as cuenta,
    json_build_object('partidos', u.partidos, 'frecuencia', u.frecuencia,
      'version', u.settings_version) as configuracion,
    jsonb_build_object('silencio', u.silencio, 'correo', u.correo, 'navegador', u.navegador)
      || case when u.weekly_summary_due_at is null then '{}' else '{"resumenSemanal": true}' end::jsonb as avisos,
    json_build_object('previsto', ${utc('u.weekly_summary_due_at')},
      'semanas', coalesce((
        select json_agg(json_build_object('lunes', w.monday, 'resultado', w.outcome,
          'decididoEn', ${utc('w.created_at')}) order by w.monday)
        from weekly_summaries w where w.uid = u.uid), '[]')) as resumenes,
    (select json_build_object('plan', s.plan, 'concedidaPor', s.granted_by,
       'actualizadaEn', ${utc('s.updated_at')})
     from plan_grants s where s.uid = u.uid) as suscripcion,
    (select json_build_object('clienteId', b.customer_id, 'clienteDesde', ${utc('b.created_at')},
       'proximaComparacion', ${utc('b.next_reconcile_at')},
       'suscripcion', (
         select json_build_object('id', bs.subscription_id, 'estado', bs.state, 'datos', bs.stripe_state,
           'detalles', bs.display, 'lectura', bs.sync_seq, 'revision', bs.revision,
           'acabaPorTiempoEn', ${utc('bs.expires_at')}, 'actualizadaEn', ${utc('bs.updated_at')})
         from billing_subscriptions bs where bs.uid = u.uid),
       'facturas', coalesce((
         select json_agg(json_build_object('id', i.id, 'numero', i.number,
           'emitidaEn', ${utc('i.issued_at')}, 'centimos', i.cents, 'impuestoCentimos', i.tax_cents,
           'estado', i.status, 'pagadaEn', ${utc('i.paid_at')}, 'url', i.url) order by i.issued_at)
         from billing_invoices i where i.uid = u.uid), '[]'),
       'peticiones', coalesce((
         select json_agg(json_build_object('clave', r.key, 'motivo', r.operation,
           'creadaEn', ${utc('r.created_at')}, 'respondidaEn', ${utc('r.completed_at')})
           order by r.created_at)
         from billing_idempotency_keys r where r.uid = u.uid), '[]'))
     from billing_customers b where b.uid = u.uid) as pagos,
    (select json_build_object('prevista', ${utc('p.due_at')})
     from pending_checks p where p.uid = u.uid) as comprobacion,
    (select json_build_object('prevista', ${utc('j.due_at')}, 'intentos', j.attempts)
     from projection_jobs j where j.uid = u.uid) as proyeccion,
    coalesce((
      select json_agg(json_build_object('id', k.id, 'nombre', k.name, 'permiso', k.scope, 'prefijo', k.prefix,
        'creadaEn', ${utc('k.created_at')}, 'usadaEn', ${utc('k.last_used_at')},
        'caducaEn', ${utc('k.expires_at')}) order by k.created_at)
      from api_keys k where k.uid = u.uid), '[]') as claves,
    coalesce((
      select json_agg(json_build_object('id', h.id, 'tipo', h.kind, 'nombre', h.name, 'estado', h.state,
        'pausa', h.pause_reason, 'motivo', h.stop_reason, 'fallos', h.failures, 'rechazos', h.rejections, 'pruebaFallida', h.failed_test,
        'ultimaEntrega', ${utc('h.last_delivery_at')}, 'enlaceCaducaEn', ${utc('h.link_code_expires_at')},
        'creadoEn', ${utc('h.created_at')}) order by h.created_at)
      from channels h where h.uid = u.uid), '[]') as canales
  from users u where u.uid = $1`;

export async function findAccountData(db: Database, uid: string): Promise<UserExportBase | null> {
  const { rows } = await db.query<UserExportBase>(selectAccount, [uid]);
  return rows[0] ?? null;
}
