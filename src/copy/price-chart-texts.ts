/** Texts of a match's price chart: threshold lines, cursor readout, and the table alternative. */
import type { Condition } from '#domain/threshold.ts';
import { counted } from './format.ts';
import { conditionVerbs } from './thresholds.ts';

type LineCondition = Extract<Condition, 'below' | 'above'>;

export const priceChartCopy = {
  line: (condition: LineCondition, price: string): string =>
    `Avísame si ${conditionVerbs[condition]} ${price}`,
  /** While its sentence stands above the chart. */
  draftLine: (condition: LineCondition, price: string): string =>
    `${conditionVerbs[condition]} ${price}`,
  handle: (target: string, condition: LineCondition): string =>
    `Línea de ${target}: avísame si ${conditionVerbs[condition]}`,
  handleHint:
    'Las flechas mueven la línea, Intro la guarda y Escape la deja donde estaba. Intro sin moverla abre el umbral para escribir el precio.',
  draftHandleHint: 'Las flechas mueven la línea, Intro la fija y Escape la deja donde estaba.',
  unsaved: 'sin guardar',
  distance: (share: string): string => `a un ${share} del precio`,
  wouldHaveFired: (times: number): string =>
    times === 0
      ? 'no habría saltado en 30 días'
      : `habría saltado ${counted(times, 'vez', 'veces')}`,
  already: 'ya se cumple: te avisaremos al guardarla',
  moved: (rule: string): string => `Te avisaremos si ${rule}.`,
  undo: 'Deshacer',
  readout: (target: string): string => `Precio mínimo de ${target} en el tiempo`,
  readoutHint:
    'Flechas izquierda y derecha avanzan por el tiempo, con Mayúsculas de cambio en cambio; Inicio y Fin van a los extremos.',
  zoomHint:
    'Flechas izquierda y derecha avanzan por el tiempo, con Mayúsculas de cambio en cambio; Inicio y Fin van a los extremos. Más y menos acercan y alejan, 0 vuelve a todo el periodo. Intro ofrece avisarte al precio de ese momento.',
  zoom: 'Zoom',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  zoomReset: 'Ver todo el periodo',
  cutSpikes: 'Recortar picos',
  inShares: 'En %',
  sinceStart: 'Desde el inicio',
  toBeat: (price: string, days: number): string =>
    `Tiene que bajar de ${price}, su mínimo de ${counted(days, 'día', 'días')}`,
  toBeatOfMatch: (target: string, price: string, days: number): string =>
    `${target}: tiene que bajar de ${price}, su mínimo de ${counted(days, 'día', 'días')}`,
  offer: 'Avísame a este precio:',
  low: 'Mínimo',
  mean: 'Media',
  high: 'Máximo',
  ofShown: 'del periodo',
  unknown: '—',
  period: (from: string, until: string): string => `${from} – ${until}`,
  between: (low: string, high: string): string => `entre ${low} y ${high}`,
  inDay: '24 h',
  until: (price: string): string => `Hasta ${price}`,
  missing: (price: string): string => `faltan ${price}`,
  crossed: 'cruzado',
  unread: 'Sin lecturas',
  nothingListed: 'Nada en venta',
  mailSent: 'Correo enviado',
  sale: 'Venta',
  saleAt: (price: string, time: string): string => `Venta a ${price}, ${time}`,
  now: 'ahora',
  mailAt: (time: string): string => `Correo enviado, ${time}`,
  unreadUntil: (time: string): string => `Sin lecturas hasta ${time}`,
  late: 'llegó tarde',
  event: 'Qué pasó',
  soldFor: (price: string): string => `venta a ${price}`,
  loading: 'Cargando el historial',
  failed: 'No se ha podido leer el historial.',
  comparedFailed: (target: string): string => `No se ha podido leer el historial de ${target}.`,
  notDrawn: 'No se ha podido cargar la gráfica.',
  retry: 'Reintentar',
} as const;
