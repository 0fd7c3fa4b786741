/** Texts of what stands out in the market. */
import { percent } from './format.ts';

export const discoveryCopy = {
  title: 'Descubre',
  show: 'Qué mostrar',
  kinds: {
    falls: 'Mayores bajadas',
    nearLows: 'Cerca de su mínimo',
    newlyListed: 'Recién a la venta',
  },
  hints: {
    falls: 'En 24\u00A0horas, en todo el mercado.',
    nearLows: 'A menos del 3\u00A0% de su precio más bajo de 30\u00A0días.',
    newlyListed: 'Ayer a esta hora no había ninguno en venta.',
  },
  none: {
    falls: 'Nada ha bajado en 24\u00A0horas.',
    nearLows: 'Nada está cerca de su mínimo de 30\u00A0días.',
    newlyListed: 'Nada se ha puesto a la venta desde ayer.',
  },
  atLow: 'En su mínimo de 30\u00A0días',
  aboveLow: (basisPoints: number): string => `A ${percent(basisPoints)} de su mínimo`,
  newlyListed: 'Nuevo en 24\u00A0h',
  failed: 'No se ha podido leer lo que destaca en el mercado.',
} as const;
