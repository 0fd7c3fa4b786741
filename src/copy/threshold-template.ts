/** Texts of the dialog that creates many thresholds of one template. */
import { count, counted, plural } from './format.ts';
import { seePlans } from './see-plans.ts';

const thresholds = (amount: number): string => counted(amount, 'umbral', 'umbrales');

export const templateCopy = {
  title: 'Crear varios umbrales',
  start: 'Avísame si',
  category: 'Categoría',
  anyCategory: 'cualquier categoría',
  of: 'de',
  scope: 'Partidos',
  watched: 'lo que vigilo',
  market: 'todo el mercado',
  teams: 'Un equipo',
  direction: 'Condición',
  directions: { below: 'baja un', above: 'sube un' },
  share: 'Porcentaje',
  fromToday: 'desde hoy',
  shareError: 'Escribe un porcentaje entero, de 1 a 90.',
  loading: 'Cargando los precios de hoy',
  failed: 'No se han podido leer los precios.',
  none: 'Nada en venta coincide. Prueba con otra categoría u otros partidos.',
  partial: 'Solo de los primeros partidos: el mercado es más grande de lo que cabe en una lista.',
  made: (amount: number): string =>
    amount === 0 ? 'Marca al menos uno' : `Se crearán ${thresholds(amount)}`,
  columns: { name: 'Partido y categoría', now: 'Ahora', line: 'Tu umbral' },
  list: 'Umbrales que se crearán',
  present: 'ya tienes uno',
  room: (room: number, plan: string): string =>
    room === 0
      ? `Tu plan ${plan} no admite más umbrales.`
      : `En tu plan ${plan} ${plural(room, 'cabe', 'caben')} ${count(room)} más.`,
  tooMany: (room: number): string => `Quita la marca de algunos: solo caben ${count(room)}.`,
  seePlans,
  cancel: 'Cancelar',
  create: (amount: number): string => `Crear ${thresholds(amount)}`,
  created: (amount: number): string =>
    `${thresholds(amount)} ${plural(amount, 'creado', 'creados')}.`,
  undo: 'Deshacer',
} as const;
