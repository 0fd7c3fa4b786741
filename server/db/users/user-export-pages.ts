/** Reads what the tables hold without end on one user, for the data export: in pages, so that no account fills the memory. */
import type {
  ExportedAlert,
  ExportedDelivery,
  ExportedMail,
  ExportedThreshold,
} from '#contract/user-export.ts';
import type { Database } from '../pool.ts';
import { utc } from '../utc-column.ts';
import { chosenChannels } from './threshold-channels.ts';

interface Paging<Row> {
  /** Sorted by its key, of the user `$1`, after the key `$2`, at most `$3` rows. */
  readonly sql: string;
  readonly keyOf: (row: Row) => number | string;
  /** Below every key. */
  readonly first: number | string;
  readonly size: number;
}

type Pages<Row> = AsyncGenerator<readonly Row[]>;

async function* iteratePages<Row extends object>(
  db: Database,
  uid: string,
  { sql, keyOf, first, size }: Paging<Row>,
): Pages<Row> {
  for (let after = first; ; ) {
    const { rows } = await db.query<Row>(sql, [uid, after, size]);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    after = keyOf(last);
  }
}

const lowestUuid = '00000000-0000-0000-0000-000000000000';

/** Oldest first, deleted ones until they are purged. */
export const iterateThresholds = (db: Database, uid: string): Pages<ExportedThreshold> =>
  iteratePages(db, uid, {
    sql: `select t.key as clave, t.id,
         json_build_object('tipo', t.target_kind, 'id', t.target_id, 'categoria', t.category) as objetivo,
         t.match_id as "partidoId", t.condition as condicion, t.value as valor, t.currency as moneda,
         t.rearm_band_bp as banda, t.pause_reason as pausa, ${utc('t.snoozed_until')} as "silenciadoHasta",
         t.version, ${utc('t.created_at')} as "creadoEn", ${utc('t.active_from')} as "activoDesde",
         t.armed as armado, t.base, t.episode as episodio, to_json(${chosenChannels}) as canales,
         t.note as nota, ${utc('t.expires_at')} as "caducaEn",
         ${utc('t.deleted_at')} as "borradoEn",
         coalesce((
           select json_agg(json_build_object('accion', c.action, 'version', c.version,
             'desde', ${utc('c.due_at')}, 'creadaEn', ${utc('c.created_at')},
             'aplicadaEn', ${utc('c.applied_at')}) order by c.seq)
           from threshold_commands c where c.threshold_key = t.key), '[]') as ordenes
       from thresholds t where t.uid = $1 and t.key > $2 order by t.key limit $3`,
    keyOf: ({ clave }) => clave,
    first: 0,
    size: 500,
  });

/** Oldest first. */
export const iterateAlerts = (db: Database, uid: string): Pages<ExportedAlert> =>
  iteratePages(db, uid, {
    sql: `select id, threshold_key as "umbralClave", version, episode as episodio,
         condition as condicion, rule_value as "valorRegla", rearm_band_bp as banda,
         target_kind as "objetivoTipo", target_id as "objetivoId", category as categoria,
         collectible_id as "coleccionableId", match_id as "partidoId",
         value_cents as "valorCentimos", previous_cents as "anteriorCentimos", currency as moneda,
         ${utc('observed_at')} as "observadaEn", already as "yaEstaba",
         ${utc('created_at')} as "creadaEn", ${utc('read_at')} as "leidaEn", (
           select l.delivery_id from alert_deliveries l join deliveries d on d.id = l.delivery_id
            where l.alert_id = alerts.id and d.kind = 'mail' order by d.created_at desc limit 1) as "correoId"
       from alerts where uid = $1 and id > $2 order by id limit $3`,
    keyOf: ({ id }) => id,
    first: 0,
    size: 500,
  });

/** Links of mails act without a session: who is sent the file gets none that does. */
const withoutTokens = (column: string) =>
  `regexp_replace(${column}, '([?&]token=)[\\w.-]+', '\\1…', 'g')`;

export const iterateMails = (db: Database, uid: string): Pages<ExportedMail> =>
  iteratePages(db, uid, {
    sql: `select id, cause as tipo, to_address as para, subject as asunto, ${withoutTokens('body_text')} as texto,
         ${withoutTokens('body_html')} as html, ${withoutTokens('headers::text')}::jsonb as cabeceras, state as estado, attempts as intentos,
         ${utc('next_attempt_at')} as "proximoIntentoEn", last_error as "ultimoError",
         ${utc('created_at')} as "creadoEn", case when state = 'sent' then ${utc('ended_at')} end as "enviadoEn"
       from deliveries where uid = $1 and kind = 'mail' and id > $2 order by id limit $3`,
    keyOf: ({ id }) => id,
    first: lowestUuid,
    size: 100,
  });

export const iterateDeliveries = (db: Database, uid: string): Pages<ExportedDelivery> =>
  iteratePages(db, uid, {
    sql: `select id, channel_id as "canalId", kind as tipo, alerts as alertas,
         array(select alert_id from alert_deliveries l where l.delivery_id = d.id order by 1) as "alertaIds",
         state as estado, attempts as intentos, ${utc('next_attempt_at')} as "proximoIntentoEn",
         last_error as "ultimoError", ${utc('created_at')} as "creadoEn", ${utc('ended_at')} as "acabadoEn"
       from deliveries d where uid = $1 and kind <> 'mail' and id > $2 order by id limit $3`,
    keyOf: ({ id }) => id,
    first: lowestUuid,
    size: 100,
  });
