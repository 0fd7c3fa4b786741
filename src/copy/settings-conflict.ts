/** What another tab did first, in words: its value is named, and so is what was not saved. */

import type { UmbralInput } from '#contract/threshold.ts';
import { toRule } from '#contract/threshold.ts';
import { ruleSentence } from './thresholds.ts';

interface ThresholdConflict {
  readonly mine: UmbralInput | null;
  readonly theirs: UmbralInput | null;
}
type Conflict = { readonly of: 'frecuencia' } | (ThresholdConflict & { readonly of: 'umbral' });

export const repeatMine = 'Guardar lo mío';

export function conflictSentence(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  return first?.of === 'umbral'
    ? thresholdSentence(first)
    : 'Otra pestaña cambió esto antes. Ya ves lo último; repite el cambio.';
}

function thresholdSentence({ mine, theirs }: ThresholdConflict): string {
  if (theirs === null) return `Otra pestaña borró este umbral antes. ${unsaved(mine)}`;
  return `Otra pestaña cambió este umbral antes: ahora ${stateOf(theirs)}. ${unsaved(mine)}`;
}

const unsaved = (mine: UmbralInput | null) =>
  mine === null
    ? 'No se ha borrado.'
    : `Lo tuyo, «${mine.pausa === 'usuario' ? 'en pausa' : ruleOf(mine)}», no se ha guardado.`;

const stateOf = (umbral: UmbralInput) =>
  umbral.pausa === 'usuario' ? `está en pausa («${ruleOf(umbral)}»)` : `es «${ruleOf(umbral)}»`;

export function ruleOf(umbral: UmbralInput): string {
  const { condition, value } = toRule(umbral);
  return ruleSentence({ condition, value, currency: umbral.moneda });
}
