/** Conflict message of the settings: the value another tab saved first, and the one not saved. */

import type { UmbralInput } from '#contract/threshold.ts';
import { ruleSentence, ruleToFormat } from './thresholds.ts';

interface ThresholdConflict {
  readonly local: UmbralInput | null;
  readonly remote: UmbralInput | null;
}
type Conflict = { readonly of: 'frecuencia' } | (ThresholdConflict & { readonly of: 'umbral' });

export const saveLocalLabel = 'Guardar lo mío';

export function conflictSentence(conflict: Conflict): string {
  return conflict.of === 'umbral'
    ? thresholdSentence(conflict)
    : 'Otra pestaña cambió esto antes. Ya ves lo último; repite el cambio.';
}

function thresholdSentence({ local, remote }: ThresholdConflict): string {
  if (remote === null) return `Otra pestaña borró este umbral antes. ${unsaved(local)}`;
  return `Otra pestaña cambió este umbral antes: ahora ${stateOf(remote)}. ${unsaved(local)}`;
}

const unsaved = (local: UmbralInput | null) =>
  local === null
    ? 'No se ha borrado.'
    : `Lo tuyo, «${local.pausa === 'usuario' ? 'en pausa' : umbralRuleSentence(local)}», no se ha guardado.`;

const stateOf = (umbral: UmbralInput) =>
  umbral.pausa === 'usuario'
    ? `está en pausa («${umbralRuleSentence(umbral)}»)`
    : `es «${umbralRuleSentence(umbral)}»`;

export function umbralRuleSentence(umbral: UmbralInput): string {
  return ruleSentence(ruleToFormat(umbral));
}

export const undoFailed = (reason: string): string => `No se ha podido deshacer. ${reason}`;
