/** Texts after returning from Stripe Checkout or the card change page, by outcome; and what was bought. */
import type { Plan } from '#domain/plans.ts';
import { addedChannels } from './channel-kinds.ts';
import { count } from './format.ts';
import { everyText } from './settings.ts';

export const checkoutReturnCopy = {
  checking: 'Comprobando tu pago…',
  unread: 'No se ha podido comprobar tu pago.',
  unknown: 'No encontramos ese pago en tu cuenta.',
  left: {
    title: 'No se ha cobrado nada.',
    text: 'Has salido de la página de la tarjeta sin terminar. Puedes volver cuando quieras.',
  },
  expired: {
    title: 'No se ha cobrado nada.',
    text: 'La página de la tarjeta ha caducado. Puedes empezar otra vez.',
  },
  failed: {
    title: 'No se ha podido cobrar.',
    text: 'Tu banco ha rechazado el cargo y tu plan no ha cambiado. Puedes volver a intentarlo con otra tarjeta.',
  },
  paid: (plan: string) => ({
    title: `Ya tienes ${plan}.`,
    text: 'El pago se ha hecho y el recibo va camino de tu correo.',
  }),
  past: (plan: string) => ({
    title: 'Ese pago ya está contado.',
    text: `Lo que pagaste entonces por ${plan} ya ha terminado. Debajo ves cómo está tu plan ahora.`,
  }),
  activating: (plan: string) => ({
    title: 'Pago recibido.',
    text: `Estamos activando ${plan}: suele tardar unos segundos. No pagues otra vez.`,
  }),
  activatingLong: (plan: string) => ({
    title: 'Pago recibido.',
    text: `Activar ${plan} está tardando más de lo normal, pero tu pago está hecho: no pagues otra vez. Puedes cerrar esta página; te escribiremos en cuanto esté.`,
  }),
  saved: {
    title: 'Tarjeta cambiada.',
    text: 'Los próximos cobros irán a la tarjeta nueva.',
  },
  saving: {
    title: 'Tarjeta recibida.',
    text: 'La estamos guardando: suele tardar unos segundos.',
  },
  savedStillOwed: {
    title: 'El cobro pendiente sigue sin pagarse.',
    text: 'La tarjeta nueva se ha guardado, pero tu banco ha rechazado el cargo. Prueba con otra.',
  },
} as const;

export const purchasedCopy = {
  title: (plan: string) => `Aprovecha ${plan}`,
  done: ', hecho',
  faster: ({ fastestCheckSeconds }: Plan) => `Comprobar ${everyText(fastestCheckSeconds)}`,
  fasterHint: ({ fastestCheckSeconds }: Plan, current: number) =>
    current <= fastestCheckSeconds
      ? 'Ya lo haces.'
      : `Ahora compruebas ${everyText(current)}: puedes ir más rápido.`,
  channels: 'Recibir alertas por más canales',
  channelsHint: ({ name }: Plan) =>
    name === 'elite'
      ? `${addedChannels('premium')}, y tu propio webhook.`
      : `${addedChannels('premium')}.`,
  matches: 'Vigilar más partidos',
  matchesHint: ({ maxMatches }: Plan, used: number) =>
    maxMatches === null
      ? `Vigilas ${count(used)}; caben los que quieras.`
      : `Vigilas ${count(used)} de ${count(maxMatches)}.`,
  keys: 'Conectar un programa o un asistente',
  keysHint: ({ maxApiKeys }: Plan) =>
    maxApiKeys === 1 ? 'Tienes una clave.' : `Tienes ${maxApiKeys} claves.`,
} as const;
