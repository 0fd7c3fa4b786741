/** Sentences of the settings. */
const nbsp = '\u00A0';

export const settingsCopy = {
  title: 'Configuración',
  frequencyTitle: 'Comprobaciones',
  frequency: 'Frecuencia de comprobación',
  frequencyHint:
    'Cada cuánto reunimos lo que ha cruzado en un solo correo. Los precios se miran siempre; esto solo decide cuándo te escribimos.',
  fastest: (plan: string, text: string) => `Con el plan ${plan}, lo más rápido es cada ${text}.`,
  mailTitle: 'Correo',
  confirmed: (email: string) => `Tus alertas salen a ${email}.`,
  unconfirmed: (email: string) =>
    `Falta confirmar ${email}. Hasta entonces tus alertas se ven aquí, pero no salen por correo.`,
  resend: 'Reenviar enlace',
  test: 'Enviar correo de prueba',
  sent: 'Correo en camino.',
  thresholdsTitle: 'Umbrales',
  noThresholds: 'Aún no has marcado ninguna línea.',
  pause: 'Pausar',
  resume: 'Reanudar',
  remove: 'Borrar',
  removed: 'Umbral borrado.',
  undo: 'Deshacer',
  paused: 'En pausa',
  closed: 'Cerrado: el partido ya ha empezado',
  watching: 'Vigilando',
  saved: 'Guardado.',
} as const;

/** `60` as `1 min`, `3600` as `1 h`. */
export function everySeconds(seconds: number): string {
  if (seconds % 86_400 === 0)
    return `${seconds / 86_400}${nbsp}${seconds === 86_400 ? 'día' : 'días'}`;
  if (seconds % 3_600 === 0) return `${seconds / 3_600}${nbsp}h`;
  if (seconds % 60 === 0) return `${seconds / 60}${nbsp}min`;
  return `${seconds}${nbsp}s`;
}
