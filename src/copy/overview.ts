/** Texts of the overview. */
import { count, counted, plural } from './format.ts';
import { hasNumberWord, inWords } from './number-words.ts';

/** “Tres precios han cruzado. Otro, a punto.”; both amounts in words, or both in digits. */
export function overviewHeadline(facts: {
  readonly thresholds: number;
  readonly crossed: number;
  readonly near: number;
}): string {
  const { thresholds, crossed, near } = facts;
  if (thresholds === 0) return 'Aún no has marcado tu línea.';
  if (crossed === 0 && near === 0) return 'Todo lejos de tu línea.';
  const write = hasNumberWord(Math.max(crossed, near)) ? inWords : count;
  const prices = (amount: number) =>
    amount === 1 ? 'Un precio' : `${write(amount)} ${plural(amount, 'precio', 'precios')}`;
  if (crossed === 0) return `${prices(near)}, a punto.`;
  const first = `${prices(crossed)} ${plural(crossed, 'ha', 'han')} cruzado.`;
  if (near === 0) return first;
  return `${first} ${near === 1 ? 'Otro' : write(near)}, a punto.`;
}

export const overviewCopy = {
  title: 'Resumen',
  notRead: 'No se ha podido leer lo que vigilas.',
  listLabel: 'Coleccionables en vigilancia',
  columns: {
    name: 'Partido y categoría',
    spark: '7 días',
    price: 'Precio mínimo',
    change: '24 h',
    line: 'Tu umbral',
    listings: 'En venta',
    alert: 'Alerta',
  },
  allThresholds: (amount: number): string =>
    plural(amount, 'Ver tu umbral', `Ver los ${count(amount)} umbrales`),
  createThreshold: 'Crear umbral',
  editThreshold: 'Editar umbral',
  alertsIf: (rule: string): string => `avisa si ${rule}`,
  addMatch: 'Añadir partido',
  board: 'Marcador',
  nextMatch: 'Próximo partido',
  noNext: 'Sin partidos por jugar',
  nextOfMarket: 'Próximo del mercado',
  matchesInMarket: 'Partidos en el mercado',
  outOf: (max: number): string => `de ${count(max)}`,
  startsIn: (days: number, hours: number, minutes: number): string =>
    `Empieza en ${counted(days, 'día', 'días')}, ${counted(hours, 'hora', 'horas')} y ${counted(minutes, 'minuto', 'minutos')}`,
  watchedMatches: 'Partidos vigilados',
  crossed: (amount: number) => plural(amount, 'Umbral cruzado', 'Umbrales cruzados'),
  near: 'A menos del 5\u00A0%',
  biggestFall: 'Mayor bajada 24 h',
  /** “Uno más, a punto: España – Uruguay, 172,00 €.”; of many, only how many. */
  cameNear: (names: readonly string[]): string =>
    `${inWords(names.length)} más, a punto${names.length > 3 ? '' : `: ${names.join('; ')}`}.`,
  listTitle: 'En vigilancia',
  searchLabel: 'Buscar en tu vigilancia',
  search: 'Buscar',
  show: 'Mostrar',
  filters: {
    all: 'todo',
    near: 'a punto',
    crossed: 'cruzados',
    silent: 'en silencio',
    paused: 'en pausa',
  },
  order: 'Orden',
  orders: { near: 'cerca del umbral', change: 'cambio en 24 h', name: 'partido' },
  emptyTitle: 'Aún no vigilas nada',
  empty: 'Elige un partido y marca tu línea. Tardas menos de un minuto.',
  firstTitle: 'Elige tu primer partido',
  firstLead: 'Después marcas tu línea, y miramos por ti. Tardas menos de un minuto.',
  moreMatches: 'Ver todos los partidos',
  noneTitle: 'Nada coincide',
  none: 'Cambia la búsqueda o lo que se muestra.',
  clear: 'Quitar los filtros',
  loading: 'Cargando tu vigilancia',
  lastAlert: 'Última alerta',
  alertNotRead: 'No se ha podido leer tu última alerta.',
  noAlert: 'Cuando un precio cruce tu línea, lo verás aquí.',
  seeChart: 'Ver la gráfica',
  market: 'Lo que vigilas, 24 h',
  down: (amount: number) => plural(amount, 'baja', 'bajan'),
  flat: (amount: number) => plural(amount, 'igual', 'iguales'),
  up: (amount: number) => plural(amount, 'sube', 'suben'),
  breadth: (all: number, down: number, up: number, flat: number): string =>
    `${plural(all, 'De tu coleccionable', `De tus ${count(all)} coleccionables`)}: ${plural(down, 'baja', 'bajan')} ${down}, ${plural(up, 'sube', 'suben')} ${up}, sin cambios ${flat}`,
  sales: 'Ventas del mercado',
  noSales: 'Sin datos de ventas',
  onSale: 'En venta',
  thresholds: 'Umbrales',
  matchesOf: (used: number, max: number | null) =>
    max === null ? counted(used, 'partido', 'partidos') : `${used} de ${max} partidos`,
  thresholdsOf: (used: number, max: number) => `${count(used)} de ${count(max)}`,
  stale: (time: string) =>
    `La última lectura es de las ${time}. Tus alertas se compararán con la siguiente en cuanto llegue.`,
  addThreshold: 'Poner umbral',
} as const;
