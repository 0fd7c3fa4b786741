/** Labels of the reasons a threshold is paused. */
import type { PauseReason } from '#domain/threshold.ts';

export const pausedBy: Readonly<Record<PauseReason, string>> = {
  usuario: 'En pausa',
  plan: 'En pausa: no cabe en tu plan',
  inicio: 'Cerrado: el partido ya ha empezado',
  moneda: 'En pausa: ha cambiado la moneda',
  suspension: 'En pausa: tu cuenta está suspendida',
  caducado: 'Caducado',
};
