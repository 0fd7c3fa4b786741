/** Conflict message of the settings: the value another tab saved first, and the one not saved. */

import type { ThresholdDraft } from '#domain/threshold.ts';
import { ruleSentence } from './thresholds.ts';

export const saveLocalLabel = 'Guardar lo mío';

export function conflictSentence({
  local,
  remote,
}: {
  readonly local: ThresholdDraft | null;
  readonly remote: ThresholdDraft | null;
}): string {
  if (remote === null) return `Otra pestaña borró este umbral antes. ${unsaved(local)}`;
  return `Otra pestaña cambió este umbral antes: ahora ${stateOf(remote)}. ${unsaved(local)}`;
}

const unsaved = (local: ThresholdDraft | null) =>
  local === null
    ? 'No se ha borrado.'
    : `Lo tuyo, «${local.pause === 'user' ? 'en pausa' : ruleSentence(local)}», no se ha guardado.`;

const stateOf = (threshold: ThresholdDraft) =>
  threshold.pause === 'user'
    ? `está en pausa («${ruleSentence(threshold)}»)`
    : `es «${ruleSentence(threshold)}»`;

export const undoFailed = (reason: string): string => `No se ha podido deshacer. ${reason}`;
