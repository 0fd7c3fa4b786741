/** Descriptions of all endpoints for the OpenAPI document, with their error codes. */
import * as z from 'zod/mini';
import { alertsPage } from '#contract/alerts.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { health } from '#contract/health.ts';
import { collectiblesPage } from '#contract/monitoring.ts';
import { thresholdsFile, thresholdsFileInput } from '#contract/threshold-import-export.ts';
import { thresholdsPage } from '#contract/thresholds.ts';
import { userExport } from '#contract/user-export.ts';
import { retentionYears } from '#domain/account-retention.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Media type → its schema; `text` without one. */
export type Media = Readonly<Record<string, z.ZodMiniType | 'text'>>;

export interface Operation {
  readonly summary: string;
  readonly description?: string;
  /** Besides `commonErrors`. */
  readonly errorCodes?: readonly ErrorCode[];
  /** Needs no session. */
  readonly isPublic?: true;
  /** Content of the 200 response where the route has no schema for it. */
  readonly responseContent?: Media;
  /** Status → description, for endpoints that answer with HTML pages. */
  readonly pages?: Readonly<Record<string, string>>;
  readonly body?: Media;
  readonly headers?: Readonly<Record<string, string>>;
}

const csvOnRequest =
  'Con `Accept: text/csv`, un archivo CSV de hasta 20 000 líneas (Premium y Elite).';
const csvHeader = { Accept: '`text/csv` pide un archivo en vez de una página.' };
const ifThresholdMatches = {
  'If-Match':
    'Su `etag`, como se leyó: 409 si el umbral cambió antes, con el que está guardado en `stored`.',
};
const linkPages = {
  200: 'Una página para personas.',
  400: 'El enlace no es válido.',
  410: 'El enlace ha caducado, o era de otra dirección.',
};

/** Every endpoint of the product, by `method path`. A test compares this list with the registered routes. */
export const operations: Readonly<Record<string, Operation>> = {
  'get /health': {
    summary: 'Si el servicio está listo',
    isPublic: true,
    responseContent: { 'application/json': health },
    pages: { 503: 'Aún no está listo; la misma forma.' },
  },
  'get /api/docs': {
    summary: 'Esta documentación, para personas',
    isPublic: true,
    responseContent: { 'text/html': 'text' },
  },
  'get /api/docs/openapi.json': {
    summary: 'Esta documentación, para programas',
    isPublic: true,
    responseContent: { 'application/json': 'text' },
  },
  'get /api/auth/verify': { summary: 'De quién es el token y hasta cuándo vale' },

  'get /api/monitoring/matches': { summary: 'Partidos, con su precio más bajo' },
  'get /api/monitoring/match': {
    summary: 'Un partido: sus coleccionables, estadísticas, tus umbrales y el historial de uno',
    description: 'Sin `collectible`, el historial es el del primero que esté a la venta.',
    errorCodes: ['not_found'],
  },
  'get /api/monitoring/history': {
    summary: 'El historial de un coleccionable',
    errorCodes: ['not_found'],
  },
  'get /api/monitoring/raw': {
    summary: 'Coleccionables',
    description: csvOnRequest,
    errorCodes: ['plan_limit'],
    responseContent: { 'application/json': collectiblesPage, 'text/csv': 'text' },
    headers: csvHeader,
  },
  'get /api/monitoring/stats': {
    summary: 'Estadísticas del mercado, de un partido o de una categoría',
    description:
      'Cada cifra dice cuántas observaciones tiene detrás; `null` es «faltan datos», no 0.',
    errorCodes: ['not_found'],
  },
  'get /api/monitoring/discovery': {
    summary:
      'Lo que destaca en el mercado: bajadas, mínimos de 30 días y lo recién puesto a la venta',
    description: 'De los partidos por jugar, hasta seis de cada. Se calcula una vez por lectura.',
  },
  'post /api/monitoring/preview': {
    summary: 'Qué habría hecho un umbral sin guardar sobre el historial que hay',
    description:
      '`reach`: de las líneas pasadas tan lejanas como esta, la parte que se cruzó en esos días y de cuántos casos. Cuenta lo que pasó, no es un pronóstico; sin parte por debajo de 200 casos, y sin ninguna con menos de 30 días de historial.',
    errorCodes: ['plan_limit'],
  },
  'get /api/monitoring/stream': {
    summary: 'Precios y alertas en directo (server-sent events)',
    description:
      'Eventos `prices`, `alert` y `source`; un comentario cada 15 s. Tres a la vez por persona; se cierra cuando caduca el token. `matches` lo limita a esos partidos, vacío a ninguno; con `id`, que elige el cliente, se cambian después y un directo anterior con el mismo `id` se cierra.',
    responseContent: { 'text/event-stream': 'text' },
    headers: { 'Last-Event-ID': 'El último evento recibido: sigue desde ahí.' },
  },
  'put /api/monitoring/stream/{id}': {
    summary: 'Cambia los partidos de un directo abierto',
    description:
      'Sin volver a conectar. `items` son los precios de ahora de los partidos de `pricesOf`; los posteriores llegan por el directo. Con `subscribed: false` este proceso no tiene ese directo: vuelve a abrirlo con `matches`.',
  },

  'get /api/users/profile': { summary: 'El perfil' },
  'patch /api/users/profile': {
    summary: 'Cambia el nombre, o da por hechos los primeros pasos',
    errorCodes: ['conflict'],
  },
  'delete /api/users/profile': {
    summary: 'Cierra la cuenta, o la elimina',
    description: `\`cerrar\` para los umbrales y los correos y guarda los datos ${retentionYears} años: volver a iniciar sesión la abre. \`eliminar\` la borra ahora, y pide haber iniciado sesión hace menos de 5 minutos.`,
    errorCodes: ['not_found', 'reauthentication_required'],
  },
  'delete /api/users/sessions': {
    summary: 'Cierra la sesión en todas partes',
    description:
      'También la que lo pide. Las claves siguen valiendo: se borran una a una. Los streams abiertos terminan enseguida.',
  },
  'get /api/users/export': {
    summary: 'Todo lo que guardamos de ti',
    description: 'Una lista por tabla, con sus filas como están guardadas.',
    responseContent: { 'application/json': userExport },
  },
  'get /api/users/config': { summary: 'La configuración y cómo está cada umbral' },
  'put /api/users/config': {
    summary: 'Reemplaza la configuración entera',
    description:
      'Los límites del plan solo se aplican a lo que crece. Un umbral empieza una versión nueva si cambia su regla, o si termina una pausa o un silencio.',
    errorCodes: ['plan_limit', 'not_found', 'conflict'],
    headers: { 'If-Match': 'La versión leída (`ETag`): 409 si otra pestaña guardó antes.' },
  },
  'patch /api/users/config': {
    summary: 'Cambia cada cuánto se comprueba',
    errorCodes: ['plan_limit', 'not_found', 'conflict'],
    headers: { 'If-Match': 'La versión leída (`ETag`): 409 con lo guardado si es otra.' },
  },
  'get /api/users/thresholds': {
    summary: 'Tus umbrales, por páginas o en un archivo',
    description:
      'Con `format`, un archivo con todos (Premium y Elite); en CSV, el texto que empieza como una fórmula lleva delante una comilla simple. Sin él, una página.',
    errorCodes: ['plan_limit'],
    responseContent: {
      'application/json': z.union([thresholdsPage, thresholdsFile]),
      'text/csv': 'text',
    },
  },
  'post /api/users/thresholds': {
    summary: 'Crea un umbral',
    description:
      'Con un `id` tuyo la petición se puede repetir: la segunda vez responde 200 con el que ya está. Con el mismo `id` y otra regla, 409.',
    errorCodes: ['plan_limit', 'not_found', 'conflict'],
  },
  'post /api/users/thresholds/batch': {
    summary: 'Crea, cambia o borra varios umbrales, todos o ninguno',
    description:
      'Hasta 1000, en su orden y de una vez; responde los partidos que sigues y la versión. De varios, lo que ya no existe se pasa por alto. Con `seen`, la regla que se leyó: 409 si ya no es esa ni la que se pide, con la guardada en `stored`. `unwatch`: partidos que se dejan de seguir a la vez.',
    errorCodes: ['plan_limit', 'not_found', 'conflict'],
  },
  'get /api/users/thresholds/{id}': { summary: 'Un umbral', errorCodes: ['not_found'] },
  'patch /api/users/thresholds/{id}': {
    summary: 'Cambia un umbral',
    description:
      'Solo los campos que se envían. Empieza una versión nueva si cambia su regla, o si termina una pausa o un silencio.',
    errorCodes: ['plan_limit', 'not_found', 'conflict'],
    headers: ifThresholdMatches,
  },
  'delete /api/users/thresholds/{id}': {
    summary: 'Borra un umbral, y responde cómo era',
    errorCodes: ['not_found', 'conflict'],
    headers: ifThresholdMatches,
  },
  'put /api/users/watched/{matchId}': {
    summary: 'Sigue un partido',
    errorCodes: ['plan_limit', 'not_found'],
  },
  'delete /api/users/watched/{matchId}': {
    summary: 'Deja de seguir un partido',
    errorCodes: ['not_found'],
  },
  'post /api/users/thresholds/import': {
    summary: 'Trae umbrales de un archivo, todos o ninguno',
    description:
      'Crea o cambia los del archivo y deja los demás como están. Con `dryRun=1` dice qué haría, línea por línea, y no cambia nada; con `skipInvalid=1` deja fuera las que fallan, en vez de no importar ninguna. Hasta 1 MB, en CSV 256 kB, y 1000 umbrales. Columnas del CSV: `id` (vacío: uno nuevo, el mismo si el archivo se repite), `objetivo`, `objetivo_id`, `categoria`, `condicion`, `valor` (`180,00`, `5 %` o `30 días`), `moneda`, `margen` (`3 %`), `pausa`, `silenciado_hasta`; `nota`, `caduca_en` y `canales` (ids separados por espacios; vacío: todos) pueden faltar, y entonces quedan como están; `nombre` no se lee.',
    errorCodes: ['plan_limit', 'not_found', 'conflict'],
    body: { 'application/json': thresholdsFileInput, 'text/csv': 'text' },
  },
  'get /api/users/alerts': {
    summary: 'El historial de alertas, de la más nueva a la más vieja',
    description: csvOnRequest,
    errorCodes: ['plan_limit'],
    responseContent: { 'application/json': alertsPage, 'text/csv': 'text' },
    headers: csvHeader,
  },
  'patch /api/users/alerts': { summary: 'Marca alertas como leídas', errorCodes: ['not_found'] },
  'get /api/users/keys': { summary: 'Tus claves para programas, sin su secreto' },
  'post /api/users/keys': {
    summary: 'Crea una clave, y la enseña esta única vez',
    description:
      'Premium incluye una y Elite diez. `read` lee precios, umbrales y alertas; `write` también cambia umbrales. Pide haber iniciado sesión en los últimos 5 minutos y el correo confirmado, y se dice en un correo. Va como `Authorization: Bearer vigia_…`, hasta 60 peticiones por minuto. Nunca sirve para el plan, los pagos, la cuenta, los canales ni las claves.',
    errorCodes: ['plan_limit', 'email_unconfirmed', 'reauthentication_required'],
  },
  'delete /api/users/keys/{id}': {
    summary: 'Borra una clave, que deja de valer enseguida',
    errorCodes: ['not_found'],
  },
  'get /api/users/channels': {
    summary: 'Tus canales, sin sus ajustes',
    description:
      'Además del correo: qué puede añadirse aquí (`kinds`), y la clave con la que un navegador se suscribe.',
  },
  'post /api/users/channels': {
    summary: 'Añade un canal, y enseña sus secretos esta única vez',
    description:
      'Básico incluye `push`; Premium también `ntfy`, `gotify`, `telegram` y `discord`; Elite también `webhook`. Las direcciones son `https` y públicas. Un webhook recibe el JSON de las alertas, firmado por Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`); un envío repetido lleva el mismo `webhook-id`. Un canal de Telegram empieza en pausa, hasta que abres su `link`. Pide el correo confirmado, y se dice en un correo.',
    errorCodes: ['plan_limit', 'email_unconfirmed'],
  },
  'patch /api/users/channels/{id}': {
    summary: 'Cambia su nombre, lo pausa o lo activa',
    description: 'Activar uno detenido lo vuelve a intentar. El del correo tiene el id `mail`.',
    errorCodes: ['plan_limit', 'not_found', 'email_unconfirmed'],
  },
  'delete /api/users/channels/{id}': {
    summary: 'Quita un canal, y lo que esperaba para él',
    errorCodes: ['not_found'],
  },
  'post /api/users/channels/{id}/test': {
    summary: 'Envía una prueba de verdad, y dice qué respondió el otro lado',
    errorCodes: ['plan_limit', 'not_found', 'email_unconfirmed', 'unavailable'],
  },
  'get /api/users/notifications': {
    summary: 'Horas de silencio, correo, avisos del navegador y resumen semanal',
  },
  'put /api/users/notifications': {
    summary: 'Los cambia',
    errorCodes: ['conflict'],
    headers: { 'If-Match': 'Lo leído (`ETag`): 409 si algo lo cambió antes.' },
  },
  'patch /api/users/notifications': {
    summary: 'Cambia lo que se envía, y deja lo demás',
    errorCodes: ['conflict'],
    headers: { 'If-Match': 'Lo leído (`ETag`), si se envía: 409 si algo lo cambió antes.' },
  },
  'post /api/users/confirmation': {
    summary: 'Envía otra vez el enlace que confirma tu correo',
    errorCodes: ['conflict'],
  },
  'post /api/users/test-mail': {
    summary: 'Envía una alerta de prueba',
    errorCodes: ['email_unconfirmed'],
  },

  'get /api/billing/state': { summary: 'Tu plan y tu suscripción, según nuestros libros' },
  'get /api/billing/invoices': { summary: 'Tus facturas, de la más nueva a la más vieja' },
  'post /api/billing/checkout': {
    summary: 'Dónde pagar un plan',
    description:
      'Una suscripción en marcha se cambia con `POST /api/billing/plan`. Pide un correo confirmado.',
    errorCodes: ['conflict', 'email_unconfirmed'],
  },
  'get /api/billing/checkout': {
    summary: 'Qué fue de una visita a la página de pago',
    errorCodes: ['not_found'],
  },
  'post /api/billing/card': { summary: 'Dónde dar otra tarjeta', errorCodes: ['conflict'] },
  'get /api/billing/plan': {
    summary: 'Cuánto costaría cambiar de plan ahora',
    errorCodes: ['conflict', 'validation_failed'],
  },
  'post /api/billing/plan': {
    summary: 'Cambia de plan ahora',
    description: 'Con el `proratedAt` de la consulta previa se cobra exactamente lo que enseñó.',
    errorCodes: ['conflict'],
  },
  'post /api/billing/cancel': {
    summary: 'Cancela la suscripción al final del periodo pagado',
    errorCodes: ['conflict'],
  },
  'post /api/billing/resume': {
    summary: 'Mantiene la suscripción, mientras no haya terminado',
    errorCodes: ['conflict'],
  },

  'post /api/billing/webhook': {
    summary: 'Avisos firmados del servicio de pagos (Stripe)',
    description:
      'La firma se comprueba sobre el cuerpo tal como llega y vale 5 minutos. Con otra respuesta que 200 el aviso se repite.',
    isPublic: true,
    body: { 'application/json': 'text' },
    responseContent: { 'application/json': 'text' },
    errorCodes: ['invalid_request', 'unavailable'],
    headers: { 'Stripe-Signature': 'La firma.' },
  },

  'post /api/push/renewal': {
    summary: 'Cambia la suscripción de un navegador que es un canal',
    description:
      'Lo llama el propio navegador cuando su servicio de avisos le da otra (`pushsubscriptionchange`). No lleva sesión: la suscripción anterior lo prueba. Repetirla no cambia nada.',
    isPublic: true,
    errorCodes: ['invalid_request', 'not_found', 'validation_failed', 'too_many_requests'],
  },
  'post /api/telegram/webhook': {
    summary: 'Avisos del bot de Telegram',
    description: 'Enlaza el chat en el que alguien abrió el enlace de su canal.',
    isPublic: true,
    body: { 'application/json': 'text' },
    responseContent: { 'application/json': 'text' },
    errorCodes: ['invalid_request', 'unauthenticated'],
    headers: { 'X-Telegram-Bot-Api-Secret-Token': 'El secreto que se dio a `setWebhook`.' },
  },

  'post /api/market/readings': {
    summary: 'Una lectura del mercado, de una fuente del operador',
    description:
      'Con la clave de una fuente (`vigia admin sources create`) en `Authorization`. Los precios son céntimos enteros de la divisa de la fuente; `null`, que no está a la venta. Lo que hay en `ticks` y en `catalogue` se comprueba entrada por entrada: `rejected` tiene una fila por motivo, y el resto se aplica. Se responde cuando está guardada. Lo que tienen las entradas: `docs/adding-a-marketplace.md`.',
    isPublic: true,
    errorCodes: [
      'invalid_request',
      'unauthenticated',
      'conflict',
      'validation_failed',
      'too_many_requests',
      'unavailable',
    ],
    headers: {
      'Idempotency-Key':
        'Repetida, es la misma lectura: responde lo mismo y no se aplica otra vez.',
    },
  },

  'get /api/users/confirmar': {
    summary: 'Página del enlace que confirma un correo',
    isPublic: true,
    pages: linkPages,
  },
  'post /api/users/confirmar': { summary: 'Lo confirma', isPublic: true, pages: linkPages },
  'get /api/alerts/actions': {
    summary: 'Página de los enlaces de un correo: silenciar, pausar, dejar de recibir',
    isPublic: true,
    pages: linkPages,
  },
  'post /api/alerts/actions': {
    summary: 'Lo hace (RFC 8058)',
    isPublic: true,
    pages: { ...linkPages, 404: 'Ese umbral ya no existe.' },
  },
};

/** Description of each query parameter name, for every endpoint that has it. */
export const parameterDescriptions: Readonly<Record<string, string>> = {
  limit: 'Cuántos por página: de 1 a 500; 100 si no se dice.',
  cursor: 'El `nextCursor` de la página anterior.',
  q: 'Texto que buscar.',
  watched: 'Solo lo que sigues, o solo lo que no.',
  match: 'Id de un partido.',
  id: 'Id del partido, o de la visita a la página de pago.',
  collectible: 'Id del coleccionable cuyo historial se quiere.',
  range: 'Cuánto historial.',
  points:
    'Puntos del historial, como mucho: de 10 a 500; 300 si no se dice. Ninguna bajada se pierde.',
  spark: 'Añade el precio de los últimos 7 días, cada 6 horas.',
  threshold: 'Id de un umbral.',
  matchId: 'Id de un partido.',
  format: 'Pide un archivo con todos.',
  status: 'Solo los umbrales en este estado.',
  unread: 'Solo las no leídas, o solo las leídas.',
  matches: 'Ids de partidos separados por comas; todos si no se dice.',
};

/** Error codes of every endpoint with a session. */
export const commonErrors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthenticated',
  'forbidden',
  'too_many_requests',
  'internal',
  'unavailable',
];
