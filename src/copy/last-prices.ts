/** Texts of the last prices, shown without a network. */
import { calendarDay, clockTime, mediumDate, relativeTime } from './format.ts';

export const lastPricesCopy = {
  title: 'Últimos precios',
  columns: { name: 'Partido y categoría', price: 'Precio mínimo', line: 'Tu umbral' },
  crossed: 'cruzado',
  nothingOnSale: 'Nada en venta',
  noThreshold: 'Sin umbral',
  /** “Guardados hoy a las 18:42, hace 2 h.” */
  age: (at: Date, now: Date): string => {
    const isToday = calendarDay(at) === calendarDay(now);
    const day = isToday ? 'hoy' : `el ${mediumDate(at)}`;
    const age = isToday ? `, ${relativeTime(at, now).replace(/^ahora$/, 'hace un momento')}` : '';
    return `Guardados ${day} a las ${clockTime(at)}${age}.`;
  },
  more: (amount: number): string =>
    amount === 1 ? 'Y uno más que no se ha guardado.' : `Y ${amount} más que no se han guardado.`,
} as const;
