/** Texts of the alert history. */
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { rearmCents } from '#domain/crossing.ts';
import { type CrossingToSay, nowWords } from '#domain/crossing-words.ts';
import { listed } from '#domain/intl-formats.ts';
import { saidCrossing, whyReceived } from './alert-arrival.ts';
import { clockTime, counted, longDate, money, weekdayDate } from './format.ts';
import { inWords } from './number-words.ts';
import { seePlans } from './see-plans.ts';
import { type RuleToFormat, ruleSentence } from './thresholds.ts';

export const alertsCopy = {
  title: 'Alertas',
  unreadTitle: (unread: number): string =>
    unread === 0 ? 'Todo leído' : `${unread === 1 ? 'Una' : inWords(unread)} sin leer`,
  checks: (every: string) => `Comprobación ${every}`,
  quiet: (from: string, to: string) => `silencio de ${from} a ${to}`,
  markAll: 'Marcar todas como leídas',
  filter: 'Filtrar alertas',
  show: 'Mostrar',
  all: 'Todas',
  unread: 'Sin leer',
  failed: 'No entregadas',
  match: 'Partido',
  everyMatch: 'Todos',
  since: 'Desde',
  onlyThreshold: 'Solo las de un umbral.',
  clear: 'Quitar filtros',
  history: 'Historial de alertas',
  notRead: 'No se han podido leer tus alertas.',
  emptyTitle: 'Aún no ha cruzado nada',
  empty: 'Cuando un precio cruce una de tus líneas, la alerta aparece aquí y sale a tu correo.',
  toMatches: 'Elegir un partido',
  toThresholds: 'Ver tus umbrales',
  noneUnread: 'No queda nada por leer',
  noneFound: 'Ninguna alerta es así',
  noneFoundHint: 'Prueba con otro partido, otra fecha o sin filtros.',
  loading: 'Cargando tus alertas',
  more: 'Ver más',
  moreFailed: 'No se han podido leer las siguientes.',
  unsent: 'Un correo no ha llegado.',
  unsentNote: 'La alerta está aquí, y no se vuelve a enviar sola.',
  seeUnsent: 'Ver cuál',
  reviewMail: 'Revisar mi correo',
  visible: (days: number | null) =>
    days === null
      ? 'Tu plan muestra todo el historial.'
      : days === 365
        ? 'Tu plan muestra 1 año de historial.'
        : `Tu plan muestra ${days} días de historial.`,
  exportAs: { csv: 'Exportar CSV', json: 'Exportar JSON' },
  exportFailed: 'No se ha podido exportar.',
  exportLimit: 'Exportar el historial es de los planes Premium y Elite.',
  seePlans,
  fileNames: { csv: 'alertas.csv', json: 'alertas.json' },
} as const;

export const alertDetailsCopy = {
  whyReceived,
  chart: 'Ver la gráfica',
  details: 'Detalles técnicos',
  facts: {
    rule: 'Tu umbral',
    created: 'Umbral creado',
    before: 'Precio antes',
    after: 'Precio visto',
    observed: 'Visto a las',
    noticed: 'Alerta guardada',
    mail: 'Correo',
    to: 'Enviado a',
    again: 'Cuándo vuelve a avisar',
  },
  nothingBefore: 'Sin precio',
  snooze: 'Silenciar 24\u00A0h',
  unsnooze: 'Quitar el silencio',
  pause: 'Pausar umbral',
  resume: 'Reanudar umbral',
  edit: 'Editar umbral',
  gone: 'Ese umbral ya no existe.',
  silentUntil: (instant: string) => `En silencio hasta ${whenNear(instant)}.`,
  paused: 'Este umbral está en pausa.',
  closed: 'El partido ya ha empezado: el umbral está cerrado.',
  expired: 'El umbral ha caducado. En Umbrales puedes darle otra fecha.',
} as const;

export const crossingSentence = (crossing: CrossingToSay): string =>
  capitalizeFirst(saidCrossing(crossing));

/** “Ahora 240,50 €: ha vuelto” */
export const nowSentence = (crossing: CrossingToSay, nowCents: number | null): string =>
  capitalizeFirst(nowWords(crossing, nowCents, { price: money }));

/** What re-arms a threshold after this alert (docs/alerts.md, Conditions). */
export function rearmSentence(
  rule: RuleToFormat & { readonly bandBp: number },
  valueCents: number,
): string {
  const { condition, currency } = rule;
  const cents = rearmCents(rule, valueCents);
  if (cents === null) return `Si ${ruleSentence(rule)} desde ${money(valueCents, currency)}`;
  const back = condition === 'above' ? 'baja' : 'sube';
  const again = condition === 'low' ? 'marca otro mínimo' : 'cruza otra vez';
  return `Si ${back} a ${money(cents, currency)} y ${again}`;
}

/** Whether mail can reach the user. */
export type MailReachability = 'reachable' | 'unconfirmed' | 'unsubscribed';

const waitTexts: Record<MailReachability, string> = {
  reachable: 'Espera tu próxima comprobación',
  unconfirmed: 'Espera a que confirmes tu correo',
  unsubscribed: 'Sin correo: los tienes desactivados',
};
const deliveryTexts = {
  pending: 'Correo en cola',
  sending: 'Enviando el correo',
  sent: 'Correo enviado',
  failed: 'El correo no ha llegado',
  none: 'Sin correo: va por otros canales',
} as const;

/** Of an alert that no way is left for. */
export const unreachableSentence = 'Espera: saldrá en cuanto un canal o tu correo funcione';

const channelTexts = {
  pending: 'en cola',
  sending: 'enviándose',
  sent: 'entregada',
  failed: 'no ha llegado',
} as const;
export const channelSentence = (state: keyof typeof channelTexts, attempts: number): string =>
  state === 'pending' && attempts > 0 ? 'reintentándose' : channelTexts[state];
/** “Enviada por ntfy y Telegram · En camino a Mi móvil” and “No ha llegado a Mi robot”; null where there are none. */
export function channelsSentences(
  channels: readonly { readonly name: string; readonly state: keyof typeof channelTexts }[],
): { readonly given: string | null; readonly failed: string | null } {
  const sentence = (verb: string, ...states: (keyof typeof channelTexts)[]) => {
    const names = channels.filter(({ state }) => states.includes(state)).map(({ name }) => name);
    return names.length === 0 ? [] : [`${verb} ${listed(names)}`];
  };
  const given = [
    ...sentence('Enviada por', 'sent'),
    ...sentence('En camino a', 'pending', 'sending'),
  ];
  const [failed = null] = sentence('No ha llegado a', 'failed');
  return { given: given.length === 0 ? null : given.join(' · '), failed };
}

export function deliverySentence(
  { state, attempts }: { state: 'waiting' | keyof typeof deliveryTexts; attempts: number },
  reachability: MailReachability,
): string {
  if (state === 'waiting') return waitTexts[reachability];
  return state === 'pending' && attempts > 0 ? 'Reintentando el correo' : deliveryTexts[state];
}
export const attemptsText = (attempts: number): string => counted(attempts, 'intento', 'intentos');

/** `Hoy, sábado 21 de noviembre`, `Ayer, …`, `Jueves 19 de noviembre`; another year is named. */
export function dayTitle(instant: string, now: Date = new Date()): string {
  const then = new Date(instant);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (then.toDateString() === now.toDateString()) return `Hoy, ${weekdayDate(then)}`;
  if (then.toDateString() === yesterday.toDateString()) return `Ayer, ${weekdayDate(then)}`;
  return then.getFullYear() === now.getFullYear()
    ? capitalizeFirst(weekdayDate(then))
    : capitalizeFirst(longDate(then));
}

/** `las 18:40`, `mañana a las 18:40`, `el domingo 22 de noviembre a las 18:40` */
function whenNear(instant: string, now: Date = new Date()): string {
  const then = new Date(instant);
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  const at = `las ${clockTime(then)}`;
  if (then.toDateString() === now.toDateString()) return at;
  if (then.toDateString() === tomorrow.toDateString()) return `mañana a ${at}`;
  return `el ${weekdayDate(then)} a ${at}`;
}
