/** Texts of the threshold form. */
import { type Plan, plans } from '#domain/plans.ts';
import type { Reach } from '#domain/reach.ts';
import type { Condition } from '#domain/threshold.ts';
import { count, counted, plural } from './format.ts';
import { seePlans } from './see-plans.ts';

export const thresholdFormCopy = {
  channels: 'Avisar por',
  channelsHint: 'Si ninguno de los marcados puede recibirla, la alerta sale por todos.',
  channelStates: { active: null, paused: 'en pausa', stopped: 'detenido' },
  details: 'Nota y caducidad',
  note: 'Nota',
  noteHint: 'Solo para ti: la verás en la lista y en sus avisos.',
  expiry: 'Vigilar hasta',
  expiryHint: 'Ese día incluido; después se cierra. Sin fecha, hasta que empiece el partido.',
  create: 'Crear umbral',
  edit: 'Editar umbral',
  save: 'Guardar umbral',
  remove: 'Borrar umbral',
  cancel: 'Cancelar',
  start: 'Avísame si',
  startIn: 'Avísame si en',
  match: 'Partido',
  matches: 'Partidos',
  noMatch: 'Ningún partido por jugar coincide.',
  target: 'Coleccionable',
  condition: 'Condición',
  band: 'Margen para volver a avisar',
  bandHint:
    'Después de un aviso, el umbral espera a que el precio se aleje este margen de tu línea. Así no recibes un correo por cada vaivén.',
  dragHint: 'También puedes arrastrar la línea',
  dragKeysHint: ', o moverla con las flechas del teclado',
  hints: {
    below: 'El precio mínimo de lo que está en venta.',
    above: 'El precio mínimo de lo que está en venta.',
    change: 'Sube o baja, desde el último aviso.',
    low: 'Más bajo que todos los precios de esos días.',
  },
  quick: 'Líneas rápidas',
  share: (isAbove: boolean, share: number): string => `${isAbove ? '+' : '−'}${share}\u00A0%`,
  trial: 'Ya se cumple: pruébalo',
  low30d: 'Mínimo 30 días',
  high30d: 'Máximo 30 días',
  lowEver: 'Mínimo histórico',
  highEver: 'Máximo histórico',
  firings: (firings: number): string => counted(firings, 'vez', 'veces'),
  times: (firings: number): string =>
    firings === 0 ? 'nunca en 30 días' : counted(firings, 'vez', 'veces'),
  watching: (match: string, target: string, rule: string): string =>
    `Vigilando: te avisaremos si ${match}, ${target} ${rule}.`,
  stillPaused: (match: string, target: string, rule: string, why: string): string =>
    `Guardado: ${match}, ${target} ${rule}. ${why}.`,
  matchWatched: 'Vigilas también este partido.',
  undoWatch: 'No vigilar el partido',
  matchNotWatched:
    'Tu plan no vigila más partidos: este no se añade a tu lista, pero el umbral avisa igual.',
  already: 'Si al guardarlo ya se cumple, te avisamos una vez en ese momento.',
  closes: 'Se cierra solo cuando empieza el partido.',
  rearms: (price: string): string =>
    `Después de un aviso, el umbral espera a que el precio vuelva a ${price}. Así no recibes un correo por cada vaivén.`,
  used: (used: number, limit: number): string => `Usas ${count(used)} de ${count(limit)} umbrales.`,
  full: ({ maxThresholds, label }: Plan): string =>
    `Ya tienes los ${count(maxThresholds)} umbrales del plan ${label}. Borra uno${label === plans.elite.label ? ' para crear otro' : ' o pasa a otro plan'}.`,
  seePlans,
  discard: 'Tienes un umbral sin guardar.',
  discardIt: 'Descartarlo',
  goOn: 'Seguir',
  chooseRemote: (rule: string): string => `Usar «${rule}»`,
  test: 'Enviar correo de prueba',
  tested: (to: string): string => `Correo de prueba enviado a ${to}.`,
  notTested: 'No se ha podido enviar el correo de prueba.',
  upgrade:
    'Tu plan Básico avisa cuando un precio baja o sube de una línea. Cambios, mínimos y el más barato de un partido llegan con Premium.',
} as const;

/** In the sentence: “Avísame si en España – Noruega lo más barato del partido cambia un 5 %”. */
export const targetsOfMatch = {
  all: 'lo más barato del partido',
  category: (name: string): string => `lo más barato de ${name}`,
} as const;

export const valueLabels: Record<Condition, string> = {
  below: 'Precio',
  above: 'Precio',
  change: 'Porcentaje',
  low: 'Días',
};

const priceUnread = 'Escribe solo números, por ejemplo 180 o 180,50.';
/** Of what is no value of the condition, and of a wrong band. */
export const draftErrors = {
  below: priceUnread,
  above: priceUnread,
  change: 'Escribe un porcentaje entre 0,01 y 1000, por ejemplo 5.',
  low: 'Escribe los días, de 1 a 365.',
  band: 'Escribe un margen entre 0 y 50, por ejemplo 3.',
} as const;

/** Texts of what happened to lines like this one: a share of the past, neither a forecast nor advice. */
export const reachCopy = {
  title: 'Líneas como esta',
  span: ({ days, untilKickoff }: Pick<Reach, 'days' | 'untilKickoff'>): string =>
    untilKickoff ? 'antes de empezar el partido' : `en ${counted(days, 'día', 'días')}`,
  share: ({ share, cases, ...span }: Reach): string =>
    share === null
      ? `${reachCopy.few} ${reachCopy.span(span)}`
      : `${hundred(share)} líneas como esta se cruzaron ${reachCopy.span(span)} (${counted(cases, 'caso', 'casos')})`,
  few: 'Sin casos suficientes',
  counting: 'Contando qué pasó con líneas como esta…',
  unread: 'No se ha podido contar qué pasó con líneas como esta.',
  past: 'Es lo que pasó, no lo que pasará.',
  how: 'Cómo se calcula',
} as const;

/** “41 de cada 100”. */
function hundred(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 0) return 'Menos de 1 de cada 100';
  return rounded === 100 ? 'Más de 99 de cada 100' : `${rounded} de cada 100`;
}

/** Texts of the preview: what the rule would have done on the last 30 days of prices. */
export const previewCopy = {
  unfinished: 'Escribe un precio',
  unfinishedHint: 'Mientras tanto, la línea se queda donde estaba.',
  farAlready: (line: string, isBelow: boolean, now: string): string =>
    `${line} está muy por ${isBelow ? 'encima' : 'debajo'} del precio actual (${now}): ya se cumple. Te avisaremos una vez al guardarlo.`,
  wouldHave: (price: string, time: string): string => `Habría saltado a ${price}, ${time}`,
  trying: 'Probándolo con los precios de los últimos 30 días…',
  failed: 'No se ha podido probar.',
  never: (days: number): string => `No habría saltado en ${days} días`,
  firings: (times: number, days: number, last: string | null): string =>
    `Habría saltado ${counted(times, 'vez', 'veces')} en ${days} días${last === null ? '' : `; última: ${last}`}`,
  mails: (mails: number): string =>
    `${plural(mails, 'Habría', 'Habrían')} sido ${counted(mails, 'correo', 'correos')}.`,
  nothingListed: 'Ahora no hay nada en venta.',
  now: (price: string): string => `Ahora está a ${price}`,
  often: (perDay: number): string =>
    `${perDay > 1 ? `Son unos ${perDay}` : 'Es más de uno'} al día: con un porcentaje mayor serían menos.`,
  already: 'ya se cumple. Te avisaremos una vez al guardarlo.',
  away: (distance: string): string => `falta un ${distance}.`,
} as const;
