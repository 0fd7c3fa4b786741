/** Labels of the reasons a threshold is paused. */
import type { PauseReason } from '#domain/threshold.ts';

export const pausedBy: Readonly<Record<PauseReason, string>> = {
  user: 'En pausa',
  plan: 'En pausa: no cabe en tu plan',
  kickoff: 'Cerrado: el partido ya ha empezado',
  currency: 'En pausa: ha cambiado la moneda',
  suspension: 'En pausa: tu cuenta está suspendida',
  expired: 'Caducado',
};
