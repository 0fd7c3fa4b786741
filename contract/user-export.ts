/** Schemas of GET /api/users/export: all data stored about the user. */
import * as z from 'zod/mini';
import { channelKinds } from '#domain/channels.ts';
import { planNames } from '#domain/plans.ts';
import { accountStates } from '#domain/profile.ts';
import { conditions, pauseReasons } from '#domain/threshold.ts';
import { keyScopes } from './api-keys.ts';
import { channelStates } from './channels.ts';
import { instant } from './primitives.ts';
import { notifications } from './users.ts';

const maybeInstant = z.nullable(instant);

const exportedAccount = z.strictObject({
  uid: z.string(),
  email: z.string(),
  emailConfirmadoEn: maybeInstant,
  username: z.string(),
  estado: z.enum(accountStates),
  onboardingCompletado: z.boolean(),
  creadaEn: instant,
  cerradaEn: maybeInstant,
  sesionesRevocadasEn: maybeInstant,
});

/** A command of a threshold to the market worker. */
const exportedCommand = z.strictObject({
  accion: z.enum(['start', 'stop']),
  version: z.int(),
  desde: instant,
  creadaEn: instant,
  aplicadaEn: maybeInstant,
});

/** Includes deleted thresholds until they are purged. */
const exportedThreshold = z.strictObject({
  clave: z.int(),
  id: z.string(),
  objetivo: z.strictObject({
    tipo: z.enum(['collectible', 'match']),
    id: z.string(),
    categoria: z.nullable(z.string()),
  }),
  partidoId: z.string(),
  condicion: z.enum(conditions),
  valor: z.int(),
  moneda: z.string(),
  banda: z.int(),
  pausa: z.nullable(z.enum(pauseReasons)),
  silenciadoHasta: maybeInstant,
  version: z.int(),
  creadoEn: instant,
  activoDesde: maybeInstant,
  armado: z.boolean(),
  base: z.nullable(z.int()),
  episodio: z.int(),
  /** Those it chose; null = all. */
  canales: z.nullable(z.array(z.string())),
  nota: z.nullable(z.string()),
  caducaEn: maybeInstant,
  borradoEn: maybeInstant,
  ordenes: z.array(exportedCommand),
});

const exportedAlert = z.strictObject({
  id: z.int(),
  umbralClave: z.int(),
  version: z.int(),
  episodio: z.int(),
  condicion: z.string(),
  valorRegla: z.int(),
  banda: z.int(),
  objetivoTipo: z.string(),
  objetivoId: z.string(),
  categoria: z.nullable(z.string()),
  coleccionableId: z.string(),
  partidoId: z.string(),
  valorCentimos: z.int(),
  anteriorCentimos: z.nullable(z.int()),
  moneda: z.string(),
  observadaEn: instant,
  yaEstaba: z.boolean(),
  creadaEn: instant,
  leidaEn: maybeInstant,
  correoId: z.nullable(z.string()),
});

const exportedMail = z.strictObject({
  id: z.string(),
  tipo: z.string(),
  para: z.string(),
  asunto: z.string(),
  texto: z.string(),
  html: z.string(),
  cabeceras: z.record(z.string(), z.string()),
  estado: z.string(),
  intentos: z.int(),
  proximoIntentoEn: instant,
  ultimoError: z.nullable(z.string()),
  creadoEn: instant,
  enviadoEn: maybeInstant,
});

const exportedPayments = z.strictObject({
  /** The user's customer id at the payment provider. */
  clienteId: z.string(),
  clienteDesde: instant,
  /** Next reconciliation with the payment provider. */
  proximaComparacion: instant,
  suscripcion: z.nullable(
    z.strictObject({
      id: z.string(),
      estado: z.string(),
      /** As last synced; instants in epoch milliseconds. */
      datos: z.record(z.string(), z.unknown()),
      detalles: z.record(z.string(), z.unknown()),
      lectura: z.int(),
      revision: z.int(),
      acabaPorTiempoEn: maybeInstant,
      actualizadaEn: instant,
    }),
  ),
  facturas: z.array(
    z.strictObject({
      id: z.string(),
      numero: z.string(),
      emitidaEn: instant,
      centimos: z.int(),
      impuestoCentimos: z.int(),
      estado: z.string(),
      pagadaEn: maybeInstant,
      url: z.nullable(z.string()),
    }),
  ),
  /** Requests to the payment provider, by idempotency key. */
  peticiones: z.array(
    z.strictObject({
      clave: z.string(),
      motivo: z.string(),
      creadaEn: instant,
      respondidaEn: maybeInstant,
    }),
  ),
});

const exportedApiKey = z.strictObject({
  id: z.string(),
  nombre: z.string(),
  permiso: z.enum(keyScopes),
  prefijo: z.string(),
  creadaEn: instant,
  usadaEn: maybeInstant,
  caducaEn: maybeInstant,
});

/** Without addresses, tokens and secrets, which never leave again. */
const exportedChannel = z.strictObject({
  id: z.string(),
  tipo: z.enum(channelKinds),
  nombre: z.string(),
  estado: z.enum(channelStates),
  pausa: z.nullable(z.string()),
  motivo: z.nullable(z.string()),
  fallos: z.int(),
  rechazos: z.int(),
  pruebaFallida: z.nullable(z.string()),
  ultimaEntrega: maybeInstant,
  enlaceCaducaEn: maybeInstant,
  creadoEn: instant,
});

/** A message to a channel, in the last 30 days. */
const exportedDelivery = z.strictObject({
  id: z.string(),
  canalId: z.string(),
  tipo: z.enum(channelKinds),
  alertas: z.array(z.record(z.string(), z.unknown())),
  alertaIds: z.array(z.int()),
  estado: z.string(),
  intentos: z.int(),
  proximoIntentoEn: instant,
  ultimoError: z.nullable(z.string()),
  creadoEn: instant,
  acabadoEn: maybeInstant,
});

export const userExport = z.strictObject({
  exportadoEn: instant,
  cuenta: exportedAccount,
  configuracion: z.strictObject({
    partidos: z.array(z.string()),
    frecuencia: z.int(),
    version: z.int(),
  }),
  avisos: notifications,
  /** Weekly summaries: when the next is due, and what became of those of the last 60 days. */
  resumenes: z.strictObject({
    previsto: maybeInstant,
    semanas: z.array(
      z.strictObject({
        /** ISO date of the Monday it was due. */
        lunes: z.string(),
        resultado: z.enum(['mailed', 'empty', 'unreachable', 'missed', 'failed']),
        decididoEn: instant,
      }),
    ),
  }),
  suscripcion: z.nullable(
    z.strictObject({
      plan: z.enum(planNames),
      concedidaPor: z.string(),
      actualizadaEn: instant,
    }),
  ),
  /** Payment data; null without a customer at the payment provider. */
  pagos: z.nullable(exportedPayments),
  /** The next check, while alerts are unsent. */
  comprobacion: z.nullable(z.strictObject({ prevista: instant })),
  /** The pending projection of the settings into the profile document. */
  proyeccion: z.nullable(z.strictObject({ prevista: instant, intentos: z.int() })),
  /** The document `users/{uid}` as stored in the document database. */
  documento: z.nullable(z.record(z.string(), z.unknown())),
  /** Without the keys themselves: only their hashes are stored. */
  claves: z.array(exportedApiKey),
  canales: z.array(exportedChannel),
  umbrales: z.array(exportedThreshold),
  alertas: z.array(exportedAlert),
  correos: z.array(exportedMail),
  envios: z.array(exportedDelivery),
});
export type UserExport = z.infer<typeof userExport>;
/** Without what may be many and is read in pages. */
export type UserExportBase = Omit<
  UserExport,
  'exportadoEn' | 'documento' | 'umbrales' | 'alertas' | 'correos' | 'envios'
>;
export type ExportedThreshold = z.infer<typeof exportedThreshold>;
export type ExportedAlert = z.infer<typeof exportedAlert>;
export type ExportedMail = z.infer<typeof exportedMail>;
export type ExportedDelivery = z.infer<typeof exportedDelivery>;
