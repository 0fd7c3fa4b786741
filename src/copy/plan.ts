/** Sentences of the plan page. */
import type { Plan } from '#domain/plans.ts';
import { count } from './format.ts';

const nbsp = '\u00A0';

export const planCopy = {
  title: 'Tu plan',
  table: 'Diferencias entre planes',
  difference: 'Diferencia',
  mine: 'Tu plan',
  free: 'Siempre gratis',
  monthly: 'al mes, impuestos incluidos',
  changes: 'En esta versión los planes aún no se contratan desde aquí.',
  usage: (plan: string, matches: string, thresholds: string) =>
    `Plan ${plan} · ${matches} partidos · ${thresholds} umbrales`,
  of: (used: number, max: number | null) => (max === null ? String(used) : `${used} de ${max}`),
} as const;

export const planRows: readonly { readonly name: string; readonly of: (plan: Plan) => string }[] = [
  {
    name: 'Partidos vigilados',
    of: ({ maxMatches }) => (maxMatches === null ? 'Sin límite' : String(maxMatches)),
  },
  { name: 'Umbrales', of: ({ maxThresholds }) => count(maxThresholds) },
  {
    name: 'Comprobación más rápida',
    of: ({ fastestCheckSeconds }) => `${fastestCheckSeconds}${nbsp}s`,
  },
  {
    name: 'Condiciones',
    of: ({ matchTargets }) =>
      matchTargets
        ? 'Baja de, sube de, cambio %, mínimo de N días, el más barato de un partido'
        : 'Baja de, sube de',
  },
  {
    name: 'Historial visible',
    of: ({ visibleHistoryDays }) =>
      visibleHistoryDays === null
        ? 'Todo'
        : visibleHistoryDays === 365
          ? '1 año'
          : `${visibleHistoryDays}${nbsp}días`,
  },
  { name: 'Exportar CSV y JSON', of: ({ canExport }) => (canExport ? 'Sí' : 'No') },
];
