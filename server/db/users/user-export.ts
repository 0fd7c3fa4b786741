/** Reads everything the tables hold on one user, for the data export (contract/user-export.ts). */
import type {
  ExportedAlert,
  ExportedDelivery,
  ExportedMail,
  UserExportBase,
} from '#contract/user-export.ts';
import type { Database } from '../pool.ts';
import { chosenChannels } from './threshold-channels.ts';

/** Formats instants as JSON does, so that rows need no mapping. */
const utc = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const selectAccount = `
  select
    json_build_object('uid', u.uid, 'email', u.email, 'emailConfirmadoEn', ${utc('u.email_confirmed_at')},
      'username', u.username, 'estado', u.estado, 'onboardingCompletado', u.onboarding_completado,
      'creadaEn', ${utc('u.created_at')}, 'cerradaEn', ${utc('u.closed_at')},
      'sesionesRevocadasEn', ${utc('u.revoked_after')}) as cuenta,
    json_build_object('partidos', u.partidos, 'frecuencia', u.frecuencia,
      'version', u.settings_version) as configuracion,
    json_build_object('silencio', u.silencio, 'correo', u.correo, 'navegador', u.navegador) as avisos,
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
      select json_agg(json_build_object('clave', t.key, 'id', t.id,
        'objetivo', json_build_object('tipo', t.target_kind, 'id', t.target_id, 'categoria', t.category),
        'partidoId', t.match_id, 'condicion', t.condition, 'valor', t.value, 'moneda', t.currency,
        'banda', t.rearm_band_bp, 'pausa', t.pause_reason, 'silenciadoHasta', ${utc('t.snoozed_until')},
        'version', t.version, 'creadoEn', ${utc('t.created_at')}, 'activoDesde', ${utc('t.active_from')},
        'armado', t.armed, 'base', t.base, 'episodio', t.episode, 'canales', to_json(${chosenChannels}), 'borradoEn', ${utc('t.deleted_at')},
        'ordenes', coalesce((
          select json_agg(json_build_object('accion', c.action, 'version', c.version,
            'desde', ${utc('c.due_at')}, 'creadaEn', ${utc('c.created_at')},
            'aplicadaEn', ${utc('c.applied_at')}) order by c.seq)
          from threshold_commands c where c.threshold_key = t.key), '[]')) order by t.key)
      from thresholds t where t.uid = u.uid), '[]') as umbrales,
    coalesce((
      select json_agg(json_build_object('id', k.id, 'nombre', k.name, 'permiso', k.scope, 'prefijo', k.prefix,
        'creadaEn', ${utc('k.created_at')}, 'usadaEn', ${utc('k.last_used_at')},
        'caducaEn', ${utc('k.expires_at')}) order by k.created_at)
      from api_keys k where k.uid = u.uid), '[]') as claves,
    coalesce((
      select json_agg(json_build_object('id', h.id, 'tipo', h.kind, 'nombre', h.name, 'estado', h.state,
        'pausa', h.pause_reason, 'motivo', h.stop_reason, 'fallos', h.failures, 'rechazos', h.rejections,
        'ultimaEntrega', ${utc('h.last_delivery_at')}, 'enlaceCaducaEn', ${utc('h.link_code_expires_at')},
        'creadoEn', ${utc('h.created_at')}) order by h.created_at)
      from channels h where h.uid = u.uid), '[]') as canales
  from users u where u.uid = $1`;

export async function findAccountData(db: Database, uid: string): Promise<UserExportBase | null> {
  const { rows } = await db.query<UserExportBase>(selectAccount, [uid]);
  return rows[0] ?? null;
}

const alertPageSize = 1_000;
const mailPageSize = 100;

/** Oldest first. */
export async function* iterateAlerts(db: Database, uid: string): AsyncGenerator<ExportedAlert> {
  for (let after = 0; ; ) {
    const { rows } = await db.query<ExportedAlert>(
      `select id, threshold_key as "umbralClave", version, episode as episodio,
         condition as condicion, rule_value as "valorRegla", rearm_band_bp as banda,
         target_kind as "objetivoTipo", target_id as "objetivoId", category as categoria,
         collectible_id as "coleccionableId", match_id as "partidoId",
         value_cents as "valorCentimos", previous_cents as "anteriorCentimos", currency as moneda,
         ${utc('observed_at')} as "observadaEn", already as "yaEstaba",
         ${utc('created_at')} as "creadaEn", ${utc('read_at')} as "leidaEn", outbox_id as "correoId"
       from alerts where uid = $1 and id > $2 order by id limit $3`,
      [uid, after, alertPageSize],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < alertPageSize) return;
    after = last.id;
  }
}

export async function* iterateMails(db: Database, uid: string): AsyncGenerator<ExportedMail> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await db.query<ExportedMail>(
      `select id, kind as tipo, to_address as para, subject as asunto, body_text as texto,
         body_html as html, headers as cabeceras, state as estado, attempts as intentos,
         ${utc('next_attempt_at')} as "proximoIntentoEn", last_error as "ultimoError",
         ${utc('created_at')} as "creadoEn", ${utc('sent_at')} as "enviadoEn"
       from outbox where uid = $1 and id > $2 order by id limit $3`,
      [uid, after, mailPageSize],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < mailPageSize) return;
    after = last.id;
  }
}

export async function* iterateDeliveries(
  db: Database,
  uid: string,
): AsyncGenerator<ExportedDelivery> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await db.query<ExportedDelivery>(
      `select id, channel_id as "canalId", kind as tipo, alerts as alertas,
         array(select alert_id from alert_deliveries l where l.delivery_id = d.id order by 1) as "alertaIds",
         state as estado, attempts as intentos, ${utc('next_attempt_at')} as "proximoIntentoEn",
         last_error as "ultimoError", ${utc('created_at')} as "creadoEn", ${utc('ended_at')} as "acabadoEn"
       from channel_deliveries d where uid = $1 and id > $2 order by id limit $3`,
      [uid, after, mailPageSize],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < mailPageSize) return;
    after = last.id;
  }
}
