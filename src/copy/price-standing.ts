/** Texts of “¿Es buen precio?”: what a price is among those of a month. They say how it stands, never what to do. */
import type { PriceStanding } from '#domain/price-standing.ts';
import { counted } from './format.ts';

export const standingCopy = {
  question: '¿Es buen precio?',
  unknown: 'Sin datos suficientes',
  sample: (days: number): string => `Comparado con ${days} precios, uno por día`,
} as const;

const wholePercent = (share: number): string => `${Math.round(share * 100)}\u00A0%`;

/** “Más barato que el 82 % del último mes” @param standing null with too few prices */
export function standingSentence(standing: PriceStanding | null): string {
  if (standing === null) return standingCopy.unknown;
  const { days, dearer, cheaper } = standing;
  const [sample, ofSample] =
    days >= 28
      ? ['el último mes', 'del último mes']
      : [
          `los últimos ${counted(days, 'día', 'días')}`,
          `de los últimos ${counted(days, 'día', 'días')}`,
        ];
  if (dearer === 1) return `De lo más barato en ${sample}`;
  if (cheaper === 1) return `De lo más caro en ${sample}`;
  if (dearer === 0 && cheaper === 0) return `Como en todo ${sample}`;
  return dearer >= cheaper
    ? `Más barato que el ${wholePercent(dearer)} ${ofSample}`
    : `Más caro que el ${wholePercent(cheaper)} ${ofSample}`;
}
