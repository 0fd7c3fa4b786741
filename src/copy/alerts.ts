/** Sentences of the alert history. */
import type { Condition } from '#domain/threshold.ts';
import { ruleValue } from './thresholds.ts';

export const alertsCopy = {
  unreadTitle: (unread: number): string =>
    unread === 0 ? 'Todo leído' : unread === 1 ? 'Una sin leer' : `${unread} sin leer`,
  label: 'Alertas',
  markAll: 'Marcar todas como leídas',
  show: 'Mostrar',
  all: 'Todas',
  unread: 'Sin leer',
  history: 'Historial de alertas',
  why: '¿Por qué me llegó?',
  emptyTitle: 'Aún no ha cruzado nada',
  empty: 'Cuando un precio cruce una de tus líneas, la alerta aparece aquí y sale a tu correo.',
  toMatches: 'Elegir un partido',
  noneUnread: 'No queda nada por leer',
  loading: 'Cargando tus alertas',
  more: 'Ver más',
  chart: 'Ver la gráfica',
  already: 'Ya se cumplía cuando creaste el umbral.',
  facts: {
    rule: 'Tu regla',
    before: 'Antes de la lectura',
    after: 'En la lectura',
    observed: 'Observado',
    noticed: 'Registrado',
    mail: 'Correo',
  },
  nothingBefore: 'Sin precio',
} as const;

const crossings: Record<Condition, string> = {
  below: 'Ha bajado de',
  above: 'Ha subido de',
  change: 'Ha cambiado un',
  low: 'Es el mínimo de',
};

export const crossingSentence = (rule: {
  condition: Condition;
  value: number;
  currency: string;
}): string => `${crossings[rule.condition]} ${ruleValue(rule)}`;

export const deliveryWords = {
  waiting: 'Espera tu próxima comprobación',
  pending: 'Correo en cola',
  sending: 'Enviando el correo',
  sent: 'Correo enviado',
  failed: 'El correo no ha llegado',
} as const;
