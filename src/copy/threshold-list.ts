/** Texts of the threshold list: filters, statuses, selection and what was done with it. */
import { clockTime, count, counted, dayWithOtherYear, plural } from './format.ts';
import { pausedBy } from './pause-reasons.ts';
import { crossed, silentUntilText, untilText } from './thresholds.ts';

const thresholds = (amount: number): string => counted(amount, 'umbral', 'umbrales');

export const thresholdListCopy = {
  title: 'Umbrales',
  used: (used: number, max: number) => `${count(used)} de ${count(max)} umbrales`,
  usage: 'Umbrales de tu plan',
  create: 'Crear umbral',
  createMany: 'Crear varios',
  loading: 'Cargando tus umbrales',
  notRead: 'No se han podido leer tus umbrales.',
  emptyTitle: 'Aún no has marcado ninguna línea',
  empty: 'Elige un partido y di a qué precio quieres enterarte.',
  createManyInstead: 'O crea varios de una vez.',
  toMatches: 'Elegir un partido',
  noneTitle: 'Ningún umbral coincide',
  none: 'Prueba con otro partido, otro estado u otra condición.',
  clear: 'Quitar los filtros',
  shown: (amount: number) => `Mostrando ${thresholds(amount)}`,

  filters: (set: number): string => (set === 0 ? 'Filtros' : `Filtros (${set})`),
  search: 'Buscar por partido, categoría o nota',
  searchHint: 'Partido, categoría o nota',
  status: 'Estado',
  anyStatus: 'Todos',
  match: 'Partido',
  anyMatch: 'Todos',
  condition: 'Condición',
  anyCondition: 'Todas',
  conditions: {
    below: 'Baja de un precio',
    above: 'Sube de un precio',
    change: 'Cambia un porcentaje',
    low: 'Mínimo de unos días',
  },
  sort: 'Orden',
  sorts: {
    distance: 'Distancia',
    match: 'Partido',
    status: 'Estado',
    created: 'Más recientes',
  },
  statuses: {
    watching: 'Vigilando',
    crossed,
    starting: 'Activándose',
    snoozed: 'En silencio',
    paused: 'En pausa',
    closed: 'Cerrado',
  },

  head: {
    select: 'Seleccionar',
    name: 'Partido y categoría',
    price: 'Precio mínimo',
    line: 'Tu umbral',
    lastAlert: 'Última alerta',
    actions: 'Acciones',
  },
  select: (name: string) => `Seleccionar ${name}`,
  selectAll: (amount: number) => `Seleccionar ${thresholds(amount)}`,
  active: 'Umbral activo',
  snooze: 'Silenciar',
  edit: 'Editar',
  remove: 'Borrar',
  never: 'Ninguna',
  more: 'Más',
  lastAlertWas: (when: string): string => `Última alerta: ${when}`,
  nothingListed: 'Nada en venta',
  activating: 'Se activa en un momento',
  closed: pausedBy.kickoff,
  pausedBy,
  expires: (at: string): string => `Hasta el ${expiryText(at)}`,
  expired: (at: string): string => `${pausedBy.expired} el ${expiryText(at)}`,
  note: 'Nota',
  silentUntil: silentUntilText,
  alertsIf: (rule: string): string => `avisa si ${rule}`,

  selected: (amount: number) => `${amount} ${plural(amount, 'seleccionado', 'seleccionados')}`,
  selection: 'Umbrales seleccionados',
  pause: 'Pausar',
  resume: 'Reanudar',
  change: 'Cambiar…',
  unselect: 'Quitar la selección',
  snoozes: {
    hour: '1\u00A0h',
    day: '24\u00A0h',
    monday: 'Hasta el lunes',
  },
  snoozeFor: (choice: string): string => `Silenciar ${choice.toLocaleLowerCase('es')}`,
  unsnooze: 'Quitar el silencio',

  undo: 'Deshacer',
  changed: (amount: number) => `${thresholds(amount)} ${plural(amount, 'cambiado', 'cambiados')}.`,
  paused: (amount: number) =>
    `${thresholds(amount)} en pausa. ${plural(amount, 'No avisará', 'No avisarán')}.`,
  resumed: (amount: number) => `${thresholds(amount)} de nuevo en marcha.`,
  snoozed: (amount: number, until: string) =>
    `${thresholds(amount)} en silencio hasta ${untilText(until)}.`,
  unsnoozed: (amount: number) => `${thresholds(amount)} sin silencio.`,
  removed: (amount: number) => `${thresholds(amount)} ${plural(amount, 'borrado', 'borrados')}.`,
} as const;

/** The end of a day is the day; a program may have chosen another time. */
const expiryText = (at: string): string => {
  const time = clockTime(at);
  return time === '23:59' ? dayWithOtherYear(at) : `${dayWithOtherYear(at)}, ${time}`;
};
