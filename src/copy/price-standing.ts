/** Texts of “¿Es buen precio?”. */
export const standingCopy = {
  question: '¿Es buen precio?',
  unknown: 'Sin datos suficientes',
  sample: (days: number): string => `Comparado con ${days} precios, uno por día`,
} as const;
